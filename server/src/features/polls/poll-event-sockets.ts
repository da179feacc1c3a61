import type { PollEvent } from '@carillon/contract/polls/topics'
import type { MessageBus } from '../../cluster/bus.ts'
import type { ClusterMessages } from '../../cluster/messages.ts'
import { AddressPlaces } from '../../http/address-places.ts'
import type { PollSocket } from './poll-socket.ts'

export const MAX_SOCKETS = 20_000
export const MAX_SOCKETS_PER_ADDRESS = 10_000
export const CHECK_ALIVE_EVERY_MS = 30_000

/** The open poll sockets of this process, by broadcast. An event is encoded once for all of them. */
export class PollEventSockets {
  readonly #bus: MessageBus
  readonly #socketsOf = new Map<number, Set<PollSocket>>()
  readonly #places = new AddressPlaces({ all: MAX_SOCKETS, perAddress: MAX_SOCKETS_PER_ADDRESS })
  readonly #checking: NodeJS.Timeout

  constructor(bus: MessageBus) {
    this.#bus = bus
    bus.on('poll-event', (message) => this.#deliver(message))
    // What came while the loop was busy is read between a timer and its setImmediate: nobody is silent before that.
    this.#checking = setInterval(() => setImmediate(() => this.checkAlive()), CHECK_ALIVE_EVERY_MS).unref()
  }

  get size(): number {
    return this.#places.size
  }

  /** Whether one more from this address fits. */
  hasRoomFor(address: string): boolean {
    return this.#places.hasRoomFor(address)
  }

  /** Lets a socket hear of a broadcast's polls. Gives what ends that. */
  add(broadcastId: number, socket: PollSocket, address: string): () => void {
    const sockets = this.#socketsOf.get(broadcastId) ?? new Set()
    this.#socketsOf.set(broadcastId, sockets.add(socket))
    const leave = this.#places.enter(address)
    return () => {
      if (!sockets.delete(socket)) return
      leave()
      if (sockets.size === 0 && this.#socketsOf.get(broadcastId) === sockets)
        this.#socketsOf.delete(broadcastId)
    }
  }

  /** Tells the sockets of a broadcast, here and on other instances. */
  publishEvent(broadcastId: number, event: PollEvent): void {
    const message = { broadcastId, text: JSON.stringify(event) }
    this.#deliver(message)
    this.#bus.send('poll-event', message)
  }

  /** Pings everybody and lets go of who has not answered twice. */
  checkAlive(): void {
    for (const sockets of this.#socketsOf.values()) for (const socket of sockets) socket.checkAlive()
  }

  /** Looks after nobody any more; the sockets are closed by anyone who accepted them. Idempotent. */
  close(): void {
    clearInterval(this.#checking)
  }

  #deliver({ broadcastId, text }: ClusterMessages['poll-event']): void {
    for (const socket of this.#socketsOf.get(broadcastId) ?? []) socket.send(text)
  }
}
