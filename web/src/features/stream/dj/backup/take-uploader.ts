import { SECOND_MS } from '@carillon/contract/durations'
import { MAX_TAKE_BYTES } from '@carillon/contract/recordings/takes'
import { ApiError } from '../../../../api/api-error.ts'
import type { PieceEntry } from './kept-take.ts'
import type { Held, KeptTakes, Wait } from './kept-takes.ts'
import { ON_ITS_WAY_MS } from './take-line.ts'
import type { TakeStore } from './take-store.ts'
import { packetsOf, type UploadTake } from './upload-take.ts'

/** Length of one upload: ten seconds. In samples at 48 kHz. */
const MAX_SAMPLES = 10 * 48_000
/** An Ogg page of up to 255 segments costs 27 bytes and one for each. */
const MAX_BYTES = MAX_TAKE_BYTES * 0.95
/** While sound goes up, uploads have a tenth of the time, and so less than a tenth of the way. */
const PAUSES_PER_UPLOAD = 9
const FIRST_RETRY_MS = 2 * SECOND_MS
const MAX_RETRY_MS = 30 * SECOND_MS
/** The station writes nothing any more of the take that is being recorded, though its line is open. */
const STUCK_MS = 3 * ON_ITS_WAY_MS
const LOCK_NAME = 'carillon-takes'

/** Way of the sound to the station while this page is on air. */
export type Way = {
  /** The take that is being recorded. */
  current: Held | null
  unwrittenMs: number
  /** Something of that take did not come, and later packets did. */
  hasHole: boolean
  /** Whether all that was recorded has left, over a line that is open. */
  isFree(): boolean
}

export type TakeUploaderOptions = {
  takes: KeptTakes
  store: Pick<TakeStore, 'read'>
  upload: UploadTake
  /** Null: this page is not on air. */
  way: () => Way | null
  isOnline: () => boolean
  /** Whether another tab is on air: what is kept is its business. */
  isInOtherTab: () => boolean
  /** In ms, on a clock that does not jump. */
  now: () => number
  locks: Pick<LockManager, 'request'> | undefined
  onChange: () => void
}

/** Uploads what the station does not have: a piece at a time, one tab at a time, and the sound on air always goes first. */
export class TakeUploader {
  readonly #options: TakeUploaderOptions
  /** Pause of all, after an upload beside a show or when there is no answer. */
  #wait: Wait = FRESH
  #isAtWork = false
  #isUploading = false
  #isSignedOut = false

  constructor(options: TakeUploaderOptions) {
    this.#options = options
  }

  get isUploading(): boolean {
    return this.#isUploading
  }

  /** Somebody is signed in. */
  begin(): void {
    this.#isSignedOut = false
    this.#wait = FRESH
  }

  /** Uploads what may go now. Called again and again; resolves when there is nothing to do, or not yet. */
  async work(): Promise<void> {
    if (this.#isAtWork || !this.#isDue || !this.#next()) return
    this.#isAtWork = true
    try {
      await this.#alone(async () => {
        for (let held = this.#next(); held && this.#isDue; held = this.#next()) await this.#upload(held)
      })
    } finally {
      this.#isAtWork = false
      this.#setUploading(false)
    }
  }

  get #isDue(): boolean {
    const { way, isOnline, isInOtherTab, now } = this.#options
    if (this.#isSignedOut || isInOtherTab() || now() < this.#wait.untilMs) return false
    return way()?.isFree() ?? isOnline()
  }

