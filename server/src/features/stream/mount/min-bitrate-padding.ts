import { durationInSamples } from '@carillon/media/opus/packet'
import { padPacket } from '@carillon/media/opus/padding'
import { SAMPLES_PER_MS } from './pacer.ts'
import { copyOrigin } from './packet-origin.ts'

/** The least byte rate of a mount, silence included: browsers read in steps of bytes, not of seconds. */
export const MIN_BITS_PER_SECOND = 96_000

/** Bytes that audio of this length has at the least byte rate. */
export function minBitrateBytes(samples: number): number {
  return Math.ceil((samples / SAMPLES_PER_MS / 8_000) * MIN_BITS_PER_SECOND)
}

/**
 * The same packets, padded where together they are below the least byte rate. What is missing is spread evenly, so that
 * a page of large and small packets is not made larger than it must be.
 */
export function padToMinBitrate(packets: readonly Uint8Array[]): readonly Uint8Array[] {
  const samples = packets.reduce((sum, packet) => sum + durationInSamples(packet), 0)
  const bytes = packets.reduce((sum, packet) => sum + packet.length, 0)
  const missingBytes = minBitrateBytes(samples) - bytes
  if (missingBytes <= 0) return packets
  const share = Math.ceil(missingBytes / packets.length)
  return packets.map((packet) => copyOrigin(packet, padPacket(packet, packet.length + share)))
}
