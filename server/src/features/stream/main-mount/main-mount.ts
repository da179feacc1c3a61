import { BRIDGE_MS, ItemFade } from '../fade/item-fade.ts'
import type { Audience } from '../listeners/audience.ts'
import { MovingAudience } from '../listeners/moving-audience.ts'
import type { Sound } from '../mount/sound.ts'
import type { Transmission } from '../on-air/transmission.ts'
import type { Transmitter } from '../on-air/transmitter.ts'
import { PLAYOUT_TICK_MS } from '../playout/item-playout.ts'
import { AT_START, advance, PAUSE_MS, type Programme, type ProgrammeEvent } from '../programme/programme.ts'
import { BetweenShows, type BetweenShowsOptions } from './between-shows.ts'
import type { EarlierItem, StationTape } from './station-tape.ts'
import { Turn, type TurnMount } from './turn.ts'

export type MainMountOptions = Omit<BetweenShowsOptions, 'target' | 'onLead'> & {
  createTransmitter(): Transmitter
  /** Keeps what plays between shows, for listeners who go back. */
  tape: Pick<StationTape, 'take' | 'pause' | 'earlier' | 'close'>
  /** A page of what sounds between shows, for the instances that follow. It must not wait for anything. */
  relay(bytes: Uint8Array): void
  /** It is closed, and its transmitter gone. */
  onClose(transmitter: Transmitter): void
}

// Members: the programme, the mount it plays into and those who wait for it change together.
/**
 * The one mount of a station that plays around the clock: broadcasts have their turn on it, items play between them, and
 * nobody's stream ends while there is anything to hear. Owns its timer while it is switched on.
 */
export class MainMount implements TurnMount {
  readonly betweenShows: BetweenShows
  /** Listeners of the mount, counted in the audience of what is on. */
  readonly listeners: MovingAudience
  readonly #options: MainMountOptions
  readonly #fade = new ItemFade({ send: (packets) => this.#transmitter?.pushPackets(packets) ?? true })
  #programme: Programme = AT_START
  #transmitter: Transmitter | null = null
  #turn: Turn | null = null
  /** Resolves when the transmitter before is closed. */
  #shutting: Promise<void> = Promise.resolve()
  #timer: NodeJS.Timeout | null = null
  /** The planned replay that is offered. */
  #dueId: number | null = null

  constructor(options: MainMountOptions) {
    this.#options = options
    this.betweenShows = new BetweenShows({
      ...options,
      target: {
        pushPackets: (packets) => this.#pushItem(packets),
        silence: () => this.#transmitter?.silence(),
      },
      onChange: () => {
        this.#noteItem()
        options.onChange()
      },
      onLead: () => this.noteLeading(),
    })
    this.listeners = new MovingAudience(this.betweenShows.audience)
  }

  /** Broadcasts that begin now get their turn on it. */
  get isOn(): boolean {
    return this.#programme.isOn
  }

  /** Null while it is closed: nothing sounds. */
  get transmitter(): Transmitter | null {
    return this.#transmitter
  }

