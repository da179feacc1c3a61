/**
 * Cost of one packet on its way through the server: out of the recorder's WebM, padded, into an Ogg page.
 *
 *   node bench/media.ts          environment: ROUNDS (5), PACKETS (200000)
 *
 * Peers in the same run: ffmpeg copying the same recording from WebM to Ogg without decoding, and a plain copy of the
 * same bytes. Times are processor time.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { captureNamed, wholeCapture } from '@carillon/media/fixtures/captures'
import { OggMuxer } from '@carillon/media/ogg/muxer'
import { durationInSamples } from '@carillon/media/opus/packet'
import { padPacket } from '@carillon/media/opus/padding'
import { WebmDemuxer } from '@carillon/media/webm/demuxer'
import { median } from '@carillon/testkit/process-cost'

const ROUNDS = Number(process.env.ROUNDS ?? 5)
const PACKETS = Number(process.env.PACKETS ?? 200_000)
const PADDED_BYTES = 1000
/** The floor of a mount, 96 kbps, in samples at 48 kHz for each byte. */
const SAMPLES_PER_BYTE = 4
const PACKETS_PER_PAGE = 4

type Recording = { name: string; chunks: Uint8Array[]; packets: Uint8Array[]; repeats: number }
type Work = (recording: Recording) => void

const works: Record<string, Work> = {
  'copy of the bytes': ({ chunks, repeats }) => {
    for (let round = 0; round < repeats; round += 1) for (const chunk of chunks) chunk.slice()
  },
  demux: ({ chunks, repeats }) => {
    const demuxer = new WebmDemuxer()
    for (let round = 0; round < repeats; round += 1) for (const chunk of chunks) demuxer.push(chunk)
  },
  pad: ({ packets, repeats }) => {
    for (let round = 0; round < repeats; round += 1)
      for (const packet of packets) padPacket(packet, PADDED_BYTES)
  },
  mux: ({ packets, repeats }) => {
    const muxer = new OggMuxer({ serialNumber: 1 })
    const groups = inGroups(packets)
    for (let round = 0; round < repeats; round += 1) for (const group of groups) muxer.page(group)
  },
  'demux, pad and mux': (recording) => {
    const demuxer = new WebmDemuxer()
    const muxer = new OggMuxer({ serialNumber: 1 })
    for (let round = 0; round < recording.repeats; round += 1)
      for (const chunk of recording.chunks)
        muxer.page(
          packetsIn(demuxer, chunk).map((packet) =>
            padPacket(packet, durationInSamples(packet) / SAMPLES_PER_BYTE),
          ),
        )
  },
}

for (const name of ['chromium-desktop', 'firefox-destination']) compare(recordingNamed(name))

function compare(recording: Recording): void {
  const packets = recording.packets.length * recording.repeats
  const bytes =
    recording.packets.reduce((total, packet) => total + packet.length, 0) / recording.packets.length
  console.log(
    `${recording.name}: ${packets} packets of ${bytes.toFixed(0)} bytes, median of ${ROUNDS} rounds`,
  )
  const costs = new Map<string, number[]>()
  for (let round = 0; round <= ROUNDS; round += 1) {
    const isWarmUp = round === 0
    for (const [name, work] of Object.entries(works))
      note(
        costs,
        name,
        processorTime(() => work(recording)),
        isWarmUp,
      )
    note(costs, 'ffmpeg -c copy', ffmpegTime(recording), isWarmUp)
  }
  const peer = median(costs.get('ffmpeg -c copy') ?? [])
  for (const [name, times] of costs) {
    const each = (median(times) * 1e6) / packets
    console.log(
      `  ${name.padEnd(20)} ${each.toFixed(2)} us a packet, ${(median(times) / peer).toFixed(2)} of ffmpeg's`,
    )
  }
}

function note(costs: Map<string, number[]>, name: string, seconds: number, isWarmUp: boolean): void {
  const times = costs.get(name) ?? []
  if (!isWarmUp) times.push(seconds)
  costs.set(name, times)
}

/** Seconds of processor time of this process, garbage collection included. */
function processorTime(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}

/** Processor time by ffmpeg's own account, its start taken off by copying the recording once. */
function ffmpegTime({ chunks, repeats }: Recording): number {
  const folder = mkdtempSync(join(tmpdir(), 'bench-media-'))
  const file = join(folder, 'recording.webm')
  // ffmpeg rewinds only files with an index, which a recorder never writes.
  execFileSync('ffmpeg', ['-v', 'error', '-i', '-', '-c', 'copy', file], { input: Buffer.concat(chunks) })
  const time = copyTime(file, repeats - 1) - copyTime(file, 0)
  rmSync(folder, { recursive: true })
  return time
}

function copyTime(file: string, loops: number): number {
  const parameters = [
    '-hide_banner',
    '-benchmark',
    '-stream_loop',
    String(loops),
    '-i',
    file,
    '-c',
    'copy',
    '-f',
    'ogg',
    '-',
  ]
  const { stderr } = spawnSync('ffmpeg', parameters, {
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
  })
  const [, user = Number.NaN, system = Number.NaN] = stderr.match(/utime=([\d.]+)s stime=([\d.]+)s/) ?? []
  return Number(user) + Number(system)
}

function recordingNamed(name: string): Recording {
  const capture = captureNamed(name)
  const packets = packetsIn(new WebmDemuxer(), wholeCapture(capture))
  return { name, chunks: capture.chunks, packets, repeats: Math.ceil(PACKETS / packets.length) }
}

function packetsIn(demuxer: WebmDemuxer, chunk: Uint8Array): Uint8Array[] {
  const result = demuxer.push(chunk)
  if (!result.ok) throw new Error(result.error)
  return result.events.flatMap((event) => (event.type === 'packet' ? [event.data] : []))
}

function inGroups(packets: Uint8Array[]): Uint8Array[][] {
  return Array.from({ length: Math.ceil(packets.length / PACKETS_PER_PAGE) }, (_, index) =>
    packets.slice(index * PACKETS_PER_PAGE, (index + 1) * PACKETS_PER_PAGE),
  )
}
