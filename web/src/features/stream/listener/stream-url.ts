import {
  LISTENER_QUERY,
  LOW_DELAY_QUERY,
  MEDIUM_DELAY_QUERY,
  MP3_PATH,
  STREAM_PATH,
  type StreamConfig,
} from '@carillon/contract/stream/schemas'
import type { EngineKind } from './engine.ts'

const DELAY_QUERIES: Record<EngineKind, string> = { near: LOW_DELAY_QUERY, plain: MEDIUM_DELAY_QUERY }

/** Until the station has said where it streams: a browser that cannot play Ogg tries MP3, which may not be there. */
export const DEFAULT_STREAMS: StreamConfig['streams'] = [
  { url: STREAM_PATH, mimeType: 'audio/ogg; codecs="opus"', codec: 'opus', bitrate: 96_000 },
  { url: MP3_PATH, mimeType: 'audio/mpeg', codec: 'mp3', bitrate: 128_000 },
]

/** Puts https:// before an address without scheme; a path stays a path of this site. */
export function withScheme(url: string): string {
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(url)
  return hasScheme || url.startsWith('/') ? url : `https://${url}`
}

/**
 * The address of one connection: who listens, and a mark that no cache has seen before. The near engine asks for each page
 * at once, the plain one for two: in batches, a player that reads in steps of 32 KB runs dry until it is a second further
 * behind.
 */
export function connectionUrl(
  streamUrl: string,
  { kind, listenerId, mark }: { kind: EngineKind; listenerId: string; mark: string },
): string {
  const separator = streamUrl.includes('?') ? '&' : '?'
  return `${withScheme(streamUrl)}${separator}${DELAY_QUERIES[kind]}&${LISTENER_QUERY}=${listenerId}&_=${mark}`
}
