import type { PlayableItem, PlayoutContext, SoundingItem } from '../ports.ts'
import { fileOf } from '../replays.ts'
import type { Skipped } from '../skipped.ts'
import { type Due, dueReplay, type Slot } from './due.ts'
import { listReplays } from './store.ts'

type Context = Pick<PlayoutContext, 'db' | 'clock' | 'dataDir'>

/** Planned replays as this instance knows them: the one whose time it is, and whether it was played already. */
export class ScheduledReplays {
  readonly #context: Context
  readonly #skipped: Skipped
  #slots: readonly Slot[] = []
  /** The replay that was played to its end, though its time is not over. */
  #overId: number | null = null

  constructor(context: Context, skipped: Skipped) {
    this.#context = context
    this.#skipped = skipped
  }

  /** Id of the replay whose time it is. */
  get dueId(): number | null {
    return this.#dueOf(this.#slots)?.slot.id ?? null
  }

  /** Looks at what is planned now. */
  async load(): Promise<void> {
    const { db, clock } = this.#context
    this.#slots = await listReplays(db, { from: new Date(clock.now()) })
  }

  /** Gives the replay to begin now, from its place by the clock; null when none is due that does not sound already. */
  async next(sounding: SoundingItem | null): Promise<PlayableItem | null> {
    const { db, clock, dataDir } = this.#context
    const slots = await listReplays(db, { from: new Date(clock.now()) })
    const due = this.#dueOf(slots)
    if (!due || due.slot.id === sounding?.plannedId) return null
    const replay = slots.find(({ id }) => id === due.slot.id)
    return replay
      ? {
          kind: 'REPLAY',
          title: replay.title,
          artist: null,
          itemId: null,
          broadcastId: replay.broadcastId,
          file: fileOf(dataDir, replay.broadcastId),
          durationMs: replay.endsAt - replay.startsAt,
          firstAiredAtMs: replay.firstAiredAt.getTime(),
          plannedId: replay.id,
          fromMs: due.fromMs,
        }
      : null
  }

  /** It is not begun again in what is left of its time. */
  markOver(plannedId: number): void {
    this.#overId = plannedId
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
