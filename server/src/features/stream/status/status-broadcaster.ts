import { STATUS_INTERVAL_MS } from '@carillon/contract/stream/schemas'
import type { StreamStatusMessage } from '@carillon/contract/stream/topics'
import { AddressPlaces } from '../../../http/address-places.ts'
import type { ListenerSocket } from './listener-socket.ts'

/** A status that changed is sent at most this often. */
const MIN_INTERVAL_MS = 1_000

export const MAX_SOCKETS = 20_000
export const MAX_SOCKETS_PER_ADDRESS = 10_000

export type StatusBroadcasterOptions = {
  /** Monotonic milliseconds. */
  now: () => number
  status: () => StreamStatusMessage
  /** Called with each status that goes out, for those who get it elsewhere. */
  onStatus: (status: StreamStatusMessage) => void
}

/**
 * Sends to every `/ws/listener` how the stream is: on connecting, on change at most once a second, and every 15 s.
 * Encoded once for all.
 */
export class StatusBroadcaster {
  readonly #options: StatusBroadcasterOptions
  /** With what gives the place of each back. */
  readonly #sockets = new Map<ListenerSocket, () => void>()
  readonly #places = new AddressPlaces({ all: MAX_SOCKETS, perAddress: MAX_SOCKETS_PER_ADDRESS })
  #lastMs = Number.NEGATIVE_INFINITY
  #lastChanges = ''

  constructor(options: StatusBroadcasterOptions) {
    this.#options = options
  }

  get size(): number {
    return this.#sockets.size
  }

  /** Median delay of this instance's players behind the studio; null where none reports it. */
  get playerDelayMs(): number | null {
    const delays = [...this.#sockets.keys()].flatMap(({ delayMs }) => delayMs ?? []).sort((a, b) => a - b)
    return delays[Math.floor(delays.length / 2)] ?? null
  }

  /** Whether one more from this address fits. */
  hasRoomFor(address: string): boolean {
    return this.#places.hasRoomFor(address)
  }

  add(socket: ListenerSocket, address: string): void {
    this.#sockets.set(socket, this.#places.enter(address))
    socket.send(JSON.stringify(this.#options.status()))
  }

  remove(socket: ListenerSocket): void {
    this.#sockets.get(socket)?.()
    this.#sockets.delete(socket)
  }

  /** Sends what is new, if it is time. To be called when something changed and about once a second. */
  tick(): void {
    const sinceMs = this.#options.now() - this.#lastMs
    if (sinceMs < MIN_INTERVAL_MS) return
    const status = this.#options.status()
    const changes = changesOf(status)
    if (changes === this.#lastChanges && sinceMs < STATUS_INTERVAL_MS) return
    this.#lastChanges = changes
    this.#lastMs = this.#options.now()
    this.#publish(status)
  }

  checkAlive(): void {
    for (const socket of this.#sockets.keys()) socket.checkAlive()
  }

  close(code: number, reason: string): void {
    for (const socket of this.#sockets.keys()) socket.close(code, reason)
  }

  #publish(status: StreamStatusMessage): void {
    const encoded = JSON.stringify(status)
    for (const socket of this.#sockets.keys()) socket.send(encoded)
    this.#options.onStatus(status)
  }
}

/** Fields that count as a change: time and the measured bitrate move all the while. */
function changesOf({
  isLive,
  listenerCount,
  peakListenerCount,
  broadcastId,
  isStreaming,
  playsBetweenShows,
  rewindHours,
  onAir,
  health,
}: StreamStatusMessage): string {
  const { healthy, recovering, errorMessage, icecastServer } = health
  const sound = { isStreaming, playsBetweenShows, rewindHours, onAir }
  const changes = { isLive, listenerCount, peakListenerCount, broadcastId, ...sound }
  return JSON.stringify({ ...changes, healthy, recovering, errorMessage, icecastServer })
}
