import type { PollEvent } from '@carillon/contract/polls'
import type { PollSocket } from './poll-socket.ts'
import type { Relay } from './ports.ts'

export const MAX_SOCKETS = 20_000
export const MAX_SOCKETS_PER_ADDRESS = 10_000
export const CHECK_ALIVE_EVERY_MS = 30_000
/** How instances tell each other's sockets. */
const LETTER_KIND = 'poll-event'

type Letter = { broadcastId: number; text: string }

/** The open poll sockets of this process, by broadcast. An event is encoded once for all of them. */
export class PollBoard {
  readonly #relay: Relay
  readonly #socketsOf = new Map<number, Set<PollSocket>>()
  readonly #countOf = new Map<string, number>()
  #size = 0
  readonly #checking: NodeJS.Timeout

  constructor(relay: Relay) {
    this.#relay = relay
    relay.on(LETTER_KIND, (letter) => {
      if (isLetter(letter)) this.#deliver(letter)
    })
    // What came while the loop was busy is read between a timer and its setImmediate: nobody is silent before that.
    this.#checking = setInterval(() => setImmediate(() => this.checkAlive()), CHECK_ALIVE_EVERY_MS).unref()
  }

  get size(): number {
    return this.#size
  }

  /** Whether one more from this address fits. A campus or a proxy is one address, so the limit is wide. */
  hasRoomFor(address: string): boolean {
    return this.#size < MAX_SOCKETS && (this.#countOf.get(address) ?? 0) < MAX_SOCKETS_PER_ADDRESS
  }

  /** Lets a socket hear of a broadcast's polls. Gives what ends that. */
  add(broadcastId: number, socket: PollSocket, address: string): () => void {
    const sockets = this.#socketsOf.get(broadcastId) ?? new Set()
    this.#socketsOf.set(broadcastId, sockets.add(socket))
    this.#count(address, 1)
    return () => {
      if (!sockets.delete(socket)) return
      this.#count(address, -1)
      if (sockets.size === 0 && this.#socketsOf.get(broadcastId) === sockets)
        this.#socketsOf.delete(broadcastId)
    }
  }

  /** Tells the sockets of a broadcast, here and on other instances. */
  tell(broadcastId: number, event: PollEvent): void {
    const letter: Letter = { broadcastId, text: JSON.stringify(event) }
    this.#deliver(letter)
    this.#relay.send(LETTER_KIND, letter)
  }

  /** Pings everybody and lets go of who has not answered twice. */
  checkAlive(): void {
    for (const sockets of this.#socketsOf.values()) for (const socket of sockets) socket.checkAlive()
  }

  /** Looks after nobody any more; the sockets are closed by whoever accepted them. Idempotent. */
  close(): void {
    clearInterval(this.#checking)
  }

  #deliver({ broadcastId, text }: Letter): void {
    for (const socket of this.#socketsOf.get(broadcastId) ?? []) socket.send(text)
  }

  #count(address: string, change: 1 | -1): void {
    this.#size += change
    const count = (this.#countOf.get(address) ?? 0) + change
    if (count > 0) this.#countOf.set(address, count)
    else this.#countOf.delete(address)
  }
}

function isLetter(value: unknown): value is Letter {
  if (typeof value !== 'object' || value === null) return false
  const { broadcastId, text } = value as Partial<Letter>
  return typeof broadcastId === 'number' && typeof text === 'string'
}
