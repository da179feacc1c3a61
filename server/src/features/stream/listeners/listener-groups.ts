import type { Listener } from './listener.ts'

/** Listeners who take turns: one group after the other, all of the same size. */
export class ListenerGroups {
  readonly #groups: Set<Listener>[]
  #turn = 0
  #nextGroup = 0

  constructor(count: number) {
    this.#groups = Array.from({ length: count }, () => new Set())
  }

  get size(): number {
    return this.#groups.reduce((sum, group) => sum + group.size, 0)
  }

  *[Symbol.iterator](): Iterator<Listener> {
    for (const group of this.#groups) yield* group
  }

  add(listener: Listener): void {
    this.#groups[this.#nextGroup]?.add(listener)
    this.#nextGroup = (this.#nextGroup + 1) % this.#groups.length
  }

  /** False when it was not here. */
  delete(listener: Listener): boolean {
    return this.#groups.some((group) => group.delete(listener))
  }

  /** Gives the group whose turn it is. */
  next(): Iterable<Listener> {
    const group = this.#groups[this.#turn] ?? []
    this.#turn = (this.#turn + 1) % this.#groups.length
    return group
  }
}
