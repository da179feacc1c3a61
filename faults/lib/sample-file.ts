import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SECOND_MS } from '@carillon/contract/durations'
import type { Evening } from './evening.ts'
import type { Sample } from './samples.ts'
import type { SmallStation } from './small-station.ts'

const MEGA = 1e6
const HEAD =
  'seconds,main MB,resident MB,limited MB,heap MB,log MB,data MB,loop p99 ms,loop most ms,gap ms,listeners,calls p99 ms,wait ms,attack'

/**
 * File of samples of a station during an evening, for a person who looks for the reason: lines of a table with commas.
 */
export class SampleFile {
  readonly #path: string | null

  /** Without a folder nothing is written. */
  constructor(folder: string | undefined) {
    this.#path = folder ? join(folder, 'small-machine.csv') : null
    if (!folder || !this.#path) return
    mkdirSync(folder, { recursive: true })
    writeFileSync(this.#path, `${HEAD}\n`)
  }

  add(sample: Sample, { usedBytes }: SmallStation, { act, audience }: Evening): void {
    if (!this.#path) return
    const { mainBytes, residentBytes, heapBytes, logBytes, dataBytes } = sample
    const bytes = [mainBytes, residentBytes, usedBytes, heapBytes, logBytes, dataBytes]
    const last = audience.at(-1)
    const waits = [sample.loopP99Ms, sample.loopMostMs, sample.gapMs]
    const others = [last?.listeners ?? 0, last?.callMs.p99 ?? 0, last?.longestWaitMs ?? 0]
    const cells = [sample.atMs / SECOND_MS, ...bytes.map((each) => each / MEGA), ...waits, ...others].map(
      (each) => each.toFixed(0),
    )
    appendFileSync(this.#path, `${[...cells, act].join(',')}\n`)
  }
}
