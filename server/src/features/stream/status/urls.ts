import {
  HLS_PATH,
  HLS_TYPE,
  LISTENER_SOCKET_PATH,
  MP3_PATH,
  STREAM_PATH,
  type StreamConfig,
} from '@carillon/contract/stream/schemas'
import type { FastifyRequest } from 'fastify'
import { MIN_BITS_PER_SECOND } from '../mount/min-bitrate-padding.ts'
import { BURST_MS } from '../mount/mount.ts'
import { MP3_BITS_PER_SECOND } from '../outputs/mp3/encoder-process.ts'
import type { StreamSettings } from '../ports.ts'

/** Below which address the station is for who asks, without a slash at the end. */
export function baseUrlFor(
  { publicUrl }: Pick<StreamSettings, 'publicUrl'>,
  { protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>,
): string {
  return publicUrl ?? `${protocol}://${host}`
}

type Stream = StreamConfig['streams'][number]

/**
 * Ways to listen beside /live.ogg. `icecastUrl` is null while Icecast is not to be listened to, `hls` where that is not
 * made; its `publicUrl` is what is put before its paths in the place of the station's own address.
 */
export type StreamOffers = {
  icecastUrl: string | null
  hasMp3: boolean
  hls: { publicUrl: string | null } | null
}

/**
 * Streams to listen to, with absolute addresses below `baseUrl` (`https://radio.example`, no slash at the end), the
 * best first. A browser on a secure page would refuse an Icecast that is not, so it is not offered there.
 */
export function streamConfigFor(baseUrl: string, { icecastUrl, hasMp3, hls }: StreamOffers): StreamConfig {
  const isRefused = baseUrl.startsWith('https:') && !icecastUrl?.startsWith('https:')
  const oggUrls = [...(icecastUrl && !isRefused ? [icecastUrl] : []), baseUrl + STREAM_PATH]
  const mp3Urls = hasMp3 ? [baseUrl + MP3_PATH] : []
  const hlsUrls = hls ? [(hls.publicUrl ?? baseUrl) + HLS_PATH] : []
  // HLS before MP3, which costs the station an encoder.
  const streams = [...oggUrls.map(oggAt), ...hlsUrls.map(hlsAt), ...mp3Urls.map(mp3At)]
  return {
    streamUrl: oggUrls[0] ?? baseUrl + STREAM_PATH,
    streams,
    mount: STREAM_PATH,
    bufferSeconds: BURST_MS / 1_000,
    websocketUrl: baseUrl.replace(/^http/, 'ws') + LISTENER_SOCKET_PATH,
    sockJsUrl: `${baseUrl}/ws-radio`,
  }
}

function oggAt(url: string): Stream {
  return { url, mimeType: 'audio/ogg; codecs=opus', codec: 'opus', bitrate: MIN_BITS_PER_SECOND }
}

function mp3At(url: string): Stream {
  return { url, mimeType: 'audio/mpeg', codec: 'mp3', bitrate: MP3_BITS_PER_SECOND }
}

function hlsAt(url: string): Stream {
  return { url, mimeType: HLS_TYPE, codec: 'opus', bitrate: MIN_BITS_PER_SECOND }
}
