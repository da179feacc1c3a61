import type { WebSocket } from 'ws'
import { AppError } from '../../../http/app-error.ts'
import type { OnAirBroadcast } from '../on-air/on-air-broadcast.ts'
import { AudienceDiff } from './audience-diff.ts'
import type { AiringFacts } from './facts.ts'
import type { Bid, Instances } from './ports.ts'
import { Relay } from './relay.ts'
import { NOT_LEADING, RelayLine } from './relay-line.ts'

/** While nobody can be asked who leads, an instance that hears nothing for so long leads by itself. */
const ALONE_AFTER_MS = 10_000
/** So that several do not do so at the same moment. */
const ALONE_SPREAD_MS = 3_000

type State = { name: 'seeking' } | { name: 'leading' } | { name: 'following'; relay: Relay }

export type LeadershipOptions = {
  broadcastId: number
  self: Instances
  /** Monotonic milliseconds. */
  now: () => number
  /** Between 0 and 1. */
  random: () => number
  /** This instance leads, or another one does from now on; the broadcast knows already. */
  onChange: (onAir: OnAirBroadcast) => void
}

/**
 * Whether this instance leads one broadcast, and where it gets its sound from otherwise. It leads when the DJ connects
 * here, or when nobody else does. While it seeks, its mount sends silence: no listener is cut. `tick` is to be called
 * about twice a second.
 */
export class Leadership {
  readonly #options: LeadershipOptions
  readonly #lines = new Set<RelayLine>()
  /** What others know of who listens here. */
  readonly #told: AudienceDiff
  #onAir: OnAirBroadcast
  #state: State = { name: 'seeking' }
  #term = 0
  /** Where it was heard last. */
  #leader: Bid | null = null
  /** Since when nothing is heard of anybody who leads. */
  #lostMs: number
  #aloneAfterMs: number
  #isAsking = false
  /** The DJ has come here, and that is not known everywhere yet. */
  #isTaking = false
  #isClosed = false

  constructor(onAir: OnAirBroadcast, options: LeadershipOptions) {
    this.#onAir = onAir
    this.#options = options
    this.#told = new AudienceDiff(options.self.id)
    this.#lostMs = options.now()
    this.#aloneAfterMs = ALONE_AFTER_MS + options.random() * ALONE_SPREAD_MS
    void this.#ask()
  }

