import type { Person } from '@carillon/contract/roles'
import type { OnAirBroadcast } from './on-air-broadcast.ts'
import type { Transmitter } from './transmitter.ts'

/** Broadcasts on air or in test on this instance, by id. */
export class OnAirRegistry {
  readonly #broadcasts = new Map<number, OnAirBroadcast>()
  readonly #mainTransmitter: () => Transmitter | null

  /** `mainTransmitter` gives that of the main mount; null while that is closed, or there is none. */
  constructor(mainTransmitter: () => Transmitter | null) {
    this.#mainTransmitter = mainTransmitter
  }

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

  /** All that carry sound to listeners, each once. */
  get transmitters(): Transmitter[] {
    const main = this.#mainTransmitter()
    return [...new Set([...(main ? [main] : []), ...this.all.map(({ transmitter }) => transmitter)])]
  }

  /** Transmitter that anybody may listen to; null when nothing sounds. */
  get publicTransmitter(): Transmitter | null {
    return this.#mainTransmitter() ?? this.live?.transmitter ?? null
  }

  /** Connections of listeners, to all mounts. */
  get connections(): number {
    return this.transmitters.reduce((sum, { connections }) => sum + connections, 0)
  }

  /** Whose sources are connected here, as they were then. */
  get sourcePeople(): Person[] {
    return this.all.flatMap(({ sources }) => sources.map(({ session }) => session.person))
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
