import { HOUR_MS } from '@carillon/contract/durations'
import { z } from 'zod/mini'
import { storedValue } from '../../../lib/stored.ts'

export const DEFAULT_VOLUME = 80
export const RESTORE_WINDOW_MS = HOUR_MS
const stateSchema = z.object({
  isListening: z.boolean(),
  audioPlaying: z.boolean(),
  volume: z.number(),
  isMuted: z.boolean(),
  timestamp: z.number(),
})
/** State of a listener that the browser remembers. `timestamp` is when, in ms. */
export type ListenerState = z.infer<typeof stateSchema>

const keptState = storedValue('listener', stateSchema)
const keptVolume = storedValue('volume', z.number())
const keptMute = storedValue('muted', z.boolean())

/** A whole number from 0 to 100; the default for anything else. */
export function validVolume(value: unknown): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) return DEFAULT_VOLUME
  return Math.round(Math.min(100, Math.max(0, value)))
}

/** Remembers the state, and volume and mute without an end. */
export function saveListenerState(state: ListenerState): void {
  keptState.write(state)
  keptVolume.write(state.volume)
  keptMute.write(state.isMuted)
}

/** Volume and mute of the last visit, however long ago. */
export function savedLoudness(): { volume: number; isMuted: boolean } {
  return { volume: validVolume(keptVolume.read()), isMuted: keptMute.read() === true }
}

/** Whether someone was listening here less than an hour before `now`, and nobody paused since. */
export function wasListening(now: number): boolean {
  const saved = keptState.read()
  if (!saved?.isListening) return false
  return now - saved.timestamp >= 0 && now - saved.timestamp < RESTORE_WINDOW_MS
}
