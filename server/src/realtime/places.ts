import { AppError } from '../kernel/app-error.ts'

/** Occupant of a place: a network as `networkOf` names it, and the account that the handshake was signed in with. */
export type Occupant = { network: string; userId: number | null }

/** Limits on places, and on the bytes held beyond those of each place. */
export type PlaceLimits = { places: number; heldBytes: number }

/** Bytes that each place may hold whatever others do: a page has eight subscriptions. */
export const OWN_BYTES = 16 * 1024

/** A campus sits behind one address, so that one network may take most of the station, but never all of it. */
export const NETWORK_SHARE = 0.75
/** Of it, visitors get less: who is signed in, there and elsewhere, finds a place when visitors have taken theirs. */
const VISITORS_SHARE = 0.8
const NETWORK_VISITORS_SHARE = 0.5
/** Pages, phones and what reconnects before the old connection has been given up. */
export const PLACES_PER_PERSON = 64
const RETRY_WHEN_FULL_SECONDS = 10

type Taken = { places: number; heldBytes: number }

/** Counts connections, and what they make the station hold, by network, by person and in all. */
export class Places {
  readonly #limits: PlaceLimits
  readonly #inAll: Taken = { places: 0, heldBytes: 0 }
  readonly #ofNetwork = new Map<string, Taken>()
  readonly #ofUser = new Map<number, number>()

  constructor(limits: PlaceLimits) {
    this.#limits = limits
  }

  /** Throws TOO_MANY_REQUESTS when there is no place for this one. */
  require(occupant: Occupant): void {
    if (!this.#hasPlaceFor(occupant))
      throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: RETRY_WHEN_FULL_SECONDS })
  }

  /** Takes a place, which ends with `leave`. Throws as `require` does. */
  take(occupant: Occupant): Place {
    this.require(occupant)
    const { network, userId } = occupant
    const taken = this.#ofNetwork.get(network) ?? { places: 0, heldBytes: 0 }
    this.#ofNetwork.set(network, taken)
    for (const each of [this.#inAll, taken]) each.places += 1
    if (userId !== null) this.#ofUser.set(userId, this.#placesOf(userId) + 1)
    return new Place({
      hold: (bytes) => this.#hold(taken, bytes),
      free: (bytes) => this.#add(taken, -bytes),
      leave: () => this.#leave(occupant, taken),
    })
  }

  #hasPlaceFor({ network, userId }: Occupant): boolean {
    const { places } = this.#limits
    const [inAll, here] = [this.#inAll.places, this.#ofNetwork.get(network)?.places ?? 0]
    if (userId === null) return inAll < places * VISITORS_SHARE && here < places * NETWORK_VISITORS_SHARE
    return inAll < places && here < places * NETWORK_SHARE && this.#placesOf(userId) < PLACES_PER_PERSON
  }

  #hold(taken: Taken, bytes: number): boolean {
    const { heldBytes } = this.#limits
    if (this.#inAll.heldBytes + bytes > heldBytes) return false
    if (taken.heldBytes + bytes > heldBytes * NETWORK_SHARE) return false
    this.#add(taken, bytes)
    return true
  }

  #add(taken: Taken, bytes: number): void {
    for (const each of [this.#inAll, taken]) each.heldBytes += bytes
  }

  #leave({ network, userId }: Occupant, taken: Taken): void {
    for (const each of [this.#inAll, taken]) each.places -= 1
    if (taken.places === 0) this.#ofNetwork.delete(network)
    if (userId === null) return
    const left = this.#placesOf(userId) - 1
    if (left > 0) this.#ofUser.set(userId, left)
    else this.#ofUser.delete(userId)
  }

  #placesOf(userId: number): number {
    return this.#ofUser.get(userId) ?? 0
  }
}

function beyondOwn(bytes: number): number {
  return Math.max(0, bytes - OWN_BYTES)
}

type Ledger = { hold(bytes: number): boolean; free(bytes: number): void; leave(): void }

/** One connection's place, and what it holds there. */
export class Place {
  readonly #ledger: Ledger
  #heldBytes = 0
  #isLeft = false

  constructor(ledger: Ledger) {
    this.#ledger = ledger
  }

  get heldBytes(): number {
    return this.#heldBytes
  }

  /** Throws TOO_MANY_REQUESTS when its network, or the station, holds enough. */
  hold(bytes: number): void {
    if (this.#isLeft) return
    const more = beyondOwn(this.#heldBytes + bytes) - beyondOwn(this.#heldBytes)
    if (more > 0 && !this.#ledger.hold(more))
      throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: RETRY_WHEN_FULL_SECONDS })
    this.#heldBytes += bytes
  }

  free(bytes: number): void {
    if (this.#isLeft) return
    this.#ledger.free(beyondOwn(this.#heldBytes) - beyondOwn(this.#heldBytes - bytes))
    this.#heldBytes -= bytes
  }

  /** Gives everything back. Idempotent. */
  leave(): void {
    if (this.#isLeft) return
    this.free(this.#heldBytes)
    this.#isLeft = true
    this.#ledger.leave()
  }
}
