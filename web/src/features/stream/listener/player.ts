import { HOUR_MS } from '@carillon/contract/durations'
import { createStore, type Store } from '../../../lib/store.ts'
import type { Engine, EngineEvents, EngineFailure, EngineKind, EngineMetrics } from './engine.ts'
import { behindMs, heldPlace, type Place, soundingPlace } from './place.ts'
import { nextState, type PlayerEvent, type PlayerState, wantsSound } from './player-state.ts'
import { MAX_RETRIES } from './retry-ladder.ts'
import { DEFAULT_VOLUME, validVolume } from './saved-state.ts'

/** Stop after this long without a sign of life: honest counts, and somebody's data plan. */
export const IDLE_LIMIT_MS = 8 * HOUR_MS
const FADE_MS = 1_500

/** Snapshot of the player for the page. */
export type PlayerSnapshot = {
  state: PlayerState
  engine: EngineKind | null
  metrics: EngineMetrics | null
  /** 0 to 100. */
  volume: number
  isMuted: boolean
  /** Place of who went back; null: what is live. */
  place: Place | null
  /** Why the last engine gave up, for the curious. */
  lastReason: string | null
}

export type PlayerOptions = {
  /** The engine to try, given those that failed here; undefined when none is left. */
  choose: (failed: ReadonlySet<EngineKind>, behindMs: number | null) => EngineKind | undefined
  /** Builds an engine, for so far behind what is live. Near ones are loaded on demand. */
  create: (
    kind: EngineKind,
    loudness: number,
    events: EngineEvents,
    behindMs: number | null,
  ) => Engine | Promise<Engine>
  volume?: number
  isMuted?: boolean
  now?: () => number
}

// Members: what a person can press, and what carries out the states that player-state.ts decides.
/**
 * The one player above the router: holds at most one engine, climbs the retry ladder, hands over from one engine to
 * the other, and knows what the person wants. Everything it knows is in `snapshot`.
 */
export class Player {
  readonly #options: PlayerOptions
  readonly #now: () => number
  readonly #failed = new Set<EngineKind>()
  readonly snapshot: Store<PlayerSnapshot>
  #engine: Engine | null = null
  /** Counts the connections: what an older one still says is not heard. */
  #connection = 0
  #isOnAir = false
  /** The engine of this connection has. */
  #hasSounded = false
  /** When the show ended in which somebody went back; infinite while it goes on. */
  #showEndMs = Number.POSITIVE_INFINITY
  #isRestoring = false
  #retry: ReturnType<typeof setTimeout> | undefined
  #idle: ReturnType<typeof setTimeout> | undefined
  #ending: ReturnType<typeof setTimeout> | undefined

  constructor(options: PlayerOptions) {
    this.#options = options
    this.#now = options.now ?? Date.now
    this.snapshot = createStore<PlayerSnapshot>({
      state: { name: 'idle' },
      engine: null,
      metrics: null,
      place: null,
      volume: options.volume ?? DEFAULT_VOLUME,
      isMuted: options.isMuted ?? false,
      lastReason: null,
    })
  }

  /** Must be called in a gesture, or the browser may refuse to sound. */
  play(): void {
    this.#begin(false)
  }

  /** As `play`, but without a gesture: a refusal is shown as an invitation to resume. */
  restore(): void {
    this.#begin(true)
  }

  pause(): void {
    this.#dispatch({ type: 'PAUSE' })
  }

  toggle(): void {
    if (wantsSound(this.snapshot.get().state)) this.pause()
    else this.play()
  }

  /** Plays on from a place in the show; null is what is live. Must be called in a gesture. */
  seek(place: Place | null): void {
    const before = this.snapshot.get()
    // Who hears what is live already keeps the connection.
    if (!place && !before.place && wantsSound(before.state)) return
    this.#showEndMs = Number.POSITIVE_INFINITY
    this.#show({ place })
    this.#isRestoring = false
    this.#dispatch({ type: 'SEEK' })
  }

