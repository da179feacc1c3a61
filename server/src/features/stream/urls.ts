import { LISTENER_SOCKET_PATH, STREAM_PATH, type StreamConfig } from '@carillon/contract/stream'
import { FLOOR_BITS_PER_SECOND } from './floor.ts'
import { BURST_MS } from './mount.ts'

/** Where and how to listen, with absolute addresses below `baseUrl` (`https://radio.example`, no slash at the end). */
export function streamConfigFor(baseUrl: string): StreamConfig {
  const streamUrl = baseUrl + STREAM_PATH
  const ogg = {
    url: streamUrl,
    mimeType: 'audio/ogg; codecs=opus',
    codec: 'opus',
    bitrate: FLOOR_BITS_PER_SECOND,
  }
  return {
    streamUrl,
    streams: [ogg],
    mount: STREAM_PATH,
    bufferSeconds: BURST_MS / 1_000,
    websocketUrl: baseUrl.replace(/^http/, 'ws') + LISTENER_SOCKET_PATH,
    sockJsUrl: `${baseUrl}/ws-radio`,
  }
}
