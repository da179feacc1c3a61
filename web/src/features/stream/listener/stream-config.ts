import { getStreamConfig } from '@carillon/contract/stream/endpoints'
import { type StreamConfig, streamConfigSchema } from '@carillon/contract/stream/schemas'
import type { Call } from '../../../api/client.ts'
import { storedValue } from '../../../lib/stored.ts'
import { DEFAULT_STREAMS } from './stream-url.ts'

const kept = storedValue('stream-config', streamConfigSchema)

/** The streams of the last visit, else the station's own path: Play never waits for a question. */
export function savedStreams(): StreamConfig['streams'] {
  const streams = kept.read()?.streams ?? []
  return streams.length > 0 ? streams : DEFAULT_STREAMS
}

/** Asks the station where it streams and remembers the answer. Throws ApiError. */
export async function fetchStreams(call: Call, signal: AbortSignal) {
  const config = await call(getStreamConfig, { signal })
  kept.write(config)
  return config.streams.length > 0 ? config.streams : DEFAULT_STREAMS
}