  /** Another show has the air, or none: who does not listen has no place in it. */
  leaveShow(): void {
    if (!wantsSound(this.snapshot.get().state)) this.#show({ place: null })
  }

  /** The show is over, and nobody took it over: who went back in it hears it to its end, and then what is live. */
  endShow(): void {
    this.#showEndMs = Math.min(this.#showEndMs, this.#now())
  }

  /** The next try, now. */
  tryNow(): void {
    this.#dispatch({ type: 'TRY' })
  }

  setVolume(volume: number): void {
    this.#show({ volume: validVolume(volume), isMuted: false })
    this.#engine?.setLoudness(this.#loudness())
  }

  toggleMute(): void {
    this.#show({ isMuted: !this.snapshot.get().isMuted })
    this.#engine?.setLoudness(this.#loudness())
  }

  /** 0 to 1; null when nothing sounds or the engine cannot tell. */
  level(): number | null {
    return this.#engine?.level() ?? null
  }

  /** Receives whether there is a stream: tries are made only while there is one, and its end is the sound's end. */
  setOnAir(isOnAir: boolean): void {
    const wasOnAir = this.#isOnAir
    this.#isOnAir = isOnAir
    if (isOnAir && !wasOnAir) {
      this.#keepOn()
      this.#dispatch({ type: 'BROADCAST_STARTED' })
    }
    if (!isOnAir && wasOnAir) this.#end()
  }

  /** Health is good again or the network has returned. */
  wellAgain(): void {
    if (this.#isOnAir) this.#dispatch({ type: 'WELL_AGAIN' })
  }

  /** Somebody is there: the idle limit starts over. */
  signOfLife(): void {
    clearTimeout(this.#idle)
    if (!wantsSound(this.snapshot.get().state)) return
    this.#idle = setTimeout(() => this.#dispatch({ type: 'IDLE_LIMIT' }), IDLE_LIMIT_MS)
  }

  close(): void {
    this.pause()
    clearTimeout(this.#idle)
  }

  #begin(isRestoring: boolean): void {
    if (this.#failed.size > 1) this.#failed.clear()
    this.#isRestoring = isRestoring
    this.#dispatch({ type: 'PLAY' })
  }

  #dispatch(event: PlayerEvent): void {
    const before = this.snapshot.get().state
    const after = nextState(before, event)
    if (after === before) return
    this.#show({ state: after, place: this.#placeIn(after) })
    this.#carryOut(before, after)
  }

  /** Place of who went back, kept while nothing sounds; it goes with the show, of which no connection gives more then. */
  #placeIn({ name }: PlayerState): Place | null {
    const { place } = this.snapshot.get()
    const isOver = this.#showEndMs <= this.#now() && name !== 'playing' && name !== 'buffering'
    if (!place || isOver || name === 'ended') return null
    return name === 'playing' ? place : heldPlace(place, this.#now())
  }

  #carryOut(before: PlayerState, after: PlayerState): void {
    clearTimeout(this.#retry)
    if (!wantsSound(after)) this.#disconnect()
    if (wantsSound(after) !== wantsSound(before)) this.signOfLife()
    if (after.name === 'connecting') this.#connect()
    if (after.name !== 'retrying') return
    if (after.dueAt === null) {
      this.#connect()
      return
    }
    this.#disconnect()
    this.#retry = setTimeout(() => this.tryNow(), after.dueAt - this.#now())
  }

  #connect(): void {
    this.#disconnect()
    const { place } = this.snapshot.get()
    const behind = place && behindMs(place, this.#now())
    this.#hasSounded = false
    const kind = this.#options.choose(this.#failed, behind)
    if (!kind) {
      this.#dispatch({ type: 'NO_FORMAT' })
      return
    }
    this.#connection += 1
    const connection = this.#connection
    this.#show({ engine: kind, metrics: null })
    const made = this.#options.create(kind, this.#loudness(), this.#eventsOf(kind, connection), behind)
    // Without waiting where there is nothing to wait for: the gesture must reach the engine.
    if (!(made instanceof Promise)) {
      this.#start(made)
      return
    }
    made.then(
      (engine) => connection === this.#connection && this.#start(engine),
      (error: unknown) => connection === this.#connection && this.#onFailure(kind, 'unfit', String(error)),
    )
  }

  #start(engine: Engine): void {
    this.#engine = engine
    engine.setLoudness(this.#loudness())
    engine.start()
  }

  #eventsOf(kind: EngineKind, connection: number): EngineEvents {
    const isCurrent = () => connection === this.#connection
    return {
      onSounding: () => isCurrent() && this.#onSounding(),
      onBuffering: (forMs) => isCurrent() && this.#dispatch({ type: 'DRY', now: this.#now() - forMs }),
      onMetrics: (metrics) => isCurrent() && this.#onMetrics(metrics),
      onFailure: (failure, reason) => isCurrent() && this.#onFailure(kind, failure, reason),
    }
  }

  #onMetrics(metrics: EngineMetrics): void {
    const { place, state } = this.snapshot.get()
    const isMoving = place !== null && state.name === 'playing'
    const moved = isMoving ? soundingPlace(metrics, this.#now()) : place
    this.#show({ metrics, place: moved })
    // Where there is no stream any more, this one ends by itself.
    if (moved && moved.atMs >= this.#showEndMs && this.#isOnAir) this.seek(null)
  }

  #onSounding(): void {
    this.#hasSounded = true
    this.#isRestoring = false
    this.#dispatch({ type: 'SOUNDING', now: this.#now() })
  }

  #onFailure(kind: EngineKind, failure: EngineFailure, reason: string): void {
    this.#engine = null
    this.#show({ lastReason: `${kind}: ${reason}` })
    if (failure === 'blocked') {
      this.#dispatch({ type: 'BLOCKED', cause: this.#isRestoring ? 'restored' : 'autoplay' })
      return
    }
    if (failure === 'paused') {
      this.pause()
      return
    }
    if (failure === 'lost') {
      if (this.#isRefused) this.#show({ place: null })
      this.#dispatch({ type: 'LOST', now: this.#now(), isOnAir: this.#isOnAir })
      return
    }
    // One engine alone plays what was sent earlier, and it may still play what is live.
    if (this.snapshot.get().place) this.#show({ place: null })
    else this.#failed.add(kind)
    this.#connect()
  }

  /** The first try of a press brought nothing, or the last one of a row: what is live may be had all the same. */
  get #isRefused(): boolean {
    const { state } = this.snapshot.get()
    const isLast = 'attempt' in state && state.attempt >= MAX_RETRIES - 1
    return !this.#hasSounded && (state.name === 'connecting' || isLast)
  }

