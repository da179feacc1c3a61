import type { FeedHold } from '@carillon/contract/stream/topics'
import type { MapRun } from '@carillon/media/takes/packet-map'
import type { WebSocket } from 'ws'
import { AppError } from '../../../kernel/app-error.ts'
import { AudienceDiff } from './audience-diff.ts'
import type { OnAirState } from './on-air-state.ts'
import type { Bid, Instances, Led } from './ports.ts'
import { Relay } from './relay.ts'
import { NOT_LEADING, RelayLine } from './relay-line.ts'

/** While nobody can be asked who leads, an instance that receives nothing for this long leads by itself. */
const ALONE_AFTER_MS = 10_000
/** So that several do not do so at the same moment. */
const ALONE_SPREAD_MS = 3_000

type Following = { name: 'following'; relay: Relay; leave(isOver: boolean): void }
type State = { name: 'seeking' } | { name: 'leading' } | Following

export type LeadershipOptions = {
  broadcastId: number
  self: Instances
  /** Monotonic milliseconds. */
  now: () => number
  /** Between 0 and 1. */
  random: () => number
  /** This instance leads, or another one does from now on; the broadcast knows already. */
  onChange: (onAir: Led) => void
  /** Begins what is done while that one leads. The function it gives ends it; `isOver`: because the broadcast does. */
  onFollow: (broadcastId: number, leader: Bid) => (isOver: boolean) => void
}

// Members: one state machine (seeking, leading, following): each transition reads the term, the lease and the lines.
/**
 * Whether this instance leads one broadcast, and where it gets its sound from otherwise. It leads when the DJ connects
 * here, or when nobody else does. While it seeks, its mount sends silence: no listener is cut. `tick` is to be called
 * about twice a second.
 */
export class Leadership {
  readonly #options: LeadershipOptions
  readonly #lines = new Set<RelayLine>()
  /** Audience of this instance as the others know it. */
  readonly #audienceDiff: AudienceDiff
  #onAir: Led
  #state: State = { name: 'seeking' }
  #term = 0
  /** Leader last known. */
  #leader: Bid | null = null
  /** Since when nothing has come from an instance that leads. */
  #lostMs: number
  #aloneAfterMs: number
  #isClaiming = false
  /** The DJ has come here, and that is not known everywhere yet. */
  #isTakingOver = false
  #isClosed = false

  constructor(onAir: Led, options: LeadershipOptions) {
    this.#onAir = onAir
    this.#options = options
    this.#audienceDiff = new AudienceDiff(options.self.id)
    this.#lostMs = options.now()
    this.#aloneAfterMs = ALONE_AFTER_MS + options.random() * ALONE_SPREAD_MS
    void this.#claimLease()
  }

