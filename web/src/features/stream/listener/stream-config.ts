import { getStreamConfig, type StreamConfig, streamConfigSchema } from '@carillon/contract/stream'
import type { Call } from '../../../api/client.ts'
import type { Memory } from './saved-state.ts'
import { DEFAULT_STREAMS } from './stream-url.ts'

const KEY = 'carillon.stream-config'

/** The streams of the last visit, else the station's own path: Play never waits for a question. */
export function savedStreams(memory: Memory): StreamConfig['streams'] {
  try {
    const saved = streamConfigSchema.safeParse(JSON.parse(memory.getItem(KEY) ?? 'null'))
    return saved.success && saved.data.streams.length > 0 ? saved.data.streams : DEFAULT_STREAMS
  } catch {
    return DEFAULT_STREAMS
  }
}

/** Asks the station where it streams and remembers the answer. Throws ApiError. */
export async function fetchStreams(call: Call, memory: Memory, signal: AbortSignal) {
  const config = await call(getStreamConfig, { signal })
  try {
    memory.setItem(KEY, JSON.stringify(config))
  } catch {
    // A full or forbidden storage: the next visit asks again.
  }
  return config.streams.length > 0 ? config.streams : DEFAULT_STREAMS
}
