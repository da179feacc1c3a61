import { headerPages } from '@carillon/media/ogg/page'
import type { OggPage } from '@carillon/media/ogg/reader'
import { isHeaderPacket } from '@carillon/media/opus/head'
import { durationInSamples } from '@carillon/media/opus/packet'
import { expect } from 'vitest'

/**
 * Checks that it is one logical stream: one header, pages and positions without a gap. Gives its packets of sound.
 * `joinedAt` is the number of the first page after the header, where somebody else than the station lets listeners join.
 */
export function requireOneStream(pages: readonly OggPage[], joinedAt: number = headerPages): Uint8Array[] {
  const numberAt = (index: number) => (index < headerPages ? index : index - headerPages + joinedAt)
  expect(pages.map(({ sequence }) => sequence)).toEqual(pages.map((_, index) => numberAt(index)))
  expect(new Set(pages.map(({ serialNumber }) => serialNumber)).size).toBe(1)
  const sounding = pages.filter(({ packets }) => !packets.some(isHeaderPacket))
  let position = sounding[0]?.granulePosition ?? 0
  for (const { packets, granulePosition } of sounding.slice(1)) {
    position += packets.reduce((sum, packet) => sum + durationInSamples(packet), 0)
    expect(granulePosition).toBe(position)
  }
  return sounding.flatMap(({ packets }) => packets)
}
