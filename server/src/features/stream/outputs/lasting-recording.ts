import type { MapRun } from '@carillon/media/takes/packet-map'
import { SAMPLES_PER_MS } from '../mount/pacer.ts'
import { hasRoom, Recording, type RecordingOptions } from './recording.ts'
import { TakeLog } from './take-log.ts'

/** Time until the disk is tried again that has failed; it doubles with each part that fails as well. */
const FIRST_RETRY_MS = 2_000
const LONGEST_RETRY_MS = 60_000

export type LastingRecordingOptions = Omit<RecordingOptions, 'takes'> & {
  /** Monotonic milliseconds. */
  now: () => number
}

/**
 * The recording of a show, which goes on in another part once its disk takes something again. What the DJ's page uploads
 * finds its place between the two.
 */
export class LastingRecording {
  readonly takes = new TakeLog()
  /** Part in which listeners go back: where the disk fails, it ends. */
  readonly first: Recording
  readonly #options: LastingRecordingOptions
  #current: Recording
  /** Pages with which each part begins. */
  #header: Uint8Array | null = null
  #retryMs = FIRST_RETRY_MS
  #retryAtMs: number | null = null
  #isClosed = false

  constructor(options: LastingRecordingOptions) {
    this.#options = options
    this.first = this.#begin()
    this.#current = this.first
  }

  /** Nothing is written now because the disk failed. */
  get hasFailed(): boolean {
    return this.#current.hasFailed
  }

  /** Length of the recording, with what was lost in between, and the files of before a restart. */
  get lengthMs(): number {
    const { first } = this
    const since = this.#current === first ? 0 : Math.max(0, this.#current.length - first.length)
    return first.lengthMs + Math.round(since / SAMPLES_PER_MS)
  }

  /** Takes a page, and of whom its packets are. It never waits and never throws. */
  append(bytes: Uint8Array, runs: readonly MapRun[] = []): void {
    if (runs.length === 0) this.#header ??= bytes
    if (this.#current.hasFailed) void this.#tryAgain().catch(this.#options.onFailure)
    this.#current.append(bytes, runs)
  }

  /** Writes what is queued and closes the files; idempotent. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#current.close()
  }

  async #tryAgain(): Promise<void> {
    const nowMs = this.#options.now()
    this.#retryAtMs ??= nowMs + this.#retryMs
    if (nowMs < this.#retryAtMs) return
    this.#retryAtMs = nowMs + this.#retryMs
    // A disk that is away may not even say how full it is.
    if (!(await hasRoom(this.#options).catch(() => false))) return
    await this.#current.close()
    if (this.#isClosed) return
    this.#retryAtMs = null
    this.#retryMs = Math.min(LONGEST_RETRY_MS, this.#retryMs * 2)
    this.#current = this.#begin()
    if (this.#header) this.#current.append(this.#header)
  }

  #begin(): Recording {
    return new Recording({ ...this.#options, takes: this.takes })
  }
}
