import { formatDecibels, levelVerdict, METER_FLOOR_DB } from '../../../lib/decibels.ts'
import { createStore, type Store } from '../../../lib/store.ts'
import {
  type MeterFrame,
  type SignalState,
  type SignalWarning,
  signalWarning,
  silentSignal,
  watchSignal,
} from './signal-watch.ts'
import { NO_SILENCE, type SilenceState, watchSilence } from './silence-watch.ts'
import type { Timers } from './timers.ts'

/** The level as it is said in words. */
export type SpokenLevel = { peakDb: number; hasSignal: boolean; warning: SignalWarning }

/** Words change no faster than this, but for warnings. */
export const SPOKEN_LEVEL_MS = 2_000
const SILENT_LEVEL: SpokenLevel = { peakDb: METER_FLOOR_DB, hasSignal: false, warning: null }

/** Hears the meter's frames: hands each to anyone who draws, and keeps the level in words. */
export class LevelWatch {
  readonly level: Store<SpokenLevel> = createStore(SILENT_LEVEL)
  /** Since when there has been silence, as the station's dead-air monitor would call it; null while there is sound. */
  readonly silentSince: Store<number | null> = createStore<number | null>(null)
  readonly #timers: Pick<Timers, 'now'>
  readonly #onSpoken: (signal: SignalState) => void
  readonly #drawers = new Set<(signal: SignalState) => void>()
  #signal: SignalState
  #silence: SilenceState = NO_SILENCE
  #spokenAt = 0
  #isOnAir = false

  /** `onSpoken` is told whenever the words are renewed. */
  constructor(timers: Pick<Timers, 'now'>, onSpoken: (signal: SignalState) => void) {
    this.#timers = timers
    this.#onSpoken = onSpoken
    this.#signal = silentSignal(timers.now())
  }

  /** Calls `draw` with every frame, at most 20 a second; gives back how to stop. */
  onFrame(draw: (signal: SignalState) => void): () => void {
    this.#drawers.add(draw)
    return () => this.#drawers.delete(draw)
  }

  /** Dead air is told only while others listen, and counted from the moment they do. */
  setOnAir(isOnAir: boolean): void {
    if (isOnAir === this.#isOnAir) return
    this.#isOnAir = isOnAir
    if (this.#signal.silentSince === null) return
    this.#signal = { ...this.#signal, silentSince: this.#timers.now() }
  }

  receive(frame: MeterFrame): void {
    const now = this.#timers.now()
    this.#signal = watchSignal(this.#signal, frame, now)
    this.#silence = watchSilence(this.#silence, frame.loudness, now)
    this.silentSince.set(this.#silence.silentSince)
    for (const draw of this.#drawers) draw(this.#signal)
    const spoken = this.level.get()
    const isAudibleAgain = this.#signal.silentSince === null && !spoken.hasSignal
    const hasChanged = isAudibleAgain || signalWarning(this.#signal, now, this.#isOnAir) !== spoken.warning
    if (hasChanged || now - this.#spokenAt >= SPOKEN_LEVEL_MS) this.#speak(now)
  }

  dismissClip(): void {
    this.#signal = { ...this.#signal, clippedAt: null }
    this.#speak(this.#timers.now())
  }

  /** Another source: what was measured of the old one says nothing about it. */
  startOver(): void {
    this.#signal = { ...silentSignal(this.#timers.now()), clippedAt: this.#signal.clippedAt }
  }

  /** Nothing is plugged in any more. */
  reset(): void {
    this.#signal = silentSignal(this.#timers.now())
    this.#silence = NO_SILENCE
    this.silentSince.set(null)
    this.level.set(SILENT_LEVEL)
  }

  /** A pause between two words is no silence yet. */
  #speak(now: number): void {
    this.#spokenAt = now
    const { peakDb, silentSince } = this.#signal
    const isPause = silentSince !== null && now - silentSince < SPOKEN_LEVEL_MS
    const hasSignal = silentSince === null || (isPause && this.level.get().hasSignal)
    this.level.set({ peakDb, hasSignal, warning: signalWarning(this.#signal, now, this.#isOnAir) })
    this.#onSpoken(this.#signal)
  }
}

/** Text beside the meter. */
export function spokenLevelText({ peakDb, hasSignal }: SpokenLevel): string {
  if (!hasSignal) return 'Silence'
  return `${levelVerdict(peakDb).text}, peaks at ${formatDecibels(peakDb)} dB`
}