  /** The live mount of the same broadcast goes on where that of its test was. */
  replace(onAir: OnAirBroadcast): void {
    const before = this.#onAir
    this.#onAir = onAir
    this.#told.forget()
    if (this.#state.name === 'leading') onAir.lead()
    else onAir.heed(before.facts)
    this.#closeLines(NOT_LEADING)
    // A relay is of one audience.
    if (this.#state.name === 'following' && this.#leader) this.#follow(this.#leader)
  }

  /** The DJ is connected here: this instance leads, whoever did. */
  take(): void {
    if (this.#state.name === 'leading') {
      this.#tell()
      return
    }
    this.#term += 1
    this.#isTaking = true
    if (this.#state.name === 'following') this.#state.relay.take(this.#bid())
    this.#lead()
    void this.#ask()
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
      onTake: (bid) => this.#yield(bid),
      onHold: (isHeld) => this.#onAir.mount.holdFeed(isHeld),
      onClose: (closed) => this.#lines.delete(closed),
    })
    this.#lines.add(line)
    line.tell(this.#term)
  }

  /** A page for those who follow. */
  relay(bytes: Uint8Array): void {
    for (const line of this.#lines) line.sendPage(bytes)
  }

  /** Holds the feed or opens it, wherever it is led. Throws MEDIA_AWAY while nobody leads. */
  hold(isHeld: boolean): void {
    const state = this.#state
    if (state.name === 'leading') this.#onAir.mount.holdFeed(isHeld)
    else if (state.name === 'following' && state.relay.hold(isHeld))
      this.#onAir.heed({ ...this.#onAir.facts, isFeedHeld: isHeld })
    else throw new AppError('MEDIA_AWAY')
    this.#tell()
  }

  tick(): void {
    if (this.#state.name === 'following') {
      this.#state.relay.tick()
      return
    }
    this.#tell()
    void this.#ask()
  }

  /** Neither leads nor follows any more; idempotent. Resolves when others may lead. */
  async close(code: number): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    const { broadcastId, self } = this.#options
    if (this.#state.name === 'following') this.#state.relay.close()
    const { name } = this.#state
    // Whoever hears that this one is gone finds the lead free. A place that is away forgets by itself.
    if (name === 'leading') await self.leases.release(broadcastId, self.id).catch(() => undefined)
    this.#closeLines(code)
  }

  /** Asks for the lead, anew or again. */
  async #ask(): Promise<void> {
    if (this.#isAsking || this.#isClosed || this.#options.self.url() === null) return
    this.#isAsking = true
    const { broadcastId, self } = this.#options
    try {
      const holder = await self.leases.claim(broadcastId, this.#bid())
      if (!this.#isClosed) this.#heed(holder)
    } catch {
      if (!this.#isClosed) this.#goAlone()
    } finally {
      this.#isAsking = false
    }
  }

  #heed(holder: Bid): void {
    const { self, broadcastId } = this.#options
    const { name } = this.#state
    if (holder.instance === self.id) {
      if (holder.term === this.#term) this.#isTaking = false
      if (name === 'following') void self.leases.release(broadcastId, self.id).catch(() => undefined)
      if (name === 'seeking') this.#leadAnew()
      return
    }
    if (name === 'following') return
    if (name === 'leading' && this.#outbids(holder)) this.#term = Math.max(this.#term, holder.term + 1)
    else this.#follow(holder)
  }

  /** Whether the DJ is here and not there: then it is asked again, with a higher term. */
  #outbids({ sourceKind }: Bid): boolean {
    return this.#onAir.source !== null && (this.#isTaking || !sourceKind)
  }

  /** Nobody can be asked: whoever leads goes on, and whoever follows hears it all the same. */
  #goAlone(): void {
    if (this.#state.name !== 'seeking') return
    if (this.#options.now() - this.#lostMs > this.#aloneAfterMs) this.#leadAnew()
    else if (this.#leader) this.#follow(this.#leader)
  }

  #yield(bid: Bid): void {
    if (this.#state.name === 'leading' && bid.term > this.#term) this.#follow(bid)
  }

  #leadAnew(): void {
    this.#term += 1
    this.#lead()
  }

  #lead(): void {
    if (this.#state.name === 'following') this.#state.relay.close()
    this.#state = { name: 'leading' }
    this.#onAir.lead()
    this.#options.onChange(this.#onAir)
  }

  #follow(leader: Bid): void {
    this.#isTaking = false
    const { broadcastId, self, now } = this.#options
    if (this.#state.name === 'following') this.#state.relay.close()
    if (this.#state.name === 'leading') {
      this.#lostMs = now()
      this.#told.noteCounted(this.#onAir.audience)
    }
    this.#term = Math.max(this.#term, leader.term)
    this.#leader = leader
    const relay = new Relay({
      broadcastId,
      leader,
      self,
      now,
      onAir: this.#onAir,
      told: this.#told,
      onPackets: (packets) => this.#onAir.mount.pushPackets(packets),
      onFacts: (facts, term) => this.#hear(facts, term),
      onMoved: (moved) => this.#follow(moved),
      onClose: (closed) => this.#lose(closed),
    })
    const hasLed = this.#state.name === 'leading'
    this.#state = { name: 'following', relay }
    if (!hasLed) return
    this.#onAir.follow(leader.sourceKind)
    this.#options.onChange(this.#onAir)
    this.#closeLines(NOT_LEADING, leader)
  }

  #hear(facts: AiringFacts, term: number): void {
    this.#lostMs = Number.POSITIVE_INFINITY
    this.#term = Math.max(this.#term, term)
    this.#onAir.heed(facts)
  }

  #lose(relay: Relay): void {
    if (this.#state.name !== 'following' || this.#state.relay !== relay || this.#isClosed) return
    this.#state = { name: 'seeking' }
    this.#lostMs = Math.min(this.#lostMs, this.#options.now())
    this.#onAir.miss()
  }

  /** Says how it stands to those who follow. */
  #tell(): void {
    for (const line of this.#lines) line.tell(this.#term)
  }

  #closeLines(code: number, leader?: Bid): void {
    for (const line of this.#lines) line.close(code, leader)
    this.#lines.clear()
  }

  #bid(): Bid {
    const { id: instance, url } = this.#options.self
    return { instance, url: url() ?? '', term: this.#term, sourceKind: this.#onAir.source?.kind ?? null }
  }
}
