import { MINUTE_MS } from '@carillon/contract/durations'
import type { OnAirBroadcast } from '../on-air/on-air-broadcast.ts'
import type { ListenerSample, StreamContext } from '../ports.ts'

/** A day of one show while the database is away; what is older is lost. */
export const MAX_WAITING = 1_440

/**
 * Hands on, for each minute of a live show, who listened here, to be kept. A minute is handed on once, when it is over or the
 * show ends; one that could not be saved waits for the next.
 */
export class Samples {
  readonly #context: Pick<StreamContext, 'clock' | 'log' | 'saveSample'>
  /** The minute that each show is in, which never goes back, whatever the clock does; and in which turn of all here. */
  readonly #turnOf = new Map<number, { turn: number; minuteMs: number }>()
  #nextTurn = 0
  readonly #waiting: { sample: ListenerSample; turn: number }[] = []
  #saved: Promise<void> = Promise.resolve()

  constructor(context: Pick<StreamContext, 'clock' | 'log' | 'saveSample'>) {
    this.#context = context
  }

  /** To be called about once a second for each live mount. */
  check(onAir: Pick<OnAirBroadcast, 'broadcastId' | 'audience'>): void {
    const nowMs = this.#context.clock.now()
    const minuteMs = nowMs - (nowMs % MINUTE_MS)
    const before = this.#turnOf.get(onAir.broadcastId)
    if (before && before.minuteMs >= minuteMs) return
    if (before) this.#queue(onAir, before)
    this.#turnOf.set(onAir.broadcastId, { turn: before?.turn ?? this.#nextTurn++, minuteMs })
  }

  /** Hands on what there was of the last minute, at whose end nobody listens here. Resolves when nothing more can be saved. */
  async finish(onAir: Pick<OnAirBroadcast, 'broadcastId' | 'audience'>): Promise<void> {
    this.check(onAir)
    const last = this.#turnOf.get(onAir.broadcastId)
    if (last) this.#queue(onAir, last, { listeners: 0 })
    this.#turnOf.delete(onAir.broadcastId)
    await this.settled()
  }

  /** Resolves when nothing more can be saved now, also of shows that have just ended. */
  settled(): Promise<void> {
    return this.#saved
  }

  #queue(
    { broadcastId, audience }: Pick<OnAirBroadcast, 'broadcastId' | 'audience'>,
    { turn, minuteMs }: { turn: number; minuteMs: number },
    atEnd?: { listeners: 0 },
  ): void {
    if (this.#waiting.length >= MAX_WAITING) this.#waiting.shift()
    const sample = { broadcastId, minute: new Date(minuteMs), ...audience.take(), ...atEnd }
    this.#waiting.push({ sample, turn })
    this.#saved = this.#saved.then(() => this.#save())
  }

  async #save(): Promise<void> {
    for (let next = this.#waiting[0]; next; next = this.#waiting[0]) {
      try {
        await this.#context.saveSample(next.sample, next.turn)
      } catch (err) {
        const { broadcastId } = next.sample
        this.#context.log.warn({ err, broadcastId }, 'A minute of listening was not saved; it is tried again')
        return
      }
      if (this.#waiting[0] === next) this.#waiting.shift()
    }
  }
}
