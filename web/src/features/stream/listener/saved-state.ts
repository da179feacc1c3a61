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

/** What is remembered with: the browser's storage, or a stand-in for this page. */
export type Memory = Pick<Storage, 'getItem' | 'setItem'>

/** The browser's storage; where it is forbidden even to look, a memory that ends with the page. */
export function pageMemory(): Memory {
  try {
    return localStorage
  } catch {
    const kept = new Map<string, string>()
    return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) }
  }
}

/** Remembers the state, and volume and mute for good. A full or forbidden storage is no reason to stop the sound. */
export function saveListenerState(memory: Memory, state: ListenerState): void {
  try {
    memory.setItem(STATE_KEY, JSON.stringify(state))
    memory.setItem(VOLUME_KEY, JSON.stringify(state.volume))
    memory.setItem(MUTED_KEY, JSON.stringify(state.isMuted))
  } catch {
    // Private windows refuse: the next visit starts with the defaults.
  }
}

/** Volume and mute of the last visit, however long ago. */
export function savedLoudness(memory: Memory): { volume: number; isMuted: boolean } {
  return { volume: validVolume(read(memory, VOLUME_KEY)), isMuted: read(memory, MUTED_KEY) === true }
}

/** Whether someone was listening here less than an hour before `now`, and nobody paused since. */
export function wasListening(memory: Memory, now: number): boolean {
  const saved = read(memory, STATE_KEY)
  if (typeof saved !== 'object' || saved === null) return false
  const { isListening, timestamp } = saved as Partial<ListenerState>
  if (isListening !== true || typeof timestamp !== 'number') return false
  return now - timestamp >= 0 && now - timestamp < RESTORE_WINDOW_MS
}

function read(memory: Memory, key: string): unknown {
  try {
    return JSON.parse(memory.getItem(key) ?? 'null')
  } catch {
    return null
  }
}
