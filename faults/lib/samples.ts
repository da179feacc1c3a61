import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { SECOND_MS } from '@carillon/contract/durations'
import { residentBytes, residentBytesWithChildren } from '@carillon/testkit/process-cost'
import type { FaultRig } from './fault-rig.ts'

/** Sample of a station at one moment. */
export type Sample = {
  atMs: number
  /** Of its process with the embedded database in it, and with the processes that it has started. */
  mainBytes: number
  residentBytes: number
  heapBytes: number
  loopP99Ms: number
  loopMostMs: number
  /** The log of the embedded database, and the whole data folder with it. */
  logBytes: number
  dataBytes: number
  gapMs: number
}

/** Looks at a station from time to time, until `stop`. What it could not see, as of a process that has ended, is 0. */
export class Samples {
  readonly all: Sample[] = []
  readonly #rig: FaultRig
  readonly #dataFolder: string
  readonly #startedAtMs = performance.now()
  readonly #timer: NodeJS.Timeout
  readonly #onSample: (sample: Sample) => void

  constructor(rig: FaultRig, dataFolder: string, everyMs: number, onSample: (sample: Sample) => void) {
    this.#rig = rig
    this.#dataFolder = dataFolder
    this.#onSample = onSample
    this.#timer = setInterval(() => void this.#look(), everyMs)
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  async #look(): Promise<void> {
    const { station, doorListeners } = this.#rig
    const metrics = await readMetrics(station.address)
    const sample = {
      atMs: performance.now() - this.#startedAtMs,
      mainBytes: ofProcess(() => residentBytes(station.pid)),
      residentBytes: ofProcess(() => residentBytesWithChildren(station.pid)),
      heapBytes: metrics('nodejs_heap_size_used_bytes'),
      loopP99Ms: metrics('nodejs_eventloop_lag_p99_seconds') * SECOND_MS,
      loopMostMs: metrics('nodejs_eventloop_lag_max_seconds') * SECOND_MS,
      logBytes: await folderBytes(join(this.#dataFolder, 'embedded/database/pg_wal')),
      dataBytes: await folderBytes(this.#dataFolder),
      gapMs: Math.max(...doorListeners.map(({ gapMs }) => gapMs)),
    }
    this.all.push(sample)
    this.#onSample(sample)
  }
}

async function readMetrics(origin: string): Promise<(name: string) => number> {
  const reply = await fetch(`${origin}/metrics`).catch(() => null)
  const text = (await reply?.text()) ?? ''
  return (name) => Number(new RegExp(`^${name} ([\\d.e+-]+)$`, 'm').exec(text)?.[1] ?? 0)
}

/** 0 when it, or a process that it has started, ended meanwhile. */
function ofProcess(look: () => number): number {
  try {
    return look()
  } catch {
    return 0
  }
}

/** Files come and go while it is read: those that have gone count nothing. */
async function folderBytes(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  const sizes = names.map((name) =>
    stat(join(folder, name)).then(
      (found) => (found.isFile() ? found.size : 0),
      () => 0,
    ),
  )
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}