  #next(): Held | undefined {
    const way = this.#options.way()
    const now = this.#options.now()
    const unfinished = this.#options.takes.unfinished()
    const waits = unfinished.filter(({ wait = FRESH }) => now < wait.untilMs)
    // A take has its place by the one before it: a show waits as a whole.
    const waitingShows = new Set(waits.map(({ take }) => take.broadcastId))
    const mayGo = (held: Held) => held !== way?.current || way.hasHole || way.unwrittenMs > STUCK_MS
    return unfinished.find((held) => mayGo(held) && !waitingShows.has(held.take.broadcastId))
  }

  async #alone(run: () => Promise<void>): Promise<void> {
    const { locks } = this.#options
    if (!locks) return run()
    await locks.request(LOCK_NAME, { ifAvailable: true }, async (lock) => {
      if (lock) await run()
    })
  }

  async #upload(held: Held): Promise<void> {
    const { takes, store, upload, way, now } = this.#options
    this.#setUploading(true)
    const entries = firstPieces(held.pieces)
    const [first] = entries
    if (!first) return
    const pieces = await store.read(entries)
    const startedAt = now()
    try {
      if (pieces.length === entries.length) {
        const left = this.#packetsAfter(held, entries)
        const reply = await upload({ take: held.take, from: first.from, packets: packetsOf(pieces), left })
        takes.uploaded(held, entries)
        takes.acknowledge(held, reply.writtenUpTo)
      } else {
        // Another tab has uploaded those that are gone.
        const found = new Set(pieces.map(({ from }) => from))
        takes.uploaded(
          held,
          entries.filter(({ from }) => !found.has(from)),
        )
      }
      held.wait = FRESH
      this.#wait = FRESH
    } catch (error) {
      this.#failed(held, error)
    }
    const pauseMs = way() ? PAUSES_PER_UPLOAD * (now() - startedAt) : 0
    this.#wait = { ...this.#wait, untilMs: Math.max(this.#wait.untilMs, now() + pauseMs) }
    this.#options.onChange()
  }

  /**
   * Gives up for good where another try would be refused too, and says so; else tries again later. What the station answers is
   * about this show alone, and no other one waits for it.
   */
  #failed(held: Held, error: unknown): void {
    if (!(error instanceof ApiError)) throw error
    const { status, retryAfterSeconds = 0 } = error
    // Of a take that is being recorded the station may know nothing yet, as where its disk is full.
    const isFinal = FINAL.has(status) && held !== this.#options.way()?.current
    if (status === 401) this.#isSignedOut = true
    else if (isFinal) this.#options.takes.giveUpRest(held)
    else if (FOR_ALL.has(status)) this.#wait = this.#longer(this.#wait, retryAfterSeconds)
    else held.wait = this.#longer(held.wait ?? FRESH, retryAfterSeconds)
  }

  #longer({ nextMs }: Wait, leastSeconds: number): Wait {
    const untilMs = this.#options.now() + Math.max(nextMs, leastSeconds * SECOND_MS)
    return { untilMs, nextMs: Math.min(MAX_RETRY_MS, nextMs * 2) }
  }

  /** Packets of the show to upload after these. The rest of the take that is being recorded is on its way, but for a hole. */
  #packetsAfter({ take }: Held, entries: readonly PieceEntry[]): number {
    const current = this.#options.way()?.current
    const others = this.#options.takes.unfinished().filter((held) => held !== current)
    const ofShow = others.filter((held) => held.take.broadcastId === take.broadcastId)
    const sum = ofShow.reduce((packets, { pieces }) => packets + countOf(pieces), 0)
    return take === current?.take ? sum : sum - countOf(entries)
  }

  #setUploading(isUploading: boolean): void {
    if (isUploading === this.#isUploading) return
    this.#isUploading = isUploading
    this.#options.onChange()
  }
}

const FRESH: Wait = { untilMs: 0, nextMs: FIRST_RETRY_MS }
/** No answer at all, and too many calls: nothing else would fare better. */
const FOR_ALL: ReadonlySet<number> = new Set([0, 429])

/** Refusals that another try does not change: no such show, somebody else's, deleted, unreadable, too long. */
const FINAL: ReadonlySet<number> = new Set([400, 403, 404, 409, 410, 413, 415, 422])

/** Pieces from the first one on that follow each other, as long as one upload may be. */
function firstPieces(pieces: readonly PieceEntry[]): PieceEntry[] {
  let samples = 0
  let bytes = 0
  const end = pieces.findIndex((piece, index) => {
    const before = pieces[index - 1]
    samples += piece.samples
    bytes += piece.bytes
    const isNext = !before || before.from + before.count === piece.from
    return index > 0 && (!isNext || samples > MAX_SAMPLES || bytes > MAX_BYTES)
  })
  return pieces.slice(0, end === -1 ? pieces.length : end)
}

function countOf(pieces: readonly PieceEntry[]): number {
  return pieces.reduce((sum, { count }) => sum + count, 0)
}
