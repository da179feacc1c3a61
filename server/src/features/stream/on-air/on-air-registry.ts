import type { Person } from '@carillon/contract/roles'
import type { OnAirBroadcast } from './on-air-broadcast.ts'

/** Broadcasts on air or in test on this instance, by id. */
export class OnAirRegistry {
  readonly #broadcasts = new Map<number, OnAirBroadcast>()

  get all(): OnAirBroadcast[] {
    return [...this.#broadcasts.values()]
  }

  get broadcastIds(): number[] {
    return [...this.#broadcasts.keys()]
  }

  /** The public broadcast; null when nothing is on air. */
  get live(): OnAirBroadcast | null {
    for (const onAir of this.#broadcasts.values()) if (onAir.kind === 'live') return onAir
    return null
  }

  /** Connections of listeners, to all mounts. */
  get connections(): number {
    let sum = 0
    for (const onAir of this.#broadcasts.values()) sum += onAir.connections
    return sum
  }

  /** Whose sources are connected here, as they were then. */
  get sourcePeople(): Person[] {
    return this.all.flatMap(({ source }) => source?.session.person ?? [])
  }

  get(broadcastId: number): OnAirBroadcast | null {
    return this.#broadcasts.get(broadcastId) ?? null
  }

  /** Adds a broadcast, in the place of another one of the same broadcast. */
  set(onAir: OnAirBroadcast): void {
    this.#broadcasts.set(onAir.broadcastId, onAir)
  }

  delete(broadcastId: number): void {
    this.#broadcasts.delete(broadcastId)
  }

  clear(): void {
    this.#broadcasts.clear()
  }
}
