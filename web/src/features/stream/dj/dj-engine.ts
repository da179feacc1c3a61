import type { Store } from '../../../lib/store.ts'
import { type AirStatus, watchAirStatus } from './air-status.ts'
import { MAX_RECONNECT_ATTEMPTS } from './backoff.ts'
import type { Backup } from './backup/backup.ts'
import type { Playing } from './broadcast-calls.ts'
import { type BroadcastEnding, createBroadcastEnding } from './broadcast-ending.ts'
import { type BroadcastStart, createBroadcastStart } from './broadcast-start.ts'
import { createDashboardPresence, type DashboardPresence } from './dashboard-presence.ts'
import { DjMachine, type DjUser } from './dj-machine.ts'
import type { DjParts } from './dj-parts.ts'
import { type AirKind, airOf, type DjEvent, type DjState } from './dj-state.ts'
import { DraftShow, type ShowPlan } from './draft-show.ts'
import { madePassword } from './encoder/made-password.ts'
import { createProgramAir, type ProgramAir } from './encoder/program-air.ts'
import { OnAirLine } from './on-air-line.ts'
import { OnAirTraces } from './on-air-traces.ts'
import { recordTest } from './record-test.ts'
import { createResumption, type Resumption } from './resumption.ts'
import type { Sound } from './sound.ts'
import { createStationCheck, type StationCheck } from './station-check.ts'
import { watchTakingOver } from './taking-over.ts'
import type { WakeLock } from './wake-lock.ts'

export type DjEngineOptions = Pick<DjParts, 'calls' | 'timers' | 'memory' | 'sound'> & { backup: Backup }

// Members: each of its methods is one button or event of the desk, most are one line to a part.
/** Everything a DJ does, above the pages so that a navigation does not end the show. Lives as long as the app. */
export class DjEngine {
  readonly state: Store<DjState>
  /** State of this page's sound at the listeners, for everything that shows it. */
  readonly status: Store<AirStatus>
  readonly sound: Sound
  readonly line: OnAirLine
  readonly draft: DraftShow
  readonly station: StationCheck
  readonly resumption: Resumption
  readonly program: ProgramAir
  readonly dashboard: DashboardPresence
  readonly wakeLock: WakeLock
  /** Copy of what is said here, until the station has it. */
  readonly backup: Backup
  readonly #parts: DjParts
  readonly #starts: BroadcastStart
  readonly #ending: BroadcastEnding

  constructor({ calls, timers, memory, sound, backup }: DjEngineOptions) {
    const traces = new OnAirTraces(memory, timers, sound)
    const machine = new DjMachine(traces, timers)
    this.state = machine.state
    this.wakeLock = traces.wakeLock
    this.sound = sound
    this.backup = backup
    const onEvent = (event: DjEvent) => this.#ending.receive(event)
    this.line = new OnAirLine({ sound, timers, backup, onEvent })
    this.draft = new DraftShow(calls)
    const parts = { calls, timers, memory, sound, machine, line: this.line, draft: this.draft }
    this.#parts = parts
    this.#ending = createBroadcastEnding(parts)
    this.#starts = createBroadcastStart(parts)
    this.station = createStationCheck(parts)
    this.resumption = createResumption(parts, this.#starts, this.station)
    this.program = createProgramAir(parts, this.#starts)
    this.dashboard = createDashboardPresence(parts)
    this.status = watchAirStatus(this.state, sound.state, this.line.report)
    watchTakingOver(parts)
    navigator.mediaDevices?.addEventListener('devicechange', () => void sound.refreshDevices())
  }

  /** Looks, once per person, for a show of theirs that is still on air, and takes it up again where the browser lets it. */
  async begin(user: DjUser): Promise<void> {
    const { machine } = this.#parts
    if (machine.user?.id === user.id) return
    if (machine.user) this.leave()
    machine.user = user
    this.backup.open(user.id)
    if (this.state.get().name === 'rejected') this.dismiss()
    await this.resumption.offer()
  }

  /** Lets go of everything, also of a start that is under way, when the person signs out. */
  leave(): void {
    this.#starts.abandon()
    this.line.close()
    this.backup.close()
    this.sound.close()
    madePassword.set(null)
    this.#parts.machine.reset()
  }

  /** Five seconds of what would go out. */
  recordTest(signal: AbortSignal): Promise<Blob> {
    return recordTest(this.sound.output, this.#parts.timers, signal)
  }

  reportVerdict(verdict: 'setup' | 'checking' | 'ready'): void {
    this.#parts.machine.dispatch({ type: 'CHECKED', verdict })
  }

  /** Puts the show, or its test, on the air. The problem shows in the state when it cannot be. */
  start(plan: ShowPlan, kind: AirKind): Promise<void> {
    return this.#starts.start(plan, kind)
  }

  /** Stops a start that has not reached the air. */
  cancelStart(): Promise<void> {
    return this.#starts.cancel()
  }

  /** After giving up: one more round, the show kept. */
  tryAgain(): void {
    const { machine, timers } = this.#parts
    if (this.state.get().name !== 'gave-up') return
    const retry = { attempt: 1, of: MAX_RECONNECT_ATTEMPTS, at: timers.now(), isOffline: false }
    machine.dispatch({ type: 'LOST', retry })
    this.line.reconnect()
  }

  /** Ends the show or the test; `givenUp` ends the tries. Rejects with ApiError, and the show goes on. */
  end(givenUp?: AbortSignal): Promise<void> {
    return this.#ending.end(givenUp)
  }

  /** Asks whether the show is over, where no line of this page would tell. */
  lookIfOver(): Promise<void> {
    return this.#ending.endIfOver()
  }

  /** Rejects with ApiError. */
  async rename(title: string): Promise<void> {
    const { calls, machine } = this.#parts
    const air = airOf(this.state.get())
    if (air) machine.dispatch({ type: 'UPDATED', broadcast: await calls.update(air.broadcast.id, { title }) })
  }

  /** Tells listeners what is playing. Rejects with ApiError. */
  async setNowPlaying(playing: Playing): Promise<void> {
    const { calls, machine } = this.#parts
    const air = airOf(this.state.get())
    if (!air) return
    machine.dispatch({ type: 'UPDATED', broadcast: await calls.setNowPlaying(air.broadcast.id, playing) })
  }

  dismiss(): void {
    this.#parts.machine.dispatch({ type: 'DISMISSED' })
  }
}
