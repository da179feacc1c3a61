import type { OnAirState } from '../cluster/on-air-state.ts'
import { RemoteState } from '../cluster/remote-state.ts'
import { Audience } from '../listeners/audience.ts'
import { Feed, type FeedTarget } from '../on-air/feed.ts'
import { ItemPlayout, type RestOfItem } from '../playout/item-playout.ts'
import type { ItemEnd, PlayoutItem } from '../playout/playout-item.ts'
import type { Log } from '../ports.ts'
import type { PlayoutPort } from './ports.ts'
import type { SoundingItem } from './sounding-item.ts'

/** With less left of an item another one plays. */
const LEAST_LEFT_MS = 1_000

/** Names the sound between shows among instances, where a broadcast has its id. */
export const BETWEEN_SHOWS_ID = 0

export type BetweenShowsOptions = {
  /** Monotonic milliseconds. */
  now: () => number
  /** Wall clock, in milliseconds since 1970. */
  clock: { now(): number }
  log: Log
  playout: PlayoutPort
  target: FeedTarget
  isIcecastUp: () => boolean
  /** Another item sounds, or none; there is something to play, or not. */
  onChange: () => void
  /** This instance leads now, or another one does. */
  onLead: () => void
}

// Members: what a leadership asks of everything it leads, and the playout that it is asked for.
/**
 * Sound between shows on this instance, and who hears it. The instance that leads plays items; the others get its packets
 * and how it stands, as with a broadcast, and go on at the same place when it is gone.
 */
export class BetweenShows {
  readonly broadcastId = BETWEEN_SHOWS_ID
  readonly kind = 'live' as const
  /** No DJ connects to it. */
  readonly source = null
  readonly isStoodIn = false
  /** It is not recorded. */
  readonly takes = null
  readonly audience: Audience
  readonly feed: Feed
  readonly #options: BetweenShowsOptions
  readonly #remote: RemoteState
  readonly #playout: ItemPlayout
  #leads = false
  /** The programme gives it the mount. */
  #hasMount = false
  #isIdle = true
  #item: SoundingItem | null = null
  /** Item of an instance that is gone, to go on with. */
  #resumed: PlayoutItem | null = null

