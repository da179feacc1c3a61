import { pagesIn } from '@carillon/media/ogg/restamp'
import { AppError } from '../../../kernel/app-error.ts'
import type { Listener, ListenerOpening } from '../listeners/listener.ts'
import type { Mount } from '../mount/mount.ts'
import { SAMPLES_PER_MS } from '../mount/pacer.ts'
import { MAX_BEHIND_MS, type PageBuffer } from '../mount/page-buffer.ts'
import { MAX_REWINDS } from './limits.ts'
import type { Cursor } from './recorded-part.ts'
import { type Piece, Rewinder } from './rewinder.ts'
import { Tape, type TapePlace, type TapeSource } from './tape.ts'

/** Shows of a mount that somebody may still be hearing: who is further behind goes on with the oldest of them. */
export const MAX_TAPES = 8
/** Files of what played between shows. */
export const MAX_ITEM_TAPES = 500
const RETRY_WHEN_FULL_SECONDS = 10

export type RewindsOptions = {
  mount: Pick<Mount, 'pages' | 'header' | 'sent' | 'serialNumber'>
  /** Monotonic milliseconds. */
  now: () => number
  /** Time for which listeners may go back in what is over; unless given, what is over is kept while somebody hears it. */
  keptMs?: () => number
}

/** Place to listen from: header pages to begin with, and who writes the rest. */
export type RewindPlace = {
  opening(): ListenerOpening
  fanOut: { add(listener: Listener): void; remove(listener: Listener): void }
}

/**
 * Listeners of one mount who hear what was sent earlier: from its last pages, or from the recordings of its shows. They
 * go on from the one into the other without a seam. `tick` a few times a second.
 */
export class Rewinds {
  readonly #options: RewindsOptions
  #tapes: Tape[] = []
  readonly #rewinders = new Map<Listener, Rewinder>()
  /** Resolves when what was given up is closed. */
  #closed: Promise<void> = Promise.resolve()

  constructor(options: RewindsOptions) {
    this.#options = options
  }

  get size(): number {
    return this.#rewinders.size
  }

  listeners(): Iterable<Listener> {
    return this.#rewinders.keys()
  }

  /** Time for which listeners may go back in what is over. */
  get keptMs(): number {
    return this.#options.keptMs?.() ?? 0
  }

  /**
   * Begins to read the recording of a show, or with `onClose` of an item between shows, which is called when its file may be
   * removed; gives its tape, to which what is sent is reported.
   */
  add(broadcastId: number | null, source: TapeSource, onClose: (() => Promise<void>) | null = null): Tape {
    const tape = new Tape(broadcastId, source, onClose)
    this.#tapes.push(tape)
    const alike = this.#tapes.filter(({ isItem }) => isItem === tape.isItem)
    this.#close(alike.slice(0, Math.max(0, alike.length - (tape.isItem ? MAX_ITEM_TAPES : MAX_TAPES))))
    return tape
  }

  /** The recording of a show that is on and can be heard from its beginning; null when it is not recorded. */
  tapeOf(broadcastId: number): Tape | null {
    return (
      this.#tapes.find((tape) => tape.broadcastId === broadcastId && tape.isRunning && !tape.isItem) ?? null
    )
  }

