import { OggReader } from '@carillon/media/ogg/reader'
import { durationInSamples } from '@carillon/media/opus/packet'
import { padPacket } from '@carillon/media/opus/padding'
import { isSilencePacket } from '@carillon/media/opus/silence'
import { packetAt, type Take } from './recorded-takes.ts'

/** Pages of a stream before its sound have one packet each (RFC 7845 s3). */
const HEADERS = 2

/**
 * Sound of a DJ that a recording lacks, in ms: between two packets that are in it, and after the last one; and packets in it
 * that stand out of order, twice, or are of nobody.
 */
export type MissingSound = { betweenMs: number; afterMs: number; strange: number }

/** Compares a recording with the takes of its DJ, packet by packet, from the first that is in it on. Throws where it is damaged. */
export function missingSound(file: Uint8Array, takes: readonly Take[]): MissingSound {
  const result = new OggReader().push(file)
  if (!result.ok) throw new Error(result.error)
  const isSound = (packet: Uint8Array) => !isSilencePacket(packet)
  const said = takes
    .flatMap(({ packets }) => Array.from({ length: packets }, (_, number) => packetAt(number)))
    .filter(isSound)
  let next = -1
  let missing = 0
  let strange = 0
  for (const packet of result.pages
    .flatMap((page) => page.packets)
    .slice(HEADERS)
    .filter(isSound)) {
    let place = Math.max(0, next)
    while (place < said.length && !isSame(said[place], packet)) place++
    if (place === said.length) {
      strange++
      continue
    }
    if (next >= 0) missing += samplesOf(said.slice(next, place))
    next = place + 1
  }
  return { betweenMs: missing / 48, afterMs: samplesOf(said.slice(Math.max(0, next))) / 48, strange }
}

/** The mount pads what is below its least byte rate. */
function isSame(own: Uint8Array | undefined, packet: Uint8Array): boolean {
  return (
    own !== undefined &&
    own.length <= packet.length &&
    Buffer.compare(padPacket(own, packet.length), packet) === 0
  )
}

const samplesOf = (packets: readonly Uint8Array[]) =>
  packets.reduce((sum, packet) => sum + durationInSamples(packet), 0)