  /** Switches it on, or off at the end of the show that is on it. Idempotent. */
  switchTo(isOn: boolean): void {
    if (isOn === this.isOn) return
    this.#advance({ type: 'SWITCHED', isOn })
    if (isOn) this.#start()
    else if (this.#timer) {
      clearInterval(this.#timer)
      this.#timer = null
      this.#offerReplay(null)
    }
    if (isOn && this.#programme.sounding !== 'LIVE') this.#play(0)
    if (!isOn) void this.betweenShows.stop()
    void this.#settle()
    this.#options.onChange()
  }

  /** A turn for a live broadcast, which is to begin at once. */
  createTurn(): Transmission {
    return new Turn(this, this.#open())
  }

  /** The show that has its turn was on before: it sounds, and is silent until its source is back. */
  resumeShow(): void {
    if (this.#turn) this.#advance({ type: 'OFFERED', lane: 'LIVE' })
    this.noteLeading()
  }

  /** Makes ready for a show that may begin soon, which is in test; or for none. */
  expectShow(isExpected: boolean): void {
    if (this.#turn) return
    if (isExpected && this.betweenShows.leads) this.#fade.prepare()
    else this.#fade.stop()
  }

  enter(turn: Turn, audience: Audience): void {
    this.#turn = turn
    this.listeners.moveTo(audience)
    this.noteLeading()
    // Nothing of a show fades that hands over.
    if (this.betweenShows.leads && this.#programme.sounding !== 'LIVE') this.#fade.prepare()
  }

  takeOver(turn: Turn): boolean {
    if (turn !== this.#turn) return false
    if (this.#programme.sounding === 'LIVE') return true
    this.#fadeOut(turn)
    this.#advance({ type: 'OFFERED', lane: 'LIVE' })
    this.noteLeading()
    void this.betweenShows.stop()
    // What was sent ahead of time would be delay for the whole show.
    this.#transmitter?.silence()
    this.#options.onChange()
    return true
  }

  pushShow(packets: readonly Uint8Array[]): boolean {
    return this.#fade.push(packets)
  }

  silence(turn: Turn): void {
    if (!this.#isSounding(turn)) return
    this.#fade.stop()
    this.#transmitter?.silence()
  }

  async leave(turn: Turn): Promise<void> {
    if (turn !== this.#turn) return
    const wasSounding = this.#isSounding(turn)
    this.#turn = null
    this.#fade.stop()
    this.listeners.moveTo(this.betweenShows.audience)
    if (wasSounding) {
      this.#transmitter?.silence()
      if (this.isOn) this.#play(PAUSE_MS)
      this.#advance({ type: 'WITHDRAWN', lane: 'LIVE' })
    }
    this.noteLeading()
    await this.#settle()
  }

  /** Items that listeners can go back to, newest first. */
  earlier(): EarlierItem[] {
    return this.#options.tape.earlier()
  }

  /** The transmitter leads where what sounds is led. */
  noteLeading(): void {
    const leads = this.#programme.sounding === 'LIVE' ? this.#turn?.leads : this.betweenShows.leads
    if (leads) this.#transmitter?.lead()
    else this.#transmitter?.follow()
  }

  /** Ends what plays and its listeners' streams; idempotent. */
  async close(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer)
    this.#timer = null
    this.#programme = AT_START
    this.#fade.stop()
    await this.betweenShows.stop()
    await this.#shut()
    await this.#options.tape.close()
  }

  #isSounding(turn: Turn): boolean {
    return turn === this.#turn && this.#programme.sounding === 'LIVE'
  }

  /** Lets an item fade below the show, on the instance that sends both and can mix them; else it is cut. */
  #fadeOut(turn: Turn): void {
    const bridgeMs = BRIDGE_MS - turn.transmitter.mount.bufferedMs
    const rest = turn.leads && this.#fade.isReady ? this.betweenShows.takeRest(bridgeMs) : null
    if (rest) {
      turn.transmitter.pushPackets(rest.bridge)
      this.#fade.begin(rest.tail)
    } else this.#fade.stop()
  }

  #start(): void {
    this.#timer = setInterval(() => {
      this.#offerReplay(this.#options.playout.due())
      this.betweenShows.tick()
      this.#advance({ type: 'TIME' })
      void this.#settle()
    }, PLAYOUT_TICK_MS)
  }

  /** Offered until it says that there is nothing, so that no stream ends before it has looked. */
  #play(afterMs: number): void {
    this.#advance({ type: 'OFFERED', lane: 'PLAYLIST' })
    this.betweenShows.play(afterMs)
  }

  /** At its time a planned replay cuts what plays between shows; a show that is on goes on. */
  #offerReplay(dueId: number | null): void {
    if (dueId === this.#dueId) return
    this.#dueId = dueId
    const before = this.#programme
    this.#advance({ type: dueId === null ? 'WITHDRAWN' : 'OFFERED', lane: 'SCHEDULED_REPLAY' })
    const pauseMs = before.sounding === 'PAUSE' ? Math.max(0, before.pauseEndsMs - this.#options.now()) : 0
    if (dueId !== null) this.betweenShows.playPlanned(dueId, pauseMs)
  }

  #noteItem(): void {
    this.#advance({ type: this.betweenShows.isIdle ? 'WITHDRAWN' : 'OFFERED', lane: 'PLAYLIST' })
    void this.#settle()
  }

  #pushItem(packets: readonly Uint8Array[]): boolean {
    if (this.#programme.sounding === 'LIVE' || !this.isOn) return true
    const isKept = this.#transmitter?.pushPackets(packets) ?? true
    // In silence the first slice waits for the mount's own clock, and the next would drop its beginning.
    if (this.betweenShows.leads) this.#transmitter?.mount.tick()
    return isKept
  }

  #advance(event: ProgrammeEvent): void {
    this.#programme = advance(this.#programme, event, this.#options.now())
  }

  /** Open while something sounds, or a broadcast is on. */
  async #settle(): Promise<void> {
    const { sounding } = this.#programme
    // Before anything was found nobody is promised a stream.
    const hasItem = this.betweenShows.item !== null
    if (this.#transmitter ? sounding !== 'REST' : sounding !== 'REST' && hasItem) this.#open()
    else if (!this.#turn) await this.#shut()
  }

  #open(): Transmitter {
    if (this.#transmitter) return this.#transmitter
    const transmitter = this.#options.createTransmitter()
    this.#transmitter = transmitter
    transmitter.begin({
      onPage: (bytes, packets) => this.#passOn(bytes, packets),
      onSound: (sound) => this.#measure(sound),
    })
    this.noteLeading()
    return transmitter
  }

  async #shut(): Promise<void> {
    const transmitter = this.#transmitter
    this.#transmitter = null
    if (transmitter) {
      this.#options.tape.pause()
      this.#options.onClose(transmitter)
      this.#shutting = transmitter.close()
    }
    await this.#shutting
  }

  #passOn(bytes: Uint8Array, packets: readonly Uint8Array[]): void {
    const isLive = this.#programme.sounding === 'LIVE'
    if (isLive) this.#turn?.takePage(packets)
    else if (this.betweenShows.leads) this.#options.relay(bytes)
    if (this.#transmitter)
      this.#options.tape.take(packets, this.#transmitter, isLive ? null : this.betweenShows.item)
  }

  #measure(sound: Sound): void {
    if (this.#programme.sounding === 'LIVE') this.#turn?.takeSound(sound)
  }
}
