import { z } from 'zod/mini'
import { type Memory, storedValue } from '../../../lib/stored.ts'
import type { ChosenDevice, SourceMode } from './capture.ts'
import { DEFAULT_FADERS, type Faders } from './faders.ts'

const savedStateSchema = z.object({
  isLive: z.boolean(),
  currentBroadcast: z.nullable(z.object({ id: z.int(), title: z.string() })),
  websocketConnected: z.boolean(),
  /** When this was last true, Unix milliseconds. */
  timestamp: z.number(),
})
/** Saved state that outlives a reload: whether the DJ was on air, with what, and until when. */
export type SavedDjState = z.infer<typeof savedStateSchema>

const gainSchema = z.number().check(z.minimum(0), z.maximum(2))
const audioSourceSchema = z.object({
  mode: z.enum(['microphone', 'computer', 'both']),
  device: z.nullable(z.object({ deviceId: z.string(), label: z.string() })),
  faders: z.object({ microphone: gainSchema, computer: gainSchema }),
})
/** Source of the DJ's last broadcast. */
export type AudioSource = { mode: SourceMode; device: ChosenDevice | null; faders: Faders }

const DEFAULT_SOURCE: AudioSource = { mode: 'microphone', device: null, faders: DEFAULT_FADERS }

/** Storage of the DJ in this browser. Unreadable or full storage counts as empty. */
export type DjMemory = {
  loadState(): SavedDjState | null
  saveState(state: SavedDjState): void
  loadSource(): AudioSource
  saveSource(source: AudioSource): void
}

/** The memory in the browser's storage, unless another is given. */
export function createDjMemory(memory?: Memory): DjMemory {
  const place = memory && { memory }
  const state = storedValue('dj-state', savedStateSchema, place)
  const source = storedValue('audio-source', audioSourceSchema, place)
  return {
    loadState: () => state.read(),
    saveState: (saved) => void state.write(saved),
    loadSource: () => source.read() ?? DEFAULT_SOURCE,
    saveSource: (chosen) => void source.write(chosen),
  }
}
