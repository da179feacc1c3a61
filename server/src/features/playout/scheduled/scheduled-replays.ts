import { MINUTE_MS } from '@carillon/contract/durations'
import type { PlayableItem, PlayoutContext, SoundingItem } from '../ports.ts'
import { fileOf } from '../replays.ts'
import type { Skipped } from '../skipped.ts'
import { type Due, dueReplay, type Slot } from './due.ts'
import { listReplays } from './store.ts'

/** A recording that is not here is brought so long before its time. */
export const BRING_AHEAD_MS = 10 * MINUTE_MS

type Context = Pick<PlayoutContext, 'db' | 'clock' | 'dataDir' | 'isRecordingHere' | 'onFault'>

/**
 * Planned replays as this instance knows them: the one whose time it is and whose file is here, and whether it was played
 * already.
 */
export class ScheduledReplays {
  readonly #context: Context
  readonly #skipped: Skipped
  #slots: readonly Slot[] = []
  /** The replay that was played to its end, though its time is not over. */
  #overId: number | null = null
  /** The replay that broke off last. */
  #brokenId: number | null = null

  constructor(context: Context, skipped: Skipped) {
    this.#context = context
    this.#skipped = skipped
  }

  /** Id of the replay whose time it is. */
  get dueId(): number | null {
    return this.#dueOf(this.#slots)?.slot.id ?? null
  }

  /** Looks at what is planned now. What begins soon is brought, and left out while it is on its way. */
  async load(): Promise<void> {
    const { db, clock, isRecordingHere } = this.#context
    const nowMs = clock.now()
    const slots: Slot[] = []
    for (const slot of await listReplays(db, { from: new Date(nowMs) }))
      if (slot.startsAt > nowMs + BRING_AHEAD_MS || (await isRecordingHere(slot.broadcastId)))
        slots.push(slot)
    this.#slots = slots
  }

  /**
   * Gives the replay to begin now, from its place by the clock; null when none is due that does not sound already, and whose
   * file is here.
   */
  async next(sounding: SoundingItem | null): Promise<PlayableItem | null> {
    const { db, clock, dataDir, isRecordingHere, onFault } = this.#context
    const slots = await listReplays(db, { from: new Date(clock.now()) })
    const due = this.#dueOf(slots)
    if (!due || due.slot.id === sounding?.plannedId) return null
    const replay = slots.find(({ id }) => id === due.slot.id)
    if (!replay) return null
    const { title, broadcastId, startsAt, endsAt, firstAiredAt } = replay
    if (!(await isRecordingHere(broadcastId))) {
      // It had its time to come.
      if (due.fromMs > 0) onFault({ what: 'skipped', title, itemId: null, broadcastId })
      return null
    }
    return {
      kind: 'REPLAY',
      title,
      artist: null,
      itemId: null,
      broadcastId,
      file: fileOf(dataDir, broadcastId),
      durationMs: endsAt - startsAt,
      firstAiredAtMs: firstAiredAt.getTime(),
      plannedId: replay.id,
      fromMs: due.fromMs,
    }
  }

  /** It is not begun again in what is left of its time. */
  markOver(plannedId: number): void {
    this.#overId = plannedId
  }

  /** Notes that it broke off. It is joined again at its place by the clock, once. */
  mayJoinAgain(plannedId: number): boolean {
    const isFirst = this.#brokenId !== plannedId
    this.#brokenId = plannedId
    return isFirst
  }

  #dueOf(slots: readonly Slot[]): Due | null {
    const now = this.#context.clock.now()
    return dueReplay(
      slots,
      now,
      ({ id, broadcastId }) => id === this.#overId || this.#skipped.has({ itemId: null, broadcastId }, now),
    )
  }
}
