import { STATUS_INTERVAL_MS, type StreamStatusMessage } from '@carillon/contract/stream'
import type { ListenerSocket } from './listener-socket.ts'

/** A status that changed is told at most this often. */
const MIN_INTERVAL_MS = 1_000

export type StatusBoardOptions = {
  /** Monotonic milliseconds. */
  now: () => number
  status: () => StreamStatusMessage
  /** Told with each status that goes out, for those who hear it elsewhere. */
  onStatus: (status: StreamStatusMessage) => void
}

/**
 * Tells every `/ws/listener` how the stream is: on connecting, on change at most once a second, and every 15 s.
 * Encoded once for all.
 */
export class StatusBoard {
  readonly #options: StatusBoardOptions
  readonly #sockets = new Set<ListenerSocket>()
  #lastMs = Number.NEGATIVE_INFINITY
  #lastFacts = ''

  constructor(options: StatusBoardOptions) {
    this.#options = options
  }

  get size(): number {
    return this.#sockets.size
  }

  add(socket: ListenerSocket): void {
    this.#sockets.add(socket)
    socket.send(JSON.stringify(this.#options.status()))
  }

  remove(socket: ListenerSocket): void {
    this.#sockets.delete(socket)
  }

  /** Tells what is new, if it is time. To be called when something changed and about once a second. */
  tick(): void {
    const sinceMs = this.#options.now() - this.#lastMs
    if (sinceMs < MIN_INTERVAL_MS) return
    const status = this.#options.status()
    const facts = factsOf(status)
    if (facts === this.#lastFacts && sinceMs < STATUS_INTERVAL_MS) return
    this.#lastFacts = facts
    this.#lastMs = this.#options.now()
    this.#tell(status)
  }

  checkAlive(): void {
    for (const socket of this.#sockets) socket.checkAlive()
  }

  close(code: number, reason: string): void {
    for (const socket of this.#sockets) socket.close(code, reason)
  }

  #tell(status: StreamStatusMessage): void {
    const encoded = JSON.stringify(status)
    for (const socket of this.#sockets) socket.send(encoded)
    this.#options.onStatus(status)
  }
}

/** What counts as a change: time and the measured bitrate move all the while. */
function factsOf({
  isLive,
  listenerCount,
  peakListenerCount,
  broadcastId,
  health,
}: StreamStatusMessage): string {
  const { healthy, recovering, errorMessage, icecastServer } = health
  const facts = { isLive, listenerCount, peakListenerCount, broadcastId }
  return JSON.stringify({ ...facts, healthy, recovering, errorMessage, icecastServer })
}
