import { type Broadcast, DEFAULT_DURATION_MS } from '@carillon/contract/broadcasts/schemas'
import { stationClock } from '../../../lib/station-clock.ts'
import { createStore, type Store } from '../../../lib/store.ts'
import type { BroadcastCalls, NewShow } from './broadcast-calls.ts'
import { timesFromNow } from './show-times.ts'

/** Show that the DJ is about to send: a new one, or one from the schedule by its id. */
export type ShowPlan = NewShow & { slotId: number | null }

type DraftCalls = Pick<BroadcastCalls, 'create' | 'update' | 'setRecordingPublic' | 'remove' | 'upcoming'>

/** The show that was created for this page and has not been on air: two presses never make two shows. */
export class DraftShow {
  /** Id of the draft that is there; null when there is none. */
  readonly made: Store<number | null> = createStore<number | null>(null)
  readonly #calls: DraftCalls
  #isRecordingPublic = true
  /** An encoder has its password. */
  #isForEncoder = false

  constructor(calls: DraftCalls) {
    this.#calls = calls
  }

  /** The shows of the schedule, which a DJ may put on the air instead of a new one. Rejects with ApiError. */
  upcoming(): Promise<Broadcast[]> {
    return this.#calls.upcoming()
  }

  /** Puts the planned show into the schedule, with the plan's title; gives back its id. Rejects with ApiError. */
  async prepare({ slotId, ...show }: ShowPlan): Promise<number> {
    const { title, description } = show
    if (slotId !== null) return (await this.#calls.update(slotId, { title, description })).id
    await this.#decide(show.isRecordingPublic !== false)
    const id = this.made.get()
    if (id !== null) return (await this.#calls.update(id, { title, description, ...endOf(show) })).id
    const { id: created } = await this.#calls.create(show)
    this.made.set(created)
    return created
  }

  /** The same for an encoder, which gets a password for it: a test of it alone does not take it out of the schedule. */
  async prepareForEncoder(plan: ShowPlan): Promise<number> {
    const id = await this.prepare({ ...plan, unlisted: true })
    this.#isForEncoder = plan.slotId === null
    return id
  }

  /** A draft that is there already may have been made with the other choice. */
  async #decide(isPublic: boolean): Promise<void> {
    const id = this.made.get()
    if (id !== null && isPublic !== this.#isRecordingPublic)
      await this.#calls.setRecordingPublic(id, isPublic)
    this.#isRecordingPublic = isPublic
  }

  /**
   * After the end of `broadcast`: one that went out stays, and the next show is another one. A rehearsed show goes back
   * to the schedule, where one that was made for the test alone has no place.
   */
  async settle({ id, status }: Pick<Broadcast, 'id' | 'status'>): Promise<void> {
    if (id !== this.made.get()) return
    if (status === 'ENDED') this.#forget()
    if (status === 'SCHEDULED' && !this.#isForEncoder) await this.discard()
  }

  /** Takes an unused draft out of the schedule. */
  async discard(): Promise<void> {
    const id = this.made.get()
    this.#forget()
    if (id === null) return
    await this.#calls
      .remove(id)
      .catch((cause) => console.error('An unused draft stays in the schedule', cause))
  }

  #forget(): void {
    this.made.set(null)
    this.#isForEncoder = false
  }
}

/** The end of a draft that was made a while ago: as planned now, else as the station sets it for a new show. */
function endOf({ scheduledEnd }: NewShow): { scheduledEnd?: string } {
  const end = scheduledEnd ?? timesFromNow(stationClock.now(), DEFAULT_DURATION_MS)?.scheduledEnd
  return end === undefined ? {} : { scheduledEnd: end }
}
