import { RECOVERING_AFTER_MS } from '@carillon/contract/stream/schemas'
import type { FeedHold } from '@carillon/contract/stream/topics'

/** Place that the packets of a feed go to. */
export type FeedTarget = {
  /** Takes the packets of one chunk of the source. Answers whether all of them were kept. */
  pushPackets(packets: readonly Uint8Array[]): boolean
  /** Goes on in silence at once. */
  silence(): void
}

export type FeedOptions = {
  /** Monotonic milliseconds. */
  now: () => number
  target: FeedTarget
  /** It is held from now on, by another person than before, or open again. */
  onHold?: () => void
}

/** Sound of one broadcast, from whichever source: when it came last, and whether a person holds it. */
export class Feed {
  readonly #options: FeedOptions
  #held: FeedHold | null = null
  #lastPacketMs: number
  #hasReceived = false
  #isLeft = false

  constructor(options: FeedOptions) {
    this.#options = options
    this.#lastPacketMs = options.now()
  }

  /** Takes the packets of one chunk of the source. Answers whether all of them were kept. */
  push(packets: readonly Uint8Array[]): boolean {
    if (packets.length === 0) return true
    this.#lastPacketMs = this.#options.now()
    this.#hasReceived = true
    this.#isLeft = false
    return this.#held !== null || this.#options.target.pushPackets(packets)
  }

  /** The page that it came from was left, and did not lose its line. */
  leave(): void {
    this.#isLeft = true
  }

  /** Whether its page was left; false again with the next packets. */
  get isLeft(): boolean {
    return this.#isLeft
  }

  /** While it is held, listeners hear silence and what the source sends is thrown away. Null opens it. */
  hold(held: FeedHold | null): void {
    const isChange = (held?.since ?? null) !== (this.#held?.since ?? null)
    this.#held = held
    if (held) this.#options.target.silence()
    if (isChange) this.#options.onHold?.()
  }

  /** Person who holds it; null while it is open. */
  get held(): FeedHold | null {
    return this.#held
  }

  /** Nothing readable came from the source for a while: a dead connection counts as much as none. */
  get isRecovering(): boolean {
    return this.silentForMs > RECOVERING_AFTER_MS
  }

  /** Whether a source was received since the broadcast began, or since `resume`. */
  get hasReceived(): boolean {
    return this.#hasReceived
  }

  /** Goes on where another instance, which had the source, left it: nothing has come from it for this long. */
  resume(silentForMs: number): void {
    this.#lastPacketMs = this.#options.now() - silentForMs
    this.#hasReceived = false
  }

  /** Milliseconds since a source last sent anything readable; at first, since the broadcast began. */
  get silentForMs(): number {
    return this.#options.now() - this.#lastPacketMs
  }
}
