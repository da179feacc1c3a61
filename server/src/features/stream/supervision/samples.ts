import type { Airing } from '../on-air/airing.ts'
import type { ListenerSample, StreamContext } from '../ports.ts'

const MS_PER_MINUTE = 60_000
/** A day of one show while the database is away; what is older is lost. */
export const MAX_WAITING = 1_440

/**
 * Hands on, for each minute of a live show, who listened here, to be kept. A minute is told once, when it is over or the
 * show ends; one that could not be saved waits for the next.
 */
export class Samples {
  readonly #context: Pick<StreamContext, 'clock' | 'log' | 'saveSample'>
  /** The minute that each show is in, which never goes back, whatever the clock does; and in which turn of all here. */
  readonly #turnOf = new Map<number, { turn: number; minuteMs: number }>()
  #turns = 0
  readonly #waiting: { sample: ListenerSample; turn: number }[] = []
  #saved: Promise<void> = Promise.resolve()

  constructor(context: Pick<StreamContext, 'clock' | 'log' | 'saveSample'>) {
    this.#context = context
  }

  /** To be called about once a second for each live mount. */
  check(airing: Pick<Airing, 'broadcastId' | 'audience'>): void {
    const nowMs = this.#context.clock.now()
    const minuteMs = nowMs - (nowMs % MS_PER_MINUTE)
    const before = this.#turnOf.get(airing.broadcastId)
    if (before && before.minuteMs >= minuteMs) return
    if (before) this.#tell(airing, before)
    this.#turnOf.set(airing.broadcastId, { turn: before?.turn ?? this.#turns++, minuteMs })
  }

  /** Tells what there was of the last minute, at whose end nobody listens here. Resolves when nothing more can be saved. */
  async finish(airing: Pick<Airing, 'broadcastId' | 'audience'>): Promise<void> {
    this.check(airing)
    const last = this.#turnOf.get(airing.broadcastId)
    if (last) this.#tell(airing, last, { listeners: 0 })
    this.#turnOf.delete(airing.broadcastId)
    await this.settled()
  }

  /** Resolves when nothing more can be saved now, also of shows that have just ended. */
  settled(): Promise<void> {
    return this.#saved
  }

  #tell(
    { broadcastId, audience }: Pick<Airing, 'broadcastId' | 'audience'>,
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