  /** Lets the rest of the broadcast out of the buffer, then fades. */
  #end(): void {
    if (!wantsSound(this.snapshot.get().state)) return
    const delayMs = this.snapshot.get().metrics?.delayMs ?? 0
    const laterMs = this.#engine?.endsLaterByMs ?? 0
    const connection = this.#connection
    clearTimeout(this.#ending)
    this.#ending = setTimeout(() => {
      if (connection !== this.#connection || this.#isOnAir) return
      this.#engine?.fadeOut(FADE_MS)
      this.#ending = setTimeout(() => !this.#isOnAir && this.#dispatch({ type: 'BROADCAST_ENDED' }), FADE_MS)
    }, delayMs + laterMs)
  }

  /** Takes the end back: what faded already is as loud as before. */
  #keepOn(): void {
    clearTimeout(this.#ending)
    this.#engine?.setLoudness(this.#loudness())
  }

  #disconnect(): void {
    this.#connection += 1
    clearTimeout(this.#ending)
    this.#engine?.close()
    this.#engine = null
    this.#show({ engine: null, metrics: null })
  }

  #loudness(): number {
    const { volume, isMuted } = this.snapshot.get()
    return isMuted ? 0 : volume / 100
  }

  #show(change: Partial<PlayerSnapshot>): void {
    this.snapshot.set({ ...this.snapshot.get(), ...change })
  }
}
