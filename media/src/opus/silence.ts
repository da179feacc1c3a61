import { padPacket } from './padding.ts'

/** Stereo, fullband CELT, one frame of 20 ms whose only content is the silence flag. */
const silence20Ms = Uint8Array.of(0xfc, 0xff, 0xfe)
/** The same three times in a code 3 packet of constant bit rate: 60 ms. */
const silence60Ms = Uint8Array.of(0xff, 0x03, 0xff, 0xfe, 0xff, 0xfe, 0xff, 0xfe)

/**
 * A packet of stereo silence, padded to `targetBytes` so that the byte rate holds. Durations are samples at 48 kHz,
 * 20 or 60 ms. Without a target it may be shared: do not write into it.
 */
export function silencePacket(durationInSamples: 960 | 2880, targetBytes = 0): Uint8Array {
  return padPacket(durationInSamples === 960 ? silence20Ms : silence60Ms, targetBytes)
}

/** Whether a packet is one of silence from `silencePacket`, however it was padded. */
export function isSilencePacket(packet: Uint8Array): boolean {
  return [silence20Ms, silence60Ms].some((silence) => isSame(padPacket(silence, packet.length), packet))
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index])
}
