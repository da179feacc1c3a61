import type { PageBuffer } from '../mount/page-buffer.ts'
import type { Listener } from './listener.ts'

/** Every listener is written once in this many ticks, with all pages since: a write costs, a byte does not. */
export const GROUPS = 5

/**
 * Pages of one mount to its listeners. Listeners are spread over groups, one group is written per tick. Who asked for
 * low delay gets each page at once, unless the event loop is late: then it waits for its group like everybody.
 */
export class FanOut {
  readonly #pages: PageBuffer
  readonly #groups: Set<Listener>[] = Array.from({ length: GROUPS }, () => new Set())
  readonly #lowDelay = new Set<Listener>()
  #turn = 0
  #nextGroup = 0
  #latePages = 0

  constructor(pages: PageBuffer) {
    this.#pages = pages
  }

  get size(): number {
    return this.#groups.reduce((sum, group) => sum + group.size, 0)
  }

  /** Pages that were not sent at once because the event loop was late. */
  get latePages(): number {
    return this.#latePages
  }

  /** Everybody it writes to. */
  *listeners(): Iterable<Listener> {
    for (const group of this.#groups) yield* group
  }

  add(listener: Listener): void {
    this.#groups[this.#nextGroup]?.add(listener)
    this.#nextGroup = (this.#nextGroup + 1) % GROUPS
    if (listener.isLowDelay) this.#lowDelay.add(listener)
  }

  remove(listener: Listener): void {
    for (const group of this.#groups) if (group.delete(listener)) break
    this.#lowDelay.delete(listener)
  }

  /** A page was added: to those who want it at once, if the event loop has time for that. */
  publish(isLoopLate: boolean): void {
    if (isLoopLate) {
      this.#latePages++
      return
    }
    for (const listener of this.#lowDelay) listener.send(this.#pages)
  }

  /** Writes the group whose turn it is. */
  tick(): void {
    for (const listener of this.#groups[this.#turn] ?? []) listener.send(this.#pages)
    this.#turn = (this.#turn + 1) % GROUPS
  }

  /** Gives everyone the rest of the stream and ends their responses. */
  close(): void {
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
