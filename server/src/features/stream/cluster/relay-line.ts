import type { FeedHold } from '@carillon/contract/stream/topics'
import { pageSequence } from '@carillon/media/ogg/page'
import { type MapRun, mapLine, type TakeNote } from '@carillon/media/takes/packet-map'
import type { WebSocket } from 'ws'
import { WebsocketPeer } from '../../../http/websocket-peer.ts'
import type { AudienceStep } from './audience-diff.ts'
import { type Downward, MAX_NAMES, readUpward } from './messages.ts'
import type { Bid, Led } from './ports.ts'

/** Why a relay ends: its follower asks again who leads. */
export const NOT_LEADING = 4404
const UNREADABLE = 1008
/** A follower that has half a minute of sound unread is let go, and comes back. */
export const MAX_UNSENT_BYTES = 512 * 1024
/** A follower speaks twice a second. */
export const DEAD_AFTER_MS = 10_000

/** Lines of a map in one message: it stays below what a follower reads. */
const MAX_LINES = 500

export type RelayLineOptions = {
  /** Monotonic milliseconds. */
  now: () => number
  onAir: Pick<Led, 'kind' | 'audience' | 'state' | 'takes'>
  onClaim: (bid: Bid) => void
  onHold: (feedHold: FeedHold | null) => void
  onClose: (line: RelayLine) => void
}

type Counted = AudienceStep & { kind?: Led['kind'] | undefined }

/** One follower, on the instance that leads: it gets each page and the state, and says who listens there. */
export class RelayLine {
  readonly #peer: WebsocketPeer
  readonly #options: RelayLineOptions
  readonly #holds = new Map<string, () => void>()
  #onAir: RelayLineOptions['onAir']
  #sentArrivals = 0
  /** Version of the takes that it knows. */
  #sentTakes = 0
  #isClosed = false

  constructor(socket: WebSocket, options: RelayLineOptions) {
    this.#options = options
    this.#onAir = options.onAir
    this.#peer = new WebsocketPeer(socket, {
      now: options.now,
      deadAfterMs: DEAD_AFTER_MS,
      maxUnsentBytes: MAX_UNSENT_BYTES,
      isCutAtError: true,
      onMessage: (message, isBinary) => this.#receive(message, isBinary),
      onClose: () => this.#gone(),
    })
  }

  /** Sends a page, after what a map says of it. */
  sendPage(bytes: Uint8Array, runs: readonly MapRun[]): void {
    const lines = this.#newNotes().map(mapLine)
    if (runs.some(({ kind }) => kind !== 'other'))
      lines.push(mapLine({ type: 'pages', sequence: pageSequence(bytes), runs }))
    for (let at = 0; at < lines.length; at += MAX_LINES)
      this.#send({ type: 'MAP', map: lines.slice(at, at + MAX_LINES).join('') })
    this.#peer.sendOrCut(bytes)
  }

  /** Says how it stands, and lets go of a follower that is dead. To be called about twice a second. */
  sendState(term: number): void {
    if (!this.#peer.checkAlive()) return
    const { kind, audience, state } = this.#onAir
    const arrived = audience.arrivedSince(this.#sentArrivals, MAX_NAMES)
    this.#sentArrivals += arrived.length
    this.#send({ type: 'FACTS', term, kind, facts: state, arrived })
  }

  /** The test has gone live: who listened to it is not counted there. */
  replace(onAir: RelayLineOptions['onAir']): void {
    this.#letGo()
    this.#onAir = onAir
    this.#sentArrivals = 0
    this.#sentTakes = 0
  }

  /** Ends it, having said who leads now where that is known. Idempotent. */
  close(code: number, leader?: Bid): void {
    if (this.#isClosed) return
    if (leader) this.#send({ type: 'MOVED', bid: leader })
    this.#gone()
    this.#peer.close(code)
  }

  #receive(data: Buffer, isBinary: boolean): void {
    const message = isBinary ? null : readUpward(data.toString())
    if (!message) this.close(UNREADABLE)
    else if (message.type === 'TAKE') this.#options.onClaim(message.bid)
    else if (message.type === 'HOLD') this.#options.onHold(message.feedHold)
    else this.#count(message)
  }

  #count({ kind, joined, back, left }: Counted): void {
    const { audience } = this.#onAir
    // It does not know yet that the test has gone live, and records nothing.
    if (kind && kind !== this.#onAir.kind) {
      this.#sentTakes = 0
      return
    }
    for (const name of joined) if (!this.#holds.has(name)) this.#holds.set(name, audience.joinAs(name))
    for (const name of back) if (!this.#holds.has(name)) this.#holds.set(name, audience.joinAgain(name))
    for (const name of left) {
      this.#holds.get(name)?.()
      this.#holds.delete(name)
    }
  }

  /** All that is known of takes, where any of it is new. */
  #newNotes(): TakeNote[] {
    const { takes } = this.#onAir
    if (!takes || takes.version === this.#sentTakes) return []
    this.#sentTakes = takes.version
    return takes.notes()
  }

  #letGo(): void {
    for (const leave of this.#holds.values()) leave()
    this.#holds.clear()
  }

  #gone(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#letGo()
    this.#options.onClose(this)
  }

  #send(message: Downward): void {
    this.#peer.send(JSON.stringify(message))
  }
}
