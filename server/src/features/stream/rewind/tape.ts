import { SAMPLES_PER_MS } from '../mount/pacer.ts'
import type { EarlierPart } from '../outputs/recording.ts'
import { RecordedPart } from './recorded-part.ts'

/** Files of before restarts that can be heard again; a show that was restarted more often begins later. */
export const MAX_EARLIER_PARTS = 20

/** A recording that is being written, as far as it is read meanwhile. */
export type TapeSource = {
  readonly length: number
  readonly isOpen: boolean
  readonly hasFailed: boolean
  readonly files: { path: string; writtenBytes: number; earlier: readonly EarlierPart[] } | null
}

/** Position in samples at 48 kHz on the mount, and when it was sent, in ms since 1970. */
export type TapePlace = { position: number; timeMs: number }

/**
 * The recording of a show, or of an item, on the mount that it plays into: position of its sound, its files in order. Positions are in
 * samples at 48 kHz on the mount; what was sent before a restart lies ahead of it, without the hole between them.
 */
export class Tape {
  /** Null for an item that is of no show: anybody may hear it. */
  readonly broadcastId: number | null
  /** It is of an item between shows: its file stays until it is closed. */
  readonly isItem: boolean
  #isPublic: boolean
  #withdrawals = 0
  readonly #source: TapeSource
  readonly #onClose: (() => Promise<void>) | null
  /** Position of its first sound on this mount; null before that. */
  #origin: number | null = null
  /** Position of its end, once the show is over. */
  #end: number | null = null
  #current: RecordedPart | null = null
  #earlier: { part: RecordedPart; endedAtMs: number }[] | null = null

  /** `onClose` is for an item alone: its file may be removed. */
  constructor(broadcastId: number | null, source: TapeSource, onClose: (() => Promise<void>) | null = null) {
    this.broadcastId = broadcastId
    this.#isPublic = broadcastId === null
    this.isItem = onClose !== null
    this.#source = source
    this.#onClose = onClose
  }

  /** Anybody may go back in it; nobody does until that is known. */
  get isPublic(): boolean {
    return this.#isPublic
  }

  /** Asks whether anybody may go back in it. An answer from before it was withdrawn opens nothing. */
  async learnIsPublic(ask: () => Promise<boolean>): Promise<boolean> {
    const withdrawals = this.#withdrawals
    const isPublic = await ask()
    this.#isPublic = isPublic && withdrawals === this.#withdrawals
    return this.#isPublic
  }

  /** It is for nobody any more. */
  withdraw(): void {
    this.#isPublic = false
    this.#withdrawals += 1
  }

  /** It is recorded, and goes on. */
  get isRunning(): boolean {
    return this.#end === null && !this.#source.hasFailed
  }

  /** Whether what is being recorded can be read; until something is written, nothing of it is in the way. */
  async isReadable(): Promise<boolean> {
    return (await this.parts.at(-1)?.isReadable()) ?? !this.#source.hasFailed
  }

  get isOver(): boolean {
    return this.#end !== null
  }

  /** Position of its beginning; null before its first sound. */
  get from(): number | null {
    this.#open()
    return this.#earlier?.[0]?.part.from ?? this.#origin
  }

  get until(): number {
    return this.#end ?? (this.#origin ?? 0) + this.#source.length
  }

  /** Files that can be read, the oldest first. */
  get parts(): RecordedPart[] {
    this.#open()
    const earlier = this.#earlier?.map(({ part }) => part) ?? []
    return this.#current ? [...earlier, this.#current] : earlier
  }

  /** A page of it was sent, up to this position of the mount. */
  noteSent(position: number): void {
    if (this.#source.length > 0) this.#origin ??= position - this.#source.length
  }

  /** The show is over: nothing of what is sent from now on is its own. Idempotent. */
  end(): void {
    if (this.#end !== null) return
    this.#end = this.until
    // The files of a show go once it is joined; what is open can be read to its end.
    if (!this.isItem) for (const part of this.parts) part.open()
  }

  /**
   * Place in the show of a time in ms since 1970; `edge` is the position of now. The beginning where the show had not begun,
   * and the next sound where nothing was sent.
   */
  placeAt(timeMs: number, nowMs: number, edge: number): TapePlace {
    this.#open()
    const earlier = this.#earlier?.map(({ part, endedAtMs }) => spanOf(part, endedAtMs)) ?? []
    const spans = [...earlier, spanOf({ from: this.#origin ?? edge, until: edge }, nowMs)]
    const span = spans.find(({ endsAtMs }) => timeMs < endsAtMs)
    if (!span) return { position: edge, timeMs: nowMs }
    const sinceMs = Math.max(0, timeMs - span.beginsAtMs)
    return { position: span.from + Math.round(sinceMs * SAMPLES_PER_MS), timeMs: span.beginsAtMs + sinceMs }
  }

  async close(): Promise<void> {
    this.end()
    const earlier = this.#earlier?.map(({ part }) => part) ?? []
    await Promise.all([...earlier, this.#current].map((part) => part?.close()))
    await this.#onClose?.()
  }

  #open(): void {
    const { files } = this.#source
    const origin = this.#origin
    if (this.#current || !files || origin === null) return
    this.#current = new RecordedPart({
      path: files.path,
      origin,
      bytes: () => this.#source.files?.writtenBytes ?? 0,
      until: () => this.until,
      isGrowing: () => this.#source.isOpen,
    })
    let until = origin
    this.#earlier = files.earlier
      .slice(-MAX_EARLIER_PARTS)
      .toReversed()
      .map(({ path, samples, endedAtMs }) => {
        const end = until
        until -= samples
        const options = { path, origin: until, until: () => end, isGrowing: () => false }
        return { part: new RecordedPart({ ...options, bytes: () => Number.MAX_SAFE_INTEGER }), endedAtMs }
      })
      .toReversed()
  }
}

function spanOf({ from, until }: { from: number; until: number }, endsAtMs: number) {
  return { from, beginsAtMs: endsAtMs - (until - from) / SAMPLES_PER_MS, endsAtMs }
}
