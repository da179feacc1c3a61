import type { Memory } from '../lib/stored.ts'

/** Storage of a browser that lasts as long as the test. */
export function memoryStorage(entries: Record<string, string> = {}): Memory {
  const kept = new Map(Object.entries(entries))
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  }
}
