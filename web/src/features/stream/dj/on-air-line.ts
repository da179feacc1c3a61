import type { KeepAllMessage } from '../../../lib/keep-all-message.ts'
import { onStationReached } from '../../../lib/station-reached.ts'
import { createStore, type Store } from '../../../lib/store.ts'
import { Air, type UploadReport } from './air.ts'
import type { Backup } from './backup/backup.ts'
import type { DjEvent } from './dj-state.ts'
import { tieMicrophoneButton } from './microphone-session.ts'
import { isAllMuted } from './mute.ts'
import { OnAirLock } from './on-air-lock.ts'
import type { Sound } from './sound.ts'
import type { Timers } from './timers.ts'

export type OnAirLineOptions = {
  sound: Sound
  timers: Timers
  backup: Backup
  onEvent: (event: DjEvent) => void
}

/** The line from this page to the station, with what belongs to it while it is open: the tab's lock, the microphone button. */
export class OnAirLine {
  /** Report of the upload; null while no line is open. */
  readonly report: Store<UploadReport | null> = createStore<UploadReport | null>(null)
  /** When the line was opened, on the clock of the timers; null while none is. */
  openedAt: number | null = null
  readonly #options: OnAirLineOptions
  readonly #lock = new OnAirLock()
  #air: Air | null = null
  #untieMicrophone: () => void = () => {}

  constructor(options: OnAirLineOptions) {
    this.#options = options
    addEventListener('offline', () => this.#air?.networkLost())
    addEventListener('online', () => this.#air?.networkReturned())
    onStationReached(() => this.#air?.stationReached())
    navigator.serviceWorker?.addEventListener('message', (event) => this.#onWorkerMessage(event))
    const { state } = options.sound
    let wasMuted = isAllMuted(state.get())
    state.subscribe(() => {
      const isMuted = isAllMuted(state.get())
      if (wasMuted && !isMuted) this.#air?.countSilenceFromNow()
      wasMuted = isMuted
    })
  }

  /** Whether no tab of this browser is on air. */
  isFree(): Promise<boolean> {
    return this.#lock.isFree()
  }

  /** Sends the sound as it is now to the broadcast, a copy of it kept unless it is a test; a line that was open is closed. */
  open(broadcastId: number, bitsPerSecond: number, isTest: boolean): void {
    const { sound, timers, onEvent } = this.#options
    const backup = isTest ? null : this.#options.backup
    const stream = sound.output
    this.close()
    const isSounding = () => sound.levels.level.get().hasSignal && !isAllMuted(sound.state.get())
    const { silentSince } = sound.levels
    const about = { broadcastId, stream, bitsPerSecond, timers, backup }
    const air = new Air({ ...about, silentSince, isSounding, onEvent })
    this.#air = air
    this.openedAt = timers.now()
    air.report.subscribe(() => this.report.set(air.report.get()))
    this.#untieMicrophone = tieMicrophoneButton(sound)
    this.#lock.take()
    air.connect()
  }

  /** After giving up: one more round of tries. */
  reconnect(): void {
    this.#air?.connect()
  }

  close(): void {
    this.#air?.close()
    this.#air = null
    this.openedAt = null
    this.report.set(null)
    this.#untieMicrophone()
    this.#untieMicrophone = () => {}
    this.#lock.release()
  }

  async #onWorkerMessage({ data, ports: [answers] }: MessageEvent<KeepAllMessage>): Promise<void> {
    if (data.type !== 'KEEP_ALL' || !this.#air) return
    await this.#air.keepAll()
    answers?.postMessage(null)
  }
}
