import { pagesIn } from '@carillon/media/ogg/restamp'
import { AppError } from '../../../kernel/app-error.ts'
import type { Listener, ListenerOpening } from '../listeners/listener.ts'
import type { Mount } from '../mount/mount.ts'
import { SAMPLES_PER_MS } from '../mount/pacer.ts'
import type { PageBuffer } from '../mount/page-buffer.ts'
import { MAX_REWINDS } from './limits.ts'
import type { Cursor } from './recorded-part.ts'
import { type Piece, Rewinder } from './rewinder.ts'
import { Tape, type TapeSource } from './tape.ts'

/** Shows of a mount that somebody may still be hearing: who is further behind goes on with the oldest of them. */
export const MAX_TAPES = 8
const RETRY_WHEN_FULL_SECONDS = 10

export type RewindsOptions = {
  mount: Pick<Mount, 'pages' | 'header' | 'sent' | 'serialNumber'>
  /** Monotonic milliseconds. */
  now: () => number
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

  constructor(options: RewindsOptions) {
    this.#options = options
  }

  get size(): number {
    return this.#rewinders.size
  }

  listeners(): Iterable<Listener> {
    return this.#rewinders.keys()
  }

  /** Begins to read the recording of a show; gives its tape, to which what is sent is reported. */
  add(broadcastId: number, source: TapeSource): Tape {
    const tape = new Tape(broadcastId, source)
    this.#tapes.push(tape)
    for (const oldest of this.#tapes.splice(0, this.#tapes.length - MAX_TAPES)) void oldest.close()
    return tape
  }

  /** The recording of a show that is on and can be heard from its beginning; null when it is not recorded. */
  tapeOf(broadcastId: number): Tape | null {
    return this.#tapes.find((tape) => tape.broadcastId === broadcastId && tape.isRunning) ?? null
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

  /** Ends all streams; who is less than half a minute behind gets the rest. */
  close(): void {
    for (const rewinder of this.#rewinders.values()) rewinder.close(this.#restFrom(rewinder.at))
    for (const tape of this.#tapes.splice(0)) void tape.close()
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
    const parts = this.#tapes.flatMap((tape) => tape.parts.map((part) => ({ part, tape })))
    for (const { part, tape } of parts) {
      if (part.until <= at) continue
      // Nobody walks into a private show: on with what is live.
      if (!tape.isPublic) return stretchOf(pages, pages.end - 1)
      const piece = await part.read(Math.max(at, part.from), cursor).catch(() => 'UNREADABLE' as const)
      if (piece === 'UNREADABLE') continue
      if (piece || part.isGrowing) return piece
    }
    // Nothing of it can be had: on with the oldest page that is still here.
    return stretchOf(pages, pages.start)
  }

  #restFrom(at: number): Piece[] {
    const rest: Piece[] = []
    const { pages } = this.#options.mount
    for (let piece = recentAt(pages, at); piece; piece = recentAt(pages, piece.until)) rest.push(piece)
    return rest
  }

  /** A show that is over is kept while somebody hears it. */
  #forgetTapes(): void {
    const isInUse = ({ until }: Tape) => [...this.#rewinders.values()].some(({ at }) => at < until)
    const over = this.#tapes.filter((tape) => tape.isOver && !isInUse(tape))
    for (const tape of over) void tape.close()
    if (over.length > 0) this.#tapes = this.#tapes.filter((tape) => !over.includes(tape))
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
