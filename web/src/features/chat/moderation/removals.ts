import { createStore, type Store } from '../../../lib/store.ts'

/** Time that a removal can be undone before the station receives it. */
export const UNDO_MS = 5_000

/** Message to remove, as far as words about it need it. */
export type Removable = { id: number; sender: { name: string } }
/** `waiting` can be undone; `sent` is on its way. */
export type RemovalState = 'waiting' | 'sent'

export type RemovalsOptions = {
  /** Asks the station; rejects with why it would not. */
  send(id: number): Promise<void>
  /** The messages that can still be kept, newest last; none when the time is over. */
  onWaiting(waiting: readonly Removable[]): void
  /** The station did it: anyone who draws the message is to take it away. */
  onRemoved(id: number): void
  /** The message stays. */
  onRefused(message: Removable, error: unknown): void
}

/** Messages on their way out: each waits five seconds for a second thought, unless it is to go at once. */
export class Removals {
  /** By id, for anyone who draws the messages. */
  readonly states: Store<ReadonlyMap<number, RemovalState>> = createStore(new Map())
  readonly #options: RemovalsOptions
  readonly #waiting = new Map<number, { message: Removable; timer: ReturnType<typeof setTimeout> }>()

  constructor(options: RemovalsOptions) {
    this.#options = options
  }

  /** Takes the message out of view and sends that later; a second time changes nothing. */
  remove(message: Removable): void {
    if (this.states.get().has(message.id)) return
    this.#mark(message.id, 'waiting')
    this.#waiting.set(message.id, { message, timer: setTimeout(() => this.removeNow(message), UNDO_MS) })
    this.#publishWaiting()
  }

  /** Sends it at once, also when it waits. */
  removeNow(message: Removable): void {
    if (this.states.get().get(message.id) === 'sent') return
    this.#mark(message.id, 'sent')
    if (this.#stopWaiting(message.id)) this.#publishWaiting()
    void this.#send(message)
  }

  /** Keeps one message that waits. */
  keep(id: number): void {
    if (!this.#stopWaiting(id)) return
    this.#mark(id, null)
    this.#publishWaiting()
  }

  /** Keeps every message that waits. */
  keepAll(): void {
    for (const id of [...this.#waiting.keys()]) this.keep(id)
  }

  /** Nobody is there to think again: what waits is sent now. Idempotent. */
  close(): void {
    for (const { message } of [...this.#waiting.values()]) this.removeNow(message)
  }

  async #send(message: Removable): Promise<void> {
    try {
      await this.#options.send(message.id)
      this.#options.onRemoved(message.id)
    } catch (error) {
      this.#options.onRefused(message, error)
    } finally {
      this.#mark(message.id, null)
    }
  }

  #stopWaiting(id: number): boolean {
    clearTimeout(this.#waiting.get(id)?.timer)
    return this.#waiting.delete(id)
  }

  #mark(id: number, state: RemovalState | null): void {
    const states = new Map(this.states.get())
    if (state) states.set(id, state)
    else states.delete(id)
    this.states.set(states)
  }

  #publishWaiting(): void {
    this.#options.onWaiting([...this.#waiting.values()].map(({ message }) => message))
  }
}
