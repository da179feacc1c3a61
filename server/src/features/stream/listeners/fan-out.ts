import type { PageBuffer } from '../mount/page-buffer.ts'
import type { Listener } from './listener.ts'
import { ListenerGroups } from './listener-groups.ts'
import { SlicedWrites } from './sliced-writes.ts'

/** Every listener is written once in this many ticks, with all pages since: a write costs, a byte does not. */
export const GROUPS = 5
/** The same for those who asked for medium delay. */
export const MEDIUM_GROUPS = 2

/**
 * Pages of one mount to its listeners. Listeners are spread over groups, one group is written per tick. Who asked for
 * low delay gets each page at once, unless the event loop is late: then it waits for its group like everybody. Who asked
 * for medium delay is in one of two groups instead. A large crowd is written to slice by slice.
 */
export class FanOut {
  readonly #pages: PageBuffer
  readonly #batch = new ListenerGroups(GROUPS)
  readonly #medium = new ListenerGroups(MEDIUM_GROUPS)
  readonly #lowDelay = new Set<Listener>()
  readonly #writes: SlicedWrites
  #latePages = 0

  constructor(pages: PageBuffer) {
    this.#pages = pages
    this.#writes = new SlicedWrites((listener) => listener.send(pages))
  }

  get size(): number {
    return this.#batch.size + this.#medium.size
  }

  /** Pages that were not sent at once because the event loop was late. */
  get latePages(): number {
    return this.#latePages
  }

  /** Everybody it writes to. */
  *listeners(): Iterable<Listener> {
    yield* this.#batch
    yield* this.#medium
  }

  add(listener: Listener): void {
    const groups = listener.delay === 'medium' ? this.#medium : this.#batch
    groups.add(listener)
    if (listener.delay === 'low') this.#lowDelay.add(listener)
  }

  remove(listener: Listener): void {
    if (!this.#batch.delete(listener)) this.#medium.delete(listener)
    this.#lowDelay.delete(listener)
  }

  /** A page was added: to those who want it at once, if the event loop has time for that. */
  publish(isLoopLate: boolean): void {
    if (isLoopLate || !this.#writes.begin(this.#lowDelay)) this.#latePages++
  }

  /** Writes the groups whose turn it is. */
  tick(): void {
    this.#writes.begin(this.#batch.next())
    this.#writes.begin(this.#medium.next())
  }

  /** Gives everyone the rest of the stream and ends their responses. */
  close(): void {
    this.#writes.stop()
    for (const listener of this.listeners()) listener.close(this.#pages)
  }

  /** Drops those among these connections, by `connectionOf`, that have left too much unread. */
  dropStalled(stalled: ReadonlySet<string>): void {
    for (const listener of this.listeners()) if (stalled.has(listener.connection)) listener.dropStalled()
  }

  /** Cuts the listeners that `isMeant`, for instance those whose session ended. */
  destroy(isMeant: (listener: Listener) => boolean): void {
    for (const listener of this.listeners()) if (isMeant(listener)) listener.destroy()
  }
}
