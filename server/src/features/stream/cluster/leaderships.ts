import type { FeedHold } from '@carillon/contract/stream/topics'
import type { MapRun } from '@carillon/media/takes/packet-map'
import type { WebSocket } from 'ws'
import { Leadership, type LeadershipOptions } from './leadership.ts'
import { OutputLease } from './output-lease.ts'
import type { Instances, Led } from './ports.ts'

export const TICK_MS = 500

export type LeadershipsOptions = Pick<LeadershipOptions, 'now' | 'onChange' | 'onFollow'> & {
  /** Null: this instance is the only one, and leads everything. */
  self: Instances | null
  /** Icecast takes what this instance sends. */
  feedsIcecast: () => boolean
}

/** Leadership of each broadcast on air; a single instance leads itself. Owns the timer that asks; `close` ends it. */
export class Leaderships {
  /** Which instance feeds the station's Icecast. */
  readonly output: OutputLease
  readonly #options: LeadershipsOptions
  readonly #ofBroadcast = new Map<number, Leadership>()
  readonly #timer: NodeJS.Timeout | null

  constructor(options: LeadershipsOptions) {
    this.#options = options
    this.output = new OutputLease({ ...options, flows: options.feedsIcecast })
    const tick = () => {
      for (const leadership of this.#ofBroadcast.values()) leadership.tick()
      this.output.tick({ lostMs: this.#lostForMs })
    }
    // What came while the loop was busy is read between a timer and its setImmediate: nobody is silent before that.
    this.#timer = options.self && setInterval(() => setImmediate(tick), TICK_MS)
  }

  /** Finds out who leads a broadcast that was opened here, or opened again as another kind. */
  join(onAir: Led): void {
    const { self, ...options } = this.#options
    const { broadcastId } = onAir
    const known = this.#ofBroadcast.get(broadcastId)
    if (!self) onAir.lead()
    else if (known) known.replace(onAir)
    else
      this.#ofBroadcast.set(
        broadcastId,
        new Leadership(onAir, { ...options, broadcastId, self, random: Math.random }),
      )
  }

  /** The source of a broadcast changed: where it is connected, is who leads. */
  noteSource({ broadcastId, source }: Led): void {
    if (source) this.#ofBroadcast.get(broadcastId)?.claimLeadership()
  }

  /** Time for which no instance that leads anything public has been reached, in milliseconds. */
  get #lostForMs(): number {
    const lost = [...this.#ofBroadcast.values()].filter(({ isPublic }) => isPublic)
    return lost.length === 0 ? 0 : Math.min(...lost.map(({ lostForMs }) => lostForMs))
  }

  /** Lets another instance follow; false when the broadcast is not known here. */
  accept(broadcastId: number, socket: WebSocket): boolean {
    const leadership = this.#ofBroadcast.get(broadcastId)
    leadership?.accept(socket)
    return leadership !== undefined
  }

  /** A page for those who follow, and of whom its packets are. It waits for nothing. */
  relay(broadcastId: number, bytes: Uint8Array, runs: readonly MapRun[]): void {
    this.#ofBroadcast.get(broadcastId)?.relay(bytes, runs)
  }

  /** Base URL of the instance that leads a broadcast; null: this one; undefined: not known here. */
  leaderOf(broadcastId: number): string | null | undefined {
    return this.#options.self ? this.#ofBroadcast.get(broadcastId)?.leaderUrl : null
  }

  /** Holds the feed, or with null opens it, wherever it is led. Throws MEDIA_AWAY while nobody leads. */
  hold({ broadcastId, feed }: Led, feedHold: FeedHold | null): void {
    const leadership = this.#ofBroadcast.get(broadcastId)
    if (leadership) leadership.hold(feedHold)
    else feed.hold(feedHold)
  }

  /** A broadcast is off the air here. Resolves when others may lead it. */
  async end(broadcastId: number, code: number): Promise<void> {
    const leadership = this.#ofBroadcast.get(broadcastId)
    this.#ofBroadcast.delete(broadcastId)
    await leadership?.close(code)
  }

  /** Idempotent. */
  async close(code: number): Promise<void> {
    if (this.#timer) clearInterval(this.#timer)
    await Promise.all([...this.#ofBroadcast.keys()].map((broadcastId) => this.end(broadcastId, code)))
  }
}