  /**
   * Place of a time in ms since 1970 in what is kept, as far as anybody may hear it: of a time before that its beginning, and
   * the next sound where nothing is kept. Null where nothing is.
   */
  async placeOf(
    timeMs: number,
    nowMs: number,
    isRecordingPublic: (broadcastId: number) => Promise<boolean>,
  ): Promise<TapePlace | null> {
    if (this.keptMs === 0) return null
    const edge = this.#options.mount.sent
    const at = edge - Math.round(Math.min(nowMs - timeMs, this.keptMs) * SAMPLES_PER_MS)
    const placeAt = (position: number) => ({ position, timeMs: nowMs - (edge - position) / SAMPLES_PER_MS })
    for (const tape of this.#tapesAfter(at)) {
      const { broadcastId, from } = tape
      const isOpen = broadcastId === null || (await tape.learnIsPublic(() => isRecordingPublic(broadcastId)))
      if (from !== null && isOpen && (await tape.isReadable())) return placeAt(Math.max(at, from))
    }
    // A pause is in memory alone.
    return recentAt(this.#options.mount.pages, at) && placeAt(at)
  }

  /** Takes listeners at a position. Throws BUSY. */
  placeAt(at: number): RewindPlace {
    if (this.size >= MAX_REWINDS) throw new AppError('BUSY', { retryAfterSeconds: RETRY_WHEN_FULL_SECONDS })
    return {
      opening: () => ({ bytes: Buffer.from(this.#options.mount.header), next: 0, back: null }),
      fanOut: {
        add: (listener) => this.#begin(listener, at),
        remove: (listener) => void this.#rewinders.delete(listener),
      },
    }
  }

  /** A show's recording is for nobody any more: who is in it goes on with what is live. */
  withdraw(broadcastId: number): void {
    const { sent } = this.#options.mount
    for (const tape of this.#tapes) {
      if (tape.broadcastId !== broadcastId) continue
      tape.withdraw()
      if (tape.from === null) continue
      for (const rewinder of this.#rewinders.values())
        if (rewinder.at >= tape.from && rewinder.at < tape.until) rewinder.moveTo(sent)
    }
  }

  tick(): void {
    for (const rewinder of this.#rewinders.values()) void rewinder.tick()
    this.#forgetTapes()
  }

  dropStalled(stalled: ReadonlySet<string>): void {
    for (const listener of this.listeners()) if (stalled.has(listener.connection)) listener.dropStalled()
  }

  /** Ends all streams; who is less than half a minute behind gets the rest. Resolves when all files are closed. */
  async close(): Promise<void> {
    for (const rewinder of this.#rewinders.values()) rewinder.close(this.#restFrom(rewinder.at))
    this.#close(this.#tapes)
    await this.#closed
  }

  #begin(listener: Listener, at: number): void {
    const { mount, now } = this.#options
    const rewinder = new Rewinder({
      listener,
      at,
      now,
      serialNumber: mount.serialNumber,
      read: (position, cursor) => this.#read(position, cursor),
    })
    this.#rewinders.set(listener, rewinder)
    void rewinder.tick()
  }

  #read(at: number, cursor: Cursor | null): Promise<Piece | null> | Piece | null {
    const { mount } = this.#options
    return at >= mount.sent ? null : (recentAt(mount.pages, at) ?? this.#readRecorded(at, cursor))
  }

  async #readRecorded(at: number, cursor: Cursor | null): Promise<Piece | null> {
    const { pages } = this.#options.mount
    const parts = this.#tapesAfter(at).flatMap((tape) => tape.parts.map((part) => ({ part, tape })))
    let isPassed = false
    for (const { part, tape } of parts) {
      if (part.until <= at) continue
      // Nobody walks into a private show: on with what follows it, or what is live.
      isPassed ||= !tape.isPublic
      if (!tape.isPublic && !tape.isOver) break
      if (!tape.isPublic) continue
      const piece = await part.read(Math.max(at, part.from), cursor).catch(() => 'UNREADABLE' as const)
      if (piece === 'UNREADABLE') continue
      if (piece || part.isGrowing) return piece
    }
    // Nothing of it can be had: on with the oldest page that is still here, unless that may be of the private show.
    return stretchOf(pages, isPassed ? pages.end - 1 : pages.start)
  }

  /** Tapes of the sound after a position, in order: that of a show begins ahead of its first sound, in an item. */
  #tapesAfter(at: number): Tape[] {
    return this.#tapes
      .filter(({ until }) => until > at)
      .map((tape) => ({ tape, from: tape.from ?? Number.POSITIVE_INFINITY }))
      .sort((one, other) => one.from - other.from)
      .map(({ tape }) => tape)
  }

  #restFrom(at: number): Piece[] {
    const rest: Piece[] = []
    const { pages } = this.#options.mount
    for (let piece = recentAt(pages, at); piece; piece = recentAt(pages, piece.until)) rest.push(piece)
    return rest
  }

  /** Closes what is over, after its time, private ones once they have left the memory, and none while somebody hears it. */
  #forgetTapes(): void {
    const { sent } = this.#options.mount
    let least = sent
    for (const { at } of this.#rewinders.values()) least = Math.min(least, at)
    const { keptMs } = this
    const isNeeded = ({ isOver, isPublic, until }: Tape) => {
      const ownMs = isPublic ? keptMs : Math.min(keptMs, MAX_BEHIND_MS)
      return !isOver || until > Math.min(least, sent - ownMs * SAMPLES_PER_MS)
    }
    this.#close(this.#tapes.filter((tape) => !isNeeded(tape)))
  }

  #close(tapes: readonly Tape[]): void {
    if (tapes.length === 0) return
    this.#tapes = this.#tapes.filter((tape) => !tapes.includes(tape))
    const closed = Promise.all([this.#closed, ...tapes.map((tape) => tape.close())])
    this.#closed = closed.then(() => undefined)
  }
}

/** The pages in memory that sound at this position and after it; null when it is not among them. */
function recentAt(pages: PageBuffer, at: number): Piece | null {
  if (pages.start === pages.end || at < placeOf(pages, pages.start).from) return null
  for (let number = pages.end - 1; number >= pages.start; number--) {
    const { from, until } = placeOf(pages, number)
    if (at >= from) return at < until ? stretchOf(pages, number) : null
  }
  return null
}

function stretchOf(pages: PageBuffer, number: number): Piece | null {
  if (number >= pages.end) return null
  const { bytes, next } = pages.read(number)
  const { from } = placeOf(pages, number)
  const { until } = placeOf(pages, next - 1)
  return { bytes, from, until, origin: 0, cursor: null }
}

function placeOf(pages: PageBuffer, number: number): { from: number; until: number } {
  const { bytes, durationMs } = pages.at(number) ?? { bytes: new Uint8Array(0), durationMs: 0 }
  const until = Math.max(0, ...[...pagesIn(bytes)].map(({ granulePosition }) => granulePosition))
  return { from: until - Math.round(durationMs * SAMPLES_PER_MS), until }
}
