import { z } from 'zod/mini'
import type { ChosenDevice, SourceMode } from './capture.ts'
import { DEFAULT_FADERS, type Faders } from './faders.ts'

const DJ_STATE_KEY = 'djState'
const AUDIO_SOURCE_KEY = 'audioSource'

const savedStateSchema = z.object({
  isLive: z.boolean(),
  currentBroadcast: z.nullable(z.object({ id: z.int(), title: z.string() })),
  websocketConnected: z.boolean(),
  /** When this was last true, Unix milliseconds. */
  timestamp: z.number(),
})
/** What outlives a reload: whether the DJ was on air, with what, and until when. */
export type SavedDjState = z.infer<typeof savedStateSchema>

const gainSchema = z.number().check(z.minimum(0), z.maximum(2))
const audioSourceSchema = z.object({
  mode: z.enum(['microphone', 'computer', 'both']),
  device: z.nullable(z.object({ deviceId: z.string(), label: z.string() })),
  faders: z.object({ microphone: gainSchema, computer: gainSchema }),
})
/** What the DJ last sent with. */
export type AudioSource = { mode: SourceMode; device: ChosenDevice | null; faders: Faders }

const DEFAULT_SOURCE: AudioSource = { mode: 'microphone', device: null, faders: DEFAULT_FADERS }

/** What the browser keeps for the DJ. Unreadable or full storage counts as empty. */
export type DjMemory = {
  loadState(): SavedDjState | null
  saveState(state: SavedDjState): void
  loadSource(): AudioSource
  saveSource(source: AudioSource): void
}

/** The memory in a browser's storage. */
export function createDjMemory(storage: Pick<Storage, 'getItem' | 'setItem'>): DjMemory {
  return {
    loadState: () => read(storage, DJ_STATE_KEY, savedStateSchema),
    saveState: (state) => write(storage, DJ_STATE_KEY, state),
    loadSource: () => read(storage, AUDIO_SOURCE_KEY, audioSourceSchema) ?? DEFAULT_SOURCE,
    saveSource: (source) => write(storage, AUDIO_SOURCE_KEY, source),
  }
}

function read<T>(storage: Pick<Storage, 'getItem'>, key: string, schema: z.ZodMiniType<T>): T | null {
  try {
    const parsed = schema.safeParse(JSON.parse(storage.getItem(key) ?? 'null'))
    return parsed.success ? parsed.data : null
  } catch {
    // Blocked storage or foreign text: the DJ starts with the defaults.
    return null
  }
}

function write(storage: Pick<Storage, 'setItem'>, key: string, value: unknown): void {
  try {
    storage.setItem(key, JSON.stringify(value))
  } catch (cause) {
    console.error('The DJ state could not be kept for a reload', cause)
  }
}
