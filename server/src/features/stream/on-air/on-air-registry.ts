import type { Person } from '@carillon/contract/roles'
import type { Airing } from './airing.ts'

/** What is on air or in test on this instance, by broadcast. */
export class OnAirRegistry {
  readonly #airings = new Map<number, Airing>()

  get all(): Airing[] {
    return [...this.#airings.values()]
  }

  get broadcastIds(): number[] {
    return [...this.#airings.keys()]
  }

  /** What the public hears; null when nothing is on air. */
  get live(): Airing | null {
    for (const airing of this.#airings.values()) if (airing.kind === 'live') return airing
    return null
  }

  /** Connections of listeners, to all mounts. */
  get connections(): number {
    let sum = 0
    for (const airing of this.#airings.values()) sum += airing.connections
    return sum
  }

  /** Whose sources are connected here, as they were then. */
  get sourcePeople(): Person[] {
    return this.all.flatMap(({ source }) => source?.session.person ?? [])
  }

  get(broadcastId: number): Airing | null {
    return this.#airings.get(broadcastId) ?? null
  }

  /** Adds an airing, in the place of another one of the same broadcast. */
  set(airing: Airing): void {
    this.#airings.set(airing.broadcastId, airing)
  }

  delete(broadcastId: number): void {
    this.#airings.delete(broadcastId)
  }

  clear(): void {
    this.#airings.clear()
  }
}