  constructor(options: BetweenShowsOptions) {
    const { now, log, playout, target } = options
    this.#options = options
    this.audience = new Audience({ now })
    this.feed = new Feed({ now, target })
    this.#remote = new RemoteState(now)
    this.#playout = new ItemPlayout({
      now,
      log,
      next: () => this.#next(),
      onPackets: (packets) => this.feed.push(packets),
      onBegin: (item) => this.#begin(item),
      onBeginAgain: () => this.#item && playout.onBeginAgain(this.#item),
      onEnd: (_, end) => this.#end(end),
      onSkip: playout.onSkip,
      onRest: () => this.#rest(true),
    })
  }

  get leads(): boolean {
    return this.#leads
  }

  /** There is nothing to play, as far as is known here. */
  get isIdle(): boolean {
    return this.#leads ? this.#isIdle : (this.#remote.current?.betweenShows?.isIdle ?? this.#isIdle)
  }

  /** The item that sounds; null in a pause, and while a broadcast has the mount. */
  get item(): SoundingItem | null {
    if (!this.#hasMount) return null
    return this.#leads ? this.#item : (this.#remote.current?.betweenShows?.item ?? null)
  }

  /** Has the mount from now on, and begins to play `afterMs` from now. */
  play(afterMs: number): void {
    this.#hasMount = true
    this.#isIdle = false
    if (this.#leads) this.#playout.start(afterMs)
  }

  /** Takes what would be sent next of what this instance plays; null when nothing sounds here. `stop` is to follow. */
  takeRest(bridgeMs: number): RestOfItem | null {
    return this.#playout.takeRest(bridgeMs)
  }

  /** Leaves the mount: what sounds is cut. Resolves when its files are closed. */
  async stop(): Promise<void> {
    this.#hasMount = false
    await this.#playout.stop()
  }

  /** Cuts what sounds here, and goes on with what is chosen then. */
  skip(afterMs = 0): void {
    if (!this.#leads || !this.#hasMount) return
    void this.#playout.stop().then(() => {
      if (this.#leads && this.#hasMount) this.#playout.start(afterMs)
    })
  }

  /** Goes on with a replay whose time has come, `afterMs` from now, unless it sounds already; what sounds goes on until then. */
  playPlanned(plannedId: number, afterMs: number): void {
    if (this.item?.plannedId === plannedId) return
    if (this.#leads && this.#playout.item) this.#playout.change()
    else this.skip(afterMs)
  }

  /** Sends what is due. To be called about every 240 ms. */
  tick(): void {
    this.#playout.tick()
  }

  /** Plays from now on, from where the one before left it. Idempotent. */
  lead(): void {
    if (this.#leads) return
    const before = this.#remote.current
    this.#leads = true
    this.audience.resume(before?.peakListeners ?? 0, before?.outsideListeners ?? 0)
    this.#options.onLead()
    const item = before?.betweenShows?.item
    const due = this.#options.playout.due()
    const isInTime = due === null || due === item?.plannedId
    if (item && isInTime && this.#hasMount) void this.#resume(item)
    else if (this.#hasMount) this.#playout.start()
  }

  /** Leaves to another instance what only one does. Idempotent. */
  follow(): void {
    if (!this.#leads) return
    this.#remote.apply(this.state)
    this.#leads = false
    this.audience.setOutside(0)
    void this.#playout.stop()
    this.#options.onLead()
  }

  applyRemoteState(state: OnAirState): void {
    const before = this.#remote.current?.betweenShows
    this.#remote.apply(state)
    const { betweenShows } = state
    const isSame =
      before?.isIdle === betweenShows?.isIdle && before?.item?.startedAtMs === betweenShows?.item?.startedAtMs
    if (!isSame) this.#options.onChange()
  }

  /** No source is connected to it anywhere. */
  markLeaderLost(): void {}

  /** State as it is here, or as the instance that leads sent it. */
  get state(): OnAirState {
    return (this.#leads ? null : this.#remote.current) ?? this.#ownState
  }

  get #ownState(): OnAirState {
    return {
      listenerCount: this.audience.count,
      peakListeners: this.audience.peak,
      outsideListeners: this.audience.outside,
      isRecovering: false,
      hasReceived: true,
      feedHold: null,
      isDeadAir: false,
      hasRecordingFailed: false,
      bitrate: null,
      isIcecastUp: this.#options.isIcecastUp(),
      sourceUserId: null,
      source: null,
      isProgramAside: false,
      silentForMs: 0,
      betweenShows: { isIdle: this.#isIdle, item: this.#hasMount ? this.#item : null },
    }
  }

  async #resume(item: SoundingItem): Promise<void> {
    const { clock, playout, log } = this.#options
    try {
      const found = await playout.find(item)
      const placed = found && placedAt(found, Math.max(0, clock.now() - item.startedAtMs))
      this.#resumed = placed && { ...placed, soundsFromMs: item.soundsFromMs ?? item.startedAtMs }
    } catch (err) {
      log.warn({ err }, 'What another instance played was not found; something else plays')
    }
    if (this.#leads && this.#hasMount) this.#playout.start()
  }

  async #next(): Promise<PlayoutItem | null> {
    const resumed = this.#resumed
    this.#resumed = null
    return resumed ?? this.#options.playout.next(this.#item)
  }

  #begin({ file: _, loop: __, fromMs = 0, ...named }: PlayoutItem) {
    const now = this.#options.clock.now()
    const item = { ...(fromMs > 0 && { soundsFromMs: now }), ...named, startedAtMs: now - fromMs }
    this.#item = item
    this.#options.playout.onBegin(item, this.audience.count)
    this.#isIdle = false
    this.#options.onChange()
  }

  #end(end: ItemEnd): void {
    const item = this.#item
    this.#item = null
    // Another instance goes on with what this one leaves to it.
    if (item && this.#leads) {
      const { playout } = this.#options
      playout.onEnd(item, end)
      // Of a planned replay that broke off the rest is due, and not what was to follow it.
      if (end === 'DAMAGED' && item.plannedId !== undefined && playout.due() === item.plannedId)
        this.#playout.change()
    }
    // What follows without a gap has begun by then.
    queueMicrotask(() => !this.#item && this.#options.onChange())
  }

  #rest(isIdle: boolean): void {
    this.#isIdle = isIdle
    this.#options.onChange()
  }
}

/** The item from where its listeners would be `sinceMs` after its beginning; null where it would be over, or nearly. */
function placedAt(item: PlayoutItem, sinceMs: number): PlayoutItem | null {
  if (item.loop) return { ...item, fromMs: sinceMs % item.durationMs }
  return sinceMs <= item.durationMs - LEAST_LEFT_MS ? { ...item, fromMs: sinceMs } : null
}
