export const DEFAULT_VOLUME = 80
export const RESTORE_WINDOW_MS = 60 * 60_000
const STATE_KEY = 'carillon.listener'
const VOLUME_KEY = 'carillon.volume'
const MUTED_KEY = 'carillon.muted'

/** What the browser remembers of a listener. `timestamp` is when, in ms. */
export type ListenerState = {
  isListening: boolean
  audioPlaying: boolean
  volume: number
  isMuted: boolean
  timestamp: number
}

/** A whole number from 0 to 100; the default for anything else. */
export function validVolume(value: unknown): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) return DEFAULT_VOLUME
  return Math.round(Math.min(100, Math.max(0, value)))
}

/** Remembers the state, and volume and mute for good. A full or forbidden storage is no reason to stop the sound. */
export function saveListenerState(storage: Storage, state: ListenerState): void {
  try {
    storage.setItem(STATE_KEY, JSON.stringify(state))
    storage.setItem(VOLUME_KEY, JSON.stringify(state.volume))
    storage.setItem(MUTED_KEY, JSON.stringify(state.isMuted))
  } catch {
    // Private windows refuse: the next visit starts with the defaults.
  }
}

/** Volume and mute of the last visit, however long ago. */
export function savedLoudness(storage: Storage): { volume: number; isMuted: boolean } {
  return { volume: validVolume(read(storage, VOLUME_KEY)), isMuted: read(storage, MUTED_KEY) === true }
}

/** Whether someone was listening here less than an hour before `now`, and nobody paused since. */
export function wasListening(storage: Storage, now: number): boolean {
  const saved = read(storage, STATE_KEY)
  if (typeof saved !== 'object' || saved === null) return false
  const { isListening, timestamp } = saved as Partial<ListenerState>
  if (isListening !== true || typeof timestamp !== 'number') return false
  return now - timestamp >= 0 && now - timestamp < RESTORE_WINDOW_MS
}

function read(storage: Storage, key: string): unknown {
  try {
    return JSON.parse(storage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}
