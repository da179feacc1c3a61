import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import { SOURCE_CLOSE } from '@carillon/contract/stream/schemas'
import { createStore, type Store } from '../../../lib/store.ts'
import { Air, type UploadReport } from './air.ts'
import { MAX_RECONNECT_ATTEMPTS } from './backoff.ts'
import type { BroadcastCalls } from './broadcast-calls.ts'
import { isMicrophoneAllowed } from './capture.ts'
import type { DjMemory } from './dj-memory.ts'
import {
  type AirKind,
  airOf,
  type DjEvent,
  type DjState,
  INITIAL_DJ_STATE,
  isOffAir,
  isOnAir,
  nextDjState,
} from './dj-state.ts'
import { DraftShow, type ShowPlan } from './draft-show.ts'
import { madePassword } from './encoder/made-password.ts'
import { tieMicrophoneButton } from './microphone-session.ts'
import { OnAirLock } from './on-air-lock.ts'
import { OnAirTraces } from './on-air-traces.ts'
import type { StationState } from './preflight.ts'
import { recordTest } from './record-test.ts'
import { RESTORE_BITS_PER_SECOND, START_BITS_PER_SECOND } from './recorder.ts'
import type { Sound } from './sound.ts'
import { probeStation } from './station-probe.ts'
import type { Timers } from './timers.ts'
import type { WakeLock } from './wake-lock.ts'

export type DjUser = { id: number; role: string; name: string }

export type DjEngineOptions = {
  calls: BroadcastCalls
  timers: Timers
  memory: DjMemory
  sound: Sound
}

const SAVE_INTERVAL_MS = 5_000
const CANCELLED = Symbol('cancelled')

/** Everything a DJ does, above the pages so that a navigation does not end the show. Lives as long as the app. */
export class DjEngine {
  readonly state: Store<DjState> = createStore<DjState>(INITIAL_DJ_STATE)
  readonly station: Store<StationState> = createStore<StationState>({ state: 'pending' })
  readonly report: Store<UploadReport | null> = createStore<UploadReport | null>(null)
  readonly sound: Sound
  readonly wakeLock: WakeLock
  readonly #calls: BroadcastCalls
  readonly #timers: Timers
  readonly #memory: DjMemory
  readonly #traces: OnAirTraces
  readonly #draft: DraftShow
  readonly #lock = new OnAirLock()
  #user: DjUser | null = null
  #air: Air | null = null
  #starting = 0
  #isEnding = false
  #isAsking = false
  #untieMicrophone: () => void = () => {}

