import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import type { BroadcastCalls, NewShow } from './broadcast-calls.ts'

/** Show that the DJ is about to send: a new one, or one from the schedule by its id. */
export type ShowPlan = NewShow & { slotId: number | null }

type DraftCalls = Pick<BroadcastCalls, 'create' | 'update' | 'setRecordingPublic' | 'remove' | 'upcoming'>

/** The show that was created for this page and has not been on air: two presses never make two shows. */
export class DraftShow {
  readonly #calls: DraftCalls
  #id: number | null = null
  #isRecordingPublic = true

  constructor(calls: DraftCalls) {
    this.#calls = calls
  }

  /** The shows of the schedule, which a DJ may put on the air instead of a new one. Rejects with ApiError. */
  upcoming(): Promise<Broadcast[]> {
    return this.#calls.upcoming()
  }

  /** Puts the planned show into the schedule, with the plan's title; gives back its id. Rejects with ApiError. */
  async prepare({ slotId, ...show }: ShowPlan): Promise<number> {
    const id = slotId ?? this.#id
    const { title, description } = show
    if (slotId === null) await this.#decide(show.isRecordingPublic !== false)
    if (id) return (await this.#calls.update(id, { title, description })).id
    this.#id = (await this.#calls.create(show)).id
    return this.#id
  }

  /** A draft that is there already may have been made with the other choice. */
  async #decide(isPublic: boolean): Promise<void> {
    if (this.#id !== null && isPublic !== this.#isRecordingPublic)
      await this.#calls.setRecordingPublic(this.#id, isPublic)
    this.#isRecordingPublic = isPublic
  }

  /**
   * After the end of `broadcast`: one that went out stays, and the next show is another one. A rehearsed show goes back
   * to the schedule, where one that was made for the test alone has no place.
   */
  async settle({ id, status }: Pick<Broadcast, 'id' | 'status'>): Promise<void> {
    if (id !== this.#id) return
    if (status === 'ENDED') this.#id = null
    if (status === 'SCHEDULED') await this.discard()
  }

  /** Takes an unused draft out of the schedule. */
  async discard(): Promise<void> {
    const id = this.#id
    this.#id = null
    if (id === null) return
    await this.#calls
      .remove(id)
      .catch((cause) => console.error('An unused draft stays in the schedule', cause))
  }
}
