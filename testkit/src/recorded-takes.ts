import { randomUUID } from 'node:crypto'
import { captureNamed } from '@carillon/media/fixtures/captures'
import { OggMuxer } from '@carillon/media/ogg/muxer'
import { durationInSamples } from '@carillon/media/opus/packet'
import { WebmDemuxer } from '@carillon/media/webm/demuxer'

type Chunk = { bytes: Uint8Array; packets: Uint8Array[]; samples: number }

/** Recordings of browsers in a row, ten seconds long, of whose packets hardly two are the same. */
const LOOP = loopOf(['chromium-desktop', 'chromium-mixed', 'firefox-destination'])
const PACKETS = LOOP.flatMap(({ packets }) => packets)
const LOOP_SAMPLES = LOOP.reduce((sum, { samples }) => sum + samples, 0)

/** One recording of a DJ's page: how many packets it has so far, and the one before it. */
export type Take = { id: string; packets: number; after: Take | null }

/** Begins a recording after another one. */
export const newTake = (after: Take | null): Take => ({ id: randomUUID(), packets: 0, after })

/** Packet of this number in any take: each has the same sound. */
export const packetAt = (number: number): Uint8Array => PACKETS[number % PACKETS.length] ?? new Uint8Array(0)

/** Chunk of this number in any take. `endMs` is when it is full of sound, from the beginning of the take on. */
export function chunkAt(number: number): { bytes: Uint8Array; packets: number; endMs: number } {
  const index = number % LOOP.length
  const before = Math.floor(number / LOOP.length) * LOOP_SAMPLES
  const samples = LOOP.slice(0, index + 1).reduce((sum, chunk) => sum + chunk.samples, before)
  const { bytes, packets } = LOOP[index] ?? { bytes: new Uint8Array(0), packets: [] }
  return { bytes, packets: packets.length, endMs: samples / 48 }
}

/** Body of an upload: packets of a take from a number up to, and without, another one. */
export const uploadOf = (from: number, to: number) =>
  new Uint8Array(bodyOf(Array.from({ length: to - from }, (_, index) => packetAt(from + index))))

/** Ogg Opus stream of some packets, as a page uploads them. */
export function bodyOf(packets: readonly Uint8Array[]): Buffer {
  const muxer = new OggMuxer({ serialNumber: 1 })
  const pages = [muxer.headerPages()]
  const rest = packets.length % 5 || Math.min(5, packets.length)
  for (let at = 0; at < packets.length - rest; at += 5) pages.push(muxer.page(packets.slice(at, at + 5)))
  pages.push(muxer.lastPage(packets.slice(packets.length - rest)))
  return Buffer.concat(pages)
}

function loopOf(names: readonly string[]): Chunk[] {
  const demuxer = new WebmDemuxer()
  return names
    .flatMap((name) => captureNamed(name).chunks)
    .map((bytes) => {
      const result = demuxer.push(bytes)
      if (!result.ok) throw new Error(result.error)
      const packets = result.events.flatMap((event) => (event.type === 'packet' ? [event.data] : []))
      return { bytes, packets, samples: packets.reduce((sum, packet) => sum + durationInSamples(packet), 0) }
    })
}