  /** The live mount of the same broadcast goes on where that of its test was. */
  replace(onAir: Led): void {
    const before = this.#onAir
    this.#onAir = onAir
    this.#audienceDiff.forget()
    if (this.#state.name === 'leading') onAir.lead()
    else onAir.applyRemoteState(before.state)
    // Connections stay: a page that came in between would be lost.
    for (const line of this.#lines) line.replace(onAir)
    if (this.#state.name === 'following') this.#state.relay.replace(onAir)
  }

  /** The DJ is connected here: this instance leads, whichever did. */
  claimLeadership(): void {
    if (this.#state.name === 'leading') {
      this.#sendState()
      return
    }
    this.#term += 1
    this.#isTakingOver = true
    if (this.#state.name === 'following') this.#state.relay.claim(this.#bid())
    this.#lead()
    void this.#claimLease()
  }

  /** Lets another instance follow this one; it is sent away when this one does not lead. */
  accept(socket: WebSocket): void {
    if (this.#state.name !== 'leading' || this.#isClosed) {
      socket.close(NOT_LEADING)
      return
    }
    const line = new RelayLine(socket, {
      now: this.#options.now,
      onAir: this.#onAir,
      onClaim: (bid) => this.#stepDown(bid),
      onHold: (feedHold) => this.#onAir.feed.hold(feedHold),
      onClose: (closed) => this.#lines.delete(closed),
    })
    this.#lines.add(line)
    line.sendState(this.#term)
  }

  /** Base URL of the instance that leads; null: this one; undefined while nobody is known to. */
  get leaderUrl(): string | null | undefined {
    if (this.#state.name === 'leading') return null
    return this.#state.name === 'following' ? this.#leader?.url : undefined
  }

  get isPublic(): boolean {
    return this.#onAir.kind === 'live'
  }

  /** Time for which no instance that leads has been reached, in milliseconds; 0 where this one leads. */
  get lostForMs(): number {
    return this.#state.name === 'leading' ? 0 : Math.max(0, this.#options.now() - this.#lostMs)
  }

  /** A page for those who follow, and of whom its packets are. */
  relay(bytes: Uint8Array, runs: readonly MapRun[]): void {
    for (const line of this.#lines) line.sendPage(bytes, runs)
  }

  /** Holds the feed, or with null opens it, wherever it is led. Throws MEDIA_AWAY while nobody leads. */
  hold(feedHold: FeedHold | null): void {
    const state = this.#state
    if (state.name === 'leading') this.#onAir.feed.hold(feedHold)
    else if (state.name === 'following' && state.relay.hold(feedHold))
      this.#onAir.applyRemoteState({ ...this.#onAir.state, feedHold })
    else throw new AppError('MEDIA_AWAY')
    this.#sendState()
  }

  tick(): void {
    if (this.#state.name === 'following') {
      this.#state.relay.tick()
      return
    }
    this.#sendState()
    void this.#claimLease()
  }

  /** Neither leads nor follows any more; idempotent. Resolves when others may lead. */
  async close(code: number): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    const { broadcastId, self } = this.#options
    this.#leave(true)
    const { name } = this.#state
    // An instance that sees this one gone finds the lead free. A place that is away forgets by itself.
    if (name === 'leading') await self.leases.release(broadcastId, self.id).catch(() => undefined)
    this.#closeLines(code)
  }

  /** Asks for the lead, or to keep it. */
  async #claimLease(): Promise<void> {
    if (this.#isClaiming || this.#isClosed || this.#options.self.url() === null) return
    this.#isClaiming = true
    const { broadcastId, self } = this.#options
    try {
      const holder = await self.leases.claim(broadcastId, this.#bid())
      if (!this.#isClosed) this.#applyHolder(holder)
    } catch {
      if (!this.#isClosed) this.#goAlone()
    } finally {
      this.#isClaiming = false
    }
  }

  #applyHolder(holder: Bid): void {
    const { self, broadcastId } = this.#options
    const { name } = this.#state
    if (holder.instance === self.id) {
      if (holder.term === this.#term) this.#isTakingOver = false
      if (name === 'following') void self.leases.release(broadcastId, self.id).catch(() => undefined)
      if (name === 'seeking') this.#leadNextTerm()
      return
    }
    if (name === 'following') return
    if (name === 'leading' && this.#outbids(holder)) this.#term = Math.max(this.#term, holder.term + 1)
    else this.#follow(holder)
  }

  /** Whether the DJ is here and not there: then it is asked again, with a higher term. */
  #outbids({ sourceKind }: Bid): boolean {
    return this.#onAir.source !== null && (this.#isTakingOver || !sourceKind)
  }

  /** Nobody can be asked: an instance that leads goes on, and those that follow get its pages all the same. */
  #goAlone(): void {
    if (this.#state.name !== 'seeking') return
    if (this.#options.now() - this.#lostMs > this.#aloneAfterMs) this.#leadNextTerm()
    else if (this.#leader) this.#follow(this.#leader)
  }

  #stepDown(bid: Bid): void {
    if (this.#state.name === 'leading' && bid.term > this.#term) this.#follow(bid)
  }

  #leadNextTerm(): void {
    this.#term += 1
    this.#lead()
  }

  #lead(): void {
    this.#leave(false)
    this.#state = { name: 'leading' }
    this.#onAir.lead()
    this.#options.onChange(this.#onAir)
  }

  #follow(leader: Bid): void {
    this.#isTakingOver = false
    const { broadcastId, self, now, onFollow } = this.#options
    this.#leave(false)
    if (this.#state.name === 'leading') {
      this.#lostMs = now()
      this.#audienceDiff.noteCounted(this.#onAir.audience)
    }
    this.#term = Math.max(this.#term, leader.term)
    this.#leader = leader
    const relay = new Relay({
      broadcastId,
      leader,
      self,
      now,
      onAir: this.#onAir,
      audienceDiff: this.#audienceDiff,
      onPackets: (packets) => this.#onAir.feed.push(packets),
      onState: (state, term) => this.#applyState(state, term),
      onMoved: (moved) => this.#follow(moved),
      onClose: (closed) => this.#lose(closed),
    })
    const hasLed = this.#onAir.leads
    this.#state = { name: 'following', relay, leave: onFollow(broadcastId, leader) }
    if (!hasLed) return
    this.#onAir.follow(leader)
    this.#options.onChange(this.#onAir)
    this.#closeLines(NOT_LEADING, leader)
  }

  #applyState(state: OnAirState, term: number): void {
    this.#lostMs = Number.POSITIVE_INFINITY
    this.#term = Math.max(this.#term, term)
    this.#onAir.applyRemoteState(state)
  }

  #lose(relay: Relay): void {
    if (this.#state.name !== 'following' || this.#state.relay !== relay || this.#isClosed) return
    this.#leave(false)
    this.#state = { name: 'seeking' }
    this.#lostMs = Math.min(this.#lostMs, this.#options.now())
    this.#onAir.markLeaderLost()
  }

  /** Takes nothing more from the instance that has led. */
  #leave(isOver: boolean): void {
    if (this.#state.name !== 'following') return
    this.#state.relay.close()
    this.#state.leave(isOver)
  }

  /** Says how it stands to those who follow. */
  #sendState(): void {
    for (const line of this.#lines) line.sendState(this.#term)
  }

  #closeLines(code: number, leader?: Bid): void {
    for (const line of this.#lines) line.close(code, leader)
    this.#lines.clear()
  }

  #bid(): Bid {
    const { id: instance, url } = this.#options.self
    const { source, isStoodIn: isStandIn } = this.#onAir
    return { instance, url: url() ?? '', term: this.#term, sourceKind: source?.kind ?? null, isStandIn }
  }
}
