import { DAY_MS, HOUR_MS } from '@carillon/contract/durations'
import { TAKE_DAYS, type TakeRun } from '@carillon/contract/recordings/takes'
import { randomUuid } from '../../../../lib/random-uuid.ts'
import type { KeptTake, PieceEntry, TakeBefore } from './kept-take.ts'
import type { Leftover, TakeStore } from './take-store.ts'

/** Pieces of one take: more than three hours of 60 ms each. The oldest are given up when there are more. */
export const MAX_PIECES = 200_000
const SAMPLES_PER_MS = 48

/**
 * One take with what is still kept of it, in order. `isInDoubt`: it may be that nobody was to hear it, and none of it goes up
 * before that is known. `wait`: its last upload failed, and the next one comes later.
 */
export type Held = Leftover & { isInDoubt?: boolean; wait?: Wait }
/** Pause before another try: until when, on the clock of the uploader, and how long the next one is at least. */
export type Wait = { untilMs: number; nextMs: number }

type Context = {
  store: Pick<TakeStore, 'load' | 'saveTake' | 'add' | 'forget' | 'forgetTake'>
  /** Unix ms. */
  now: () => number
}

/** Takes of the person at this page that the station may not have, the oldest first. Each change is stored. */
export class KeptTakes {
  readonly #context: Context
  #held: Held[] = []
  #userId: number | null = null
  /** Takes that began on this page. */
  readonly #own = new Set<string>()
  #missingSamples = 0

  constructor(context: Context) {
    this.#context = context
  }

  /** Sound that was given up in this visit. */
  get missingMs(): number {
    return this.#missingSamples / SAMPLES_PER_MS
  }

  /** Reads what this device has of a person, and forgets what is too old to be taken. */
  async open(userId: number): Promise<void> {
    if (this.#userId !== userId) this.close()
    this.#userId = userId
    const { store, now } = this.#context
    const found = await store.load()
    if (this.#userId !== userId) return
    const known = new Map(this.#held.map((held) => [held.take.takeId, held]))
    for (const { take, pieces } of found) {
      const ageMs = now() - take.changedAt
      const isOver = ageMs > TAKE_DAYS * DAY_MS || (pieces.length === 0 && ageMs > 12 * HOUR_MS)
      if (isOver) this.#drop({ take, pieces })
      // This page knows better what became of its own.
      else if (take.userId === userId && !this.#own.has(take.takeId)) known.set(take.takeId, { take, pieces })
    }
    const foundIds = new Set(found.map(({ take }) => take.takeId))
    this.#held = [...known.values()]
      .filter(({ take }) => this.#own.has(take.takeId) || foundIds.has(take.takeId))
      .toSorted((a, b) => a.take.changedAt - b.take.changedAt)
  }

  /** Nobody is here any more; what is stored stays for their next visit. */
  close(): void {
    this.#held = []
    this.#own.clear()
    this.#userId = null
    this.#missingSamples = 0
  }

  /** A take of this page begins, after the newest one of its show. Null when nobody is here. */
  begin(broadcastId: number): Held | null {
    if (this.#userId === null) return null
    const { now, store } = this.#context
    const take: KeptTake = {
      ...{ takeId: randomUuid(), userId: this.#userId, broadcastId, after: this.#lastOf(broadcastId) },
      ...{ packets: 0, writtenUpTo: 0, changedAt: now() },
    }
    const held: Held = { take, pieces: [] }
    this.#held.push(held)
    this.#own.add(take.takeId)
    store.saveTake(take)
    return held
  }

  /** Keeps the packets that come next in a take. `samples` is how long they are, at 48 kHz. */
  append(held: Held, packets: Uint8Array[], samples: number): void {
    const { store, now } = this.#context
    const { take, pieces } = held
    const bytes = packets.reduce((sum, packet) => sum + packet.length, 0)
    const entry: PieceEntry = {
      takeId: take.takeId,
      from: take.packets,
      count: packets.length,
      samples,
      bytes,
    }
    take.packets += packets.length
    take.changedAt = now()
    pieces.push(entry)
    store.add({ ...entry, packets }, take)
    if (pieces.length > MAX_PIECES) this.#giveUp(held, pieces.slice(0, 1))
  }

  /** All packets below are at the station. */
  acknowledge(held: Held, upTo: number): void {
    const { take } = held
    if (upTo <= take.writtenUpTo || upTo > take.packets) return
    take.writtenUpTo = upTo
    const { store } = this.#context
    this.#forget(held, ({ from, count }) => from + count <= upTo)
    store.saveTake(take)
  }

  /** All packets of this run are at the station, whatever is before them. */
  acknowledgeRun(held: Held, [from, to]: TakeRun): void {
    this.#forget(held, (piece) => from <= piece.from && piece.from + piece.count <= to)
  }

  /** These pieces are at the station, whatever is before them. */
  uploaded(held: Held, pieces: readonly PieceEntry[]): void {
    const done = new Set(pieces)
    this.#forget(held, (piece) => done.has(piece))
    const [next] = held.pieces
    this.acknowledge(held, next ? next.from : held.take.packets)
  }

  /** Nobody was to hear what is older than this; it is no loss. */
  trim(held: Held, keptMs: number): void {
    let samples = 0
    const first = held.pieces.findLast((piece) => {
      samples += piece.samples
      return samples > keptMs * SAMPLES_PER_MS
    })
    if (first) this.acknowledge(held, first.from)
  }

  /** The station will never have what is left of a take. */
  giveUpRest(held: Held): void {
    this.#giveUp(held, [...held.pieces])
  }

  /** Takes of which something is left to upload, the oldest first. */
  unfinished(): Held[] {
    return this.#held.filter(({ pieces, isInDoubt }) => pieces.length > 0 && !isInDoubt)
  }

  find(takeId: string): Held | undefined {
    return this.#held.find(({ take }) => take.takeId === takeId)
  }

  #lastOf(broadcastId: number): TakeBefore | null {
    const last = this.#held.findLast(({ take }) => take.broadcastId === broadcastId)?.take
    if (!last) return null
    return last.packets > 0 ? { takeId: last.takeId, packets: last.packets } : last.after
  }

  #giveUp(held: Held, pieces: readonly PieceEntry[]): void {
    this.#missingSamples += pieces.reduce((sum, { samples }) => sum + samples, 0)
    this.uploaded(held, pieces)
  }

  #forget(held: Held, isDone: (piece: PieceEntry) => boolean): void {
    const done = held.pieces.filter(isDone)
    if (done.length === 0) return
    held.pieces = held.pieces.filter((piece) => !isDone(piece))
    this.#context.store.forget(done)
  }

  #drop({ take, pieces }: Held): void {
    this.#context.store.forget(pieces)
    this.#context.store.forgetTake(take.takeId)
  }
}

/** Length of what is left of a take, or of some of it. */
export function leftMs({ pieces }: Pick<Held, 'pieces'>): number {
  return pieces.reduce((sum, { samples }) => sum + samples, 0) / SAMPLES_PER_MS
}
