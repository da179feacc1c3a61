/**
 * Cost of hearing whether the air is silent, and of making the recording of a long show ready.
 *
 *   node bench/sound.ts [hours]      default: 3
 *
 * CPU is that of this process and of the one that decodes, its start included, in percent of one core for as long as the
 * sound lasts. The promise: under 2 % for the guardian; a show of three hours in two minutes of one core, and the event loop
 * of the station never late by 100 ms.
 */
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { captureNamed } from '@carillon/media/fixtures/captures'
import { demux, packetsOf } from '@carillon/media/fixtures/demux'
import { OggMuxer } from '@carillon/media/ogg/muxer'
import { durationInSamples } from '@carillon/media/opus/packet'
import { cpuSecondsWithChildren } from '@carillon/testkit/process-cost'
import { startJoin } from '../server/src/features/recordings/join/start-join.ts'
import { DecoderProcess } from '../server/src/features/stream/silence/decoder-process.ts'

const HOURS = Number(process.argv[2] ?? 3)
const GUARDED_SECONDS = 600
const BLOCKS_PER_SECOND = 10
const NANOSECONDS_PER_MS = 1e6
const PACKETS_PER_PAGE = 5

const sound = packetsOf(demux(captureNamed('chromium-mixed').chunks))
const soundSeconds = sound.reduce((sum, packet) => sum + durationInSamples(packet), 0) / 48_000

// What decodes keeps no process alive: a station has its sockets.
const alive = setInterval(() => undefined, 1_000)
await guard()
await joinLong()
clearInterval(alive)

async function guard(): Promise<void> {
  let levelCount = 0
  let wake = () => {}
  const decoder = new DecoderProcess({
    onMeasured: ({ levels }) => {
      levelCount += levels.length
      wake()
    },
    onDeath: (error) => {
      throw error
    },
  })
  const listen = async (seconds: number) => {
    const until = levelCount + seconds * BLOCKS_PER_SECOND
    while (levelCount < until) {
      const before = levelCount
      decoder.push({ packets: sound })
      while (levelCount === before)
        await new Promise<void>((resolve) => {
          wake = resolve
        })
    }
  }
  const cpuSeconds = await cpuSecondsOf(async () => {
    await listen(GUARDED_SECONDS)
    await decoder.close()
  })
  const percent = (100 * cpuSeconds) / GUARDED_SECONDS
  console.log(`guardian: ${percent.toFixed(2)} % of one core while a show is on air`)
}

async function joinLong(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sound-'))
  const half = (HOURS * 3_600) / 2
  const parts = [1, 2].map((part) => writePart(join(folder, `${part}.ogg`), half))
  const lateness = monitorEventLoopDelay({ resolution: 5 })
  lateness.enable()
  const startedMs = performance.now()
  let summary = ''
  const cpuSeconds = await cpuSecondsOf(async () => {
    const joined = await startJoin({ parts, target: join(folder, 'joined') }, new AbortController().signal)
    const minutes = ((joined?.durationMs ?? 0) / 60_000).toFixed(1)
    summary = `${minutes} min, ${((joined?.bytes ?? 0) / 1e6).toFixed(0)} MB, ${joined?.peaks.length} heights`
  })
  const seconds = (performance.now() - startedMs) / 1_000
  const lateMs = lateness.max / NANOSECONDS_PER_MS
  rmSync(folder, { recursive: true })
  console.log(`recording: ${summary}; ready in ${seconds.toFixed(1)} s, ${cpuSeconds.toFixed(1)} s of CPU`)
  console.log(`recording: event loop late by ${lateMs.toFixed(0)} ms at most meanwhile`)
}

function writePart(path: string, seconds: number): string {
  const muxer = new OggMuxer({ serialNumber: 1 })
  const file = openSync(path, 'w')
  writeSync(file, muxer.headerPages())
  for (let written = 0; written < seconds; written += soundSeconds)
    for (let at = 0; at < sound.length; at += PACKETS_PER_PAGE)
      writeSync(file, muxer.page(sound.slice(at, at + PACKETS_PER_PAGE)))
  writeSync(file, muxer.lastPage([]))
  closeSync(file)
  return path
}

async function cpuSecondsOf(work: () => Promise<void>): Promise<number> {
  const before = cpuSecondsWithChildren(process.pid)
  await work()
  // A process is counted when it has ended.
  while (process.getActiveResourcesInfo().includes('ProcessWrap')) await delay(20)
  return cpuSecondsWithChildren(process.pid) - before
}
