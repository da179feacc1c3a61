import { STATUS_INTERVAL_MS, type StreamStatusMessage } from '@carillon/contract/stream'
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
  readonly #sockets = new Map<ListenerSocket, string>()
  readonly #countOf = new Map<string, number>()
  #lastMs = Number.NEGATIVE_INFINITY
  #lastChanges = ''

  constructor(options: StatusBroadcasterOptions) {
    this.#options = options
  }

  get size(): number {
    return this.#sockets.size
  }

  /** Whether one more from this address fits. A campus or a proxy is one address, so the limit is wide. */
  hasRoomFor(address: string): boolean {
    return this.#sockets.size < MAX_SOCKETS && (this.#countOf.get(address) ?? 0) < MAX_SOCKETS_PER_ADDRESS
  }

  add(socket: ListenerSocket, address: string): void {
    this.#sockets.set(socket, address)
    this.#countOf.set(address, (this.#countOf.get(address) ?? 0) + 1)
    socket.send(JSON.stringify(this.#options.status()))
  }

  remove(socket: ListenerSocket): void {
    const address = this.#sockets.get(socket)
    if (address === undefined) return
    this.#sockets.delete(socket)
    const count = (this.#countOf.get(address) ?? 0) - 1
    if (count > 0) this.#countOf.set(address, count)
    else this.#countOf.delete(address)
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

/** What counts as a change: time and the measured bitrate move all the while. */
function changesOf({
  isLive,
  listenerCount,
  peakListenerCount,
  broadcastId,
  health,
}: StreamStatusMessage): string {
  const { healthy, recovering, errorMessage, icecastServer } = health
  const changes = { isLive, listenerCount, peakListenerCount, broadcastId }
  return JSON.stringify({ ...changes, healthy, recovering, errorMessage, icecastServer })
}
