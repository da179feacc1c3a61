import { setTimeout as delay } from 'node:timers/promises'
import { AudioGap, Lateness } from './audio-gap.ts'
import { HttpListener } from './listener.ts'
import type { WatchedPage } from './ogg-watcher.ts'

const SAMPLES_PER_MS = 48
/** The station's silence is three bytes and padding; a recorder's packets hold hardly a zero. */
const SILENT_SHARE = 0.9
/** As the listener page waits before it tries again. */
const FIRST_RETRY_MS = 500
/** Sooner than the page, which waits for up to 30 s: how long the station was away is what counts here. */
const LONGEST_RETRY_MS = 2_000

/** A listener who stays: reads the stream page by page, and comes back when the connection ends. */
export class ListenerProbe {
  readonly #origin: string
  readonly #path: string
  readonly #gap = new AudioGap()
  #lateness = new Lateness()
  readonly #faults: string[] = []
  #listener: HttpListener | null = null
  #granule: bigint | null = null
  #soundAtMs = 0
  #breaks = 0
  #isLeaving = false

  /** Listens from now on, until `leave`. */
  constructor(origin: string, path = '/live.ogg') {
    this.#origin = origin
    this.#path = path
    void this.#stay()
  }

  /** Length of the present gap in the studio's sound. */
  get gapMs(): number {
    return this.#gap.totalMs(performance.now())
  }

  /** The buffer that a player would have needed since this was last asked, or since this connection began. */
  takeLatenessMs(): number {
    return this.#lateness.takeMostMs()
  }

  /** When the last sound of the studio came, on the monotonic clock; 0 before the first. */
  get soundAtMs(): number {
    return this.#soundAtMs
  }

  /** Number of times the connection ended by itself. */
  get breaks(): number {
    return this.#breaks
  }

  /** Faults that a player would have noticed within one connection. */
  get faults(): readonly string[] {
    return [...this.#faults, ...(this.#listener?.watcher.faults ?? [])]
  }

  leave(): void {
    this.#isLeaving = true
    this.#listener?.leave()
  }

  async #stay(): Promise<void> {
    for (let tries = 0; !this.#isLeaving; tries += 1) {
      this.#granule = null
      this.#lateness = new Lateness()
      const wasReceived = await this.#listen()
      if (wasReceived) tries = 0
      await delay(Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** tries))
    }
  }

  /** Resolves at the end of one connection: whether anything was heard. */
  async #listen(): Promise<boolean> {
    const onPage = (page: WatchedPage) => this.#take(page)
    const listener = await HttpListener.join(this.#origin, this.#path, false, onPage).catch(() => null)
    if (!listener) return false
    this.#listener = listener
    if (this.#isLeaving) listener.leave()
    await new Promise((resolve) => listener.reply.once('close', resolve))
    this.#listener = null
    this.#faults.push(...listener.watcher.faults)
    if (!this.#isLeaving) this.#breaks += 1
    return listener.watcher.pages > 0
  }

  #take({ granule, payload }: WatchedPage): void {
    if (granule <= 0n) return
    const atMs = performance.now()
    const samples = this.#granule === null ? 0n : granule - this.#granule
    this.#granule = granule
    const isSilent = isStationSilence(payload)
    this.#gap.push({ atMs, durationMs: Number(samples) / SAMPLES_PER_MS, isSilent })
    this.#lateness.push(atMs, Number(granule) / SAMPLES_PER_MS)
    if (!isSilent) this.#soundAtMs = atMs
  }
}

function isStationSilence(payload: Buffer): boolean {
  let zeros = 0
  for (const byte of payload) if (byte === 0) zeros += 1
  return zeros > payload.length * SILENT_SHARE
}
