import { setTimeout as delay } from 'node:timers/promises'
import { readSegment } from '@carillon/media/fixtures/boxes'
import { until } from './until.ts'

/** Players begin so many segments before the newest, where a playlist does not say (RFC 8216 s6.3.3). */
const BEHIND = 3
/** They ask again after a second for what failed. */
const RETRY_MS = 1_000
const SAMPLES_PER_MS = 48

/** Events of a player of HLS. */
export type HlsListenerReport = {
  segments: number
  /** Of sound, since it began. */
  seconds: number
  /** Time without sound, in milliseconds. */
  stalledMs: number
  /** Segments that did not begin where the one before ended. */
  jumps: number
  /** Requests that were answered with 404, and those that failed otherwise. */
  notFound: number
  failed: number
}

/**
 * A player of a live playlist as its timing is: it begins where that says, or three segments before the newest, asks for the playlist once in a
 * target duration, or half of it where nothing was new (RFC 8216 s6.3.4), and plays one second in a second. `leave` ends it.
 */
export class HlsListener {
  readonly #playlist: string
  readonly #left = new AbortController()
  #report: HlsListenerReport = { segments: 0, seconds: 0, stalledMs: 0, jumps: 0, notFound: 0, failed: 0 }
  #lastNumber: number | null = null
  #endInSamples: number | null = null
  /** When what it has is played, on the monotonic clock. */
  #playedMs: number | null = null
  #isEnded = false

  /** Listens from now on. */
  constructor(origin: string, path = '/hls/live.m3u8') {
    this.#playlist = origin + path
    void this.#play()
  }

  /** Its events so far; where it has no sound now, that counts until now. */
  get report(): HlsListenerReport {
    const silentMs =
      this.#playedMs === null || this.#isEnded ? 0 : Math.max(0, performance.now() - this.#playedMs)
    return { ...this.#report, stalledMs: this.#report.stalledMs + silentMs }
  }

  /** The playlist has ended, and it has all of it. */
  get isEnded(): boolean {
    return this.#isEnded
  }

  leave(): void {
    this.#left.abort()
  }

  async #play(): Promise<void> {
    while (!this.#left.signal.aborted && !this.#isEnded) {
      const text = await this.#get(this.#playlist).then((reply) => reply?.text())
      const waitMs = text === undefined ? RETRY_MS : await this.#take(text)
      await delay(waitMs, undefined, { signal: this.#left.signal }).catch(() => undefined)
    }
  }

  /** Fetches what is new in a playlist; gives the time until it is asked for again. */
  async #take(playlist: string): Promise<number> {
    const begunMs = performance.now()
    const targetMs = Number(/TARGETDURATION:(\d+)/.exec(playlist)?.[1] ?? 1) * 1_000
    const addresses = playlist.split('\n').filter((line) => /^[^#]/.test(line))
    const startMs = Number(/#EXT-X-START:TIME-OFFSET=-(\d+)/.exec(playlist)?.[1] ?? 0) * 1_000
    const behind = Math.max(BEHIND, Math.ceil(startMs / targetMs))
    const last = this.#lastNumber
    const fresh =
      last === null ? addresses.slice(-behind) : addresses.filter((address) => numberOf(address) > last)
    for (const address of fresh)
      if (!(await this.#fetch(new URL(address, this.#playlist).href))) return RETRY_MS
    this.#isEnded = playlist.includes('#EXT-X-ENDLIST')
    return Math.max(0, (fresh.length > 0 ? targetMs : targetMs / 2) - (performance.now() - begunMs))
  }

  /** False where a segment did not come: it is looked for again in the next playlist. */
  async #fetch(address: string): Promise<boolean> {
    const reply = await this.#get(address)
    if (!reply) return false
    const bytes = new Uint8Array(await reply.arrayBuffer())
    const { startInSamples, durationsInSamples } = readSegment(bytes)
    const samples = durationsInSamples.reduce((sum, each) => sum + each, 0)
    const nowMs = performance.now()
    if (this.#endInSamples !== null && this.#endInSamples !== startInSamples) this.#report.jumps += 1
    this.#report.segments += 1
    this.#report.seconds += samples / SAMPLES_PER_MS / 1_000
    this.#report.stalledMs += Math.max(0, nowMs - (this.#playedMs ?? nowMs))
    this.#playedMs = Math.max(nowMs, this.#playedMs ?? nowMs) + samples / SAMPLES_PER_MS
    this.#endInSamples = startInSamples + samples
    this.#lastNumber = numberOf(address)
    return true
  }

  /** The reply; null where there is none, which is counted. */
  async #get(address: string): Promise<Response | null> {
    const reply = await fetch(address, { signal: this.#left.signal }).catch(() => null)
    if (reply?.ok || this.#left.signal.aborted) return reply
    if (reply?.status === 404) this.#report.notFound += 1
    else this.#report.failed += 1
    await reply?.body?.cancel()
    return null
  }
}

/** Waits until a live playlist names so many segments; players that begin then play from the first of three on. */
export async function untilPlayable(origin: string, limitMs: number, segments = BEHIND): Promise<void> {
  const count = async () =>
    (await (await fetch(`${origin}/hls/live.m3u8`)).text()).match(/\.m4s$/gm)?.length ?? 0
  await until(async () => (await count()) >= segments, limitMs, `there are ${segments} segments`)
}

const numberOf = (address: string) => Number(/(\d+)\.m4s$/.exec(address)?.[1])