  constructor({ calls, timers, memory, sound }: DjEngineOptions) {
    this.#calls = calls
    this.#timers = timers
    this.#memory = memory
    this.sound = sound
    this.#draft = new DraftShow(calls)
    this.#traces = new OnAirTraces(memory, timers, sound)
    this.wakeLock = this.#traces.wakeLock
    addEventListener('online', () => this.#air?.networkReturned())
    addEventListener('pagehide', () => this.#traces.save(this.state.get()))
    navigator.mediaDevices?.addEventListener('devicechange', () => void sound.refreshDevices())
    timers.every(SAVE_INTERVAL_MS, () => this.#saveOnAir())
  }

  /** Looks, once per person, for a show of theirs that is still on air, and takes it up again where the browser lets it. */
  async begin(user: DjUser): Promise<void> {
    if (this.#user?.id === user.id) return
    if (this.#user) this.leave()
    this.#user = user
    if (this.state.get().name === 'rejected') this.#dispatch({ type: 'DISMISSED' })
    const [live] = await this.#calls.live().catch(() => [])
    if (!live || live.startedBy?.id !== user.id || !isOffAir(this.state.get())) return
    await this.#offerResume(live)
  }

  /** Lets go of everything, also of a start that is under way, when the person signs out. */
  leave(): void {
    this.#starting += 1
    this.#user = null
    this.#closeAir()
    this.sound.close()
    madePassword.set(null)
    this.state.set(INITIAL_DJ_STATE)
    this.#traces.follow(INITIAL_DJ_STATE)
  }

  /** Five seconds of what would go out. */
  recordTest(signal: AbortSignal): Promise<Blob> {
    return recordTest(this.sound.output, this.#timers, signal)
  }

  /** Asks the station for the pre-flight list. */
  async checkStation(): Promise<void> {
    if (!this.#user) return
    this.station.set(await probeStation(this.#calls, this.#timers, this.#user.id))
  }

  reportVerdict(verdict: 'setup' | 'checking' | 'ready'): void {
    this.#dispatch({ type: 'CHECKED', verdict })
  }

  /** Puts the show, or its test, on the air. The problem shows in the state when it cannot be. */
  start(plan: ShowPlan, kind: AirKind): Promise<void> {
    const open = async () => {
      if (!(await this.#openSound())) throw new Error(this.#soundProblem())
    }
    return this.#start(plan, kind, open, (broadcast) => this.#goOn(broadcast, START_BITS_PER_SECOND))
  }

  /** The same without the sound of this page: the DJ's own program is to bring it. */
  startForProgram(plan: ShowPlan, kind: AirKind): Promise<void> {
    const hand = (broadcast: Broadcast) => this.#dispatch({ type: 'HANDED_OVER', broadcast })
    return this.#start(plan, kind, async () => this.sound.close(), hand)
  }

  /** Puts the planned show into the schedule, so that it has an id. Rejects with ApiError. */
  prepare(plan: ShowPlan): Promise<number> {
    return this.#draft.prepare(plan)
  }

  /** Lets go of the air, so that the DJ's own program may come back to it. The show goes on. */
  handOver(): void {
    const air = airOf(this.state.get())
    if (!air) return
    this.#closeAir()
    this.sound.close()
    this.#dispatch({ type: 'HANDED_OVER', broadcast: air.broadcast })
  }

  /** Makes a show of the test that the DJ's own program is the source of. Rejects with ApiError. */
  async goLive(): Promise<void> {
    const { broadcast } = this.#endable()
    if (broadcast) this.#dispatch({ type: 'HANDED_OVER', broadcast: await this.#calls.start(broadcast.id) })
  }

  /** Takes the air back from the DJ's own program. */
  takeBack(): Promise<void> {
    return this.state.get().name === 'rejected' ? this.returnToAir() : this.resume()
  }

  /** Asks whether the show is over, where no line of this page would tell. */
  lookIfOver(): Promise<void> {
    return this.#endIfOver()
  }

  /** Stops a start that has not reached the air. */
  async cancelStart(): Promise<void> {
    this.#starting += 1
    const state = this.state.get()
    if (state.name !== 'starting') return
    this.#closeAir()
    this.#dispatch({ type: 'START_FAILED', problem: null })
    if (state.broadcast && !state.isResuming) await this.#takeBack(state.broadcast.id)
  }

  /** Takes up this person's show where the checks found it still on air. */
  async resumeOwn(): Promise<void> {
    const [live] = await this.#calls.live().catch(() => [])
    if (!live || live.startedBy?.id !== this.#user?.id) return this.checkStation()
    this.#dispatch({ type: 'RESUMABLE', broadcast: live, leftAt: null, isOnOtherDevice: false })
    await this.resume()
  }

  /** Takes up a show that is still on air; a click lets the browser start the sound. */
  async resume(): Promise<void> {
    const { name, ...offer } = this.state.get()
    if (name !== 'resumable' || !('broadcast' in offer) || !offer.broadcast) return
    const { broadcast } = offer
    const attempt = ++this.#starting
    const kind = broadcast.status === 'TESTING' ? 'test' : 'show'
    this.#dispatch({ type: 'START_PRESSED', kind, broadcast, isResuming: true })
    const isOpen = await this.#openSound()
    if (attempt !== this.#starting) return
    if (isOpen) return this.#goOn(broadcast, RESTORE_BITS_PER_SECOND)
    this.#dispatch({ type: 'START_FAILED', problem: this.#soundProblem() })
    this.#dispatch({ type: 'RESUMABLE', broadcast, leftAt: null, isOnOtherDevice: false })
  }

  /** After giving up: one more round, the show kept. */
  tryAgain(): void {
    if (this.state.get().name !== 'gave-up' || !this.#air) return
    const retry = { attempt: 1, of: MAX_RECONNECT_ATTEMPTS, at: this.#timers.now(), isOffline: false }
    this.#dispatch({ type: 'LOST', retry })
    this.#air.connect()
  }

  /** After a refusal: the same show again with the sound as it is now. */
  async returnToAir(): Promise<void> {
    const state = this.state.get()
    if (state.name !== 'rejected') return
    const { broadcast } = state
    this.#dispatch({ type: 'DISMISSED' })
    this.#dispatch({ type: 'RESUMABLE', broadcast, leftAt: null, isOnOtherDevice: false })
    await this.resume()
  }

  /** Ends the show or the test. Rejects with ApiError, and the show goes on. */
  async end(): Promise<void> {
    const { broadcast } = this.#endable()
    if (!broadcast) return
    this.#isEnding = true
    try {
      this.#finish(await this.#calls.end(broadcast.id))
    } catch (cause) {
      void this.#endIfOver()
      throw cause
    } finally {
      this.#isEnding = false
    }
  }

  /** Ends the show of another DJ; for administrators. Rejects with ApiError. */
  async takeOver(broadcastId: number): Promise<void> {
    await this.#calls.end(broadcastId)
    await this.checkStation()
  }

  /** Rejects with ApiError. */
  async rename(title: string): Promise<void> {
    const air = airOf(this.state.get())
    if (air)
      this.#dispatch({ type: 'UPDATED', broadcast: await this.#calls.update(air.broadcast.id, { title }) })
  }

  upcoming(): Promise<Broadcast[]> {
    return this.#calls.upcoming()
  }

  dismiss(): void {
    this.#dispatch({ type: 'DISMISSED' })
  }

  /** The page is left while off the air: no microphone stays open, no unused draft stays in the schedule. */
  async standDown(): Promise<void> {
    const state = this.state.get()
    if (isOnAir(state) || state.name === 'starting') return
    this.sound.close()
    // A show that waits to be taken up is no draft.
    if (state.name !== 'resumable') await this.#draft.discard()
  }

  async #start(
    plan: ShowPlan,
    kind: AirKind,
    open: () => Promise<void>,
    goOn: (broadcast: Broadcast) => void,
  ): Promise<void> {
    if (!isOffAir(this.state.get())) return
    const attempt = ++this.#starting
    this.#dispatch({ type: 'START_PRESSED', kind, broadcast: null, isResuming: false })
    try {
      await open()
      const id = await this.#draft.prepare(plan)
      if (attempt !== this.#starting) throw CANCELLED
      const broadcast = await (kind === 'show' ? this.#calls.start(id) : this.#calls.startTest(id))
      if (attempt !== this.#starting) return await this.#takeBack(id)
      goOn(broadcast)
    } catch (cause) {
      void this.#draft.discard()
      if (attempt === this.#starting) this.#dispatch({ type: 'START_FAILED', problem: wordsOf(cause) })
    }
  }

  #goOn(broadcast: Broadcast, bitsPerSecond: number): void {
    this.#dispatch({ type: 'STARTED', broadcast })
    const stream = this.sound.output
    const onEvent = (event: DjEvent) => this.#onAirEvent(event)
    this.#closeAir()
    const air = new Air({ broadcastId: broadcast.id, stream, bitsPerSecond, timers: this.#timers, onEvent })
    this.#air = air
    air.report.subscribe(() => this.report.set(air.report.get()))
    this.#untieMicrophone = tieMicrophoneButton(this.sound)
    this.#lock.take()
    air.connect()
  }

  #onAirEvent(event: DjEvent): void {
    if (event.type === 'CLOSED') {
      const isEnded = event.close.code === SOURCE_CLOSE.BROADCAST_ENDED
      // The station's own close is the echo of the call that is under way.
      if (isEnded && this.#isEnding) return
      this.#closeAir()
      if (event.close.code === SOURCE_CLOSE.SESSION_REVOKED) this.#signedOut()
      if (isEnded) return void this.#learnEnd(event)
    }
    this.#dispatch(event)
    if (event.type === 'LOST') void this.#endIfOver()
  }

  /** No microphone stays open for somebody who is gone; the next sign-in looks for their show again. */
  #signedOut(): void {
    this.#user = null
    this.sound.close()
  }

  /** The station ended the show: the summary says how. */
  async #learnEnd(closed: DjEvent): Promise<void> {
    const { broadcast } = this.#endable()
    const ended = broadcast && (await this.#calls.get(broadcast.id).catch(() => null))
    if (ended) this.#finish(ended)
    else this.#dispatch(closed)
  }

  /** A line that does not come back may mean that the show is over: ask, one question at a time. */
  async #endIfOver(): Promise<void> {
    const { broadcast } = this.#endable()
    if (!broadcast || this.#isAsking) return
    this.#isAsking = true
    const now = await this.#calls.get(broadcast.id).catch(() => null)
    this.#isAsking = false
    if (now && now.status !== 'LIVE' && now.status !== 'TESTING') this.#finish(now)
  }

  #saveOnAir(): void {
    const state = this.state.get()
    if (isOnAir(state)) this.#traces.save(state)
  }

  #endable(): { broadcast: Broadcast | null } {
    const state = this.state.get()
    return { broadcast: 'broadcast' in state ? state.broadcast : null }
  }

  #finish(broadcast: Broadcast): void {
    this.#closeAir()
    if (broadcast.status === 'ENDED') this.sound.close()
    void this.#draft.settle(broadcast)
    this.#dispatch({ type: 'ENDED', broadcast })
  }

  /** A start that was cancelled on its way to the air. */
  async #takeBack(id: number): Promise<void> {
    const ended = await this.#calls
      .end(id)
      .catch((cause) => console.error('The checks offer it again', cause))
    if (ended) await this.#draft.settle(ended)
  }

  #closeAir(): void {
    this.#air?.close()
    this.#air = null
    this.report.set(null)
    this.#untieMicrophone()
    this.#untieMicrophone = () => {}
    this.#lock.release()
  }

  /** Without a click only where nothing is taken from another tab and the microphone needs no question. */
  async #offerResume(broadcast: Broadcast): Promise<void> {
    const saved = this.#memory.loadState()
    const wasHere = saved?.isLive === true && saved.currentBroadcast?.id === broadcast.id
    const isFree = await this.#lock.isFree()
    const leftAt = wasHere ? saved.timestamp : null
    this.#dispatch({ type: 'RESUMABLE', broadcast, leftAt, isOnOtherDevice: !isFree })
    const canOpen = this.sound.state.get().mode === 'microphone' && (await isMicrophoneAllowed())
    if (wasHere && isFree && canOpen) await this.resume()
  }

  async #openSound(): Promise<boolean> {
    if (!this.sound.isOpen) await this.sound.choose(this.sound.state.get().mode)
    return this.sound.isOpen && this.sound.wake()
  }

  #soundProblem(): string {
    const { input } = this.sound.state.get()
    return input.state === 'failed'
      ? input.message
      : 'The browser waits for a click before it starts the sound.'
  }

  #dispatch(event: DjEvent): void {
    this.state.set(nextDjState(this.state.get(), event))
    this.#traces.follow(this.state.get())
  }
}

function wordsOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : 'The broadcast could not be started. Please try again.'
}
