import type { StreamHealth } from '@carillon/contract/stream/schemas'
import type { StreamStatusMessage } from '@carillon/contract/stream/topics'

/** Health of a station between shows. */
export const HEALTH: StreamHealth = {
  healthy: true,
  recovering: false,
  broadcastLive: false,
  broadcastId: null,
  listenerCount: 3,
  bitrate: 96_000,
  lastCheckedAt: '2026-11-20T06:00:00.000Z',
  errorMessage: null,
  icecastServer: 'UP',
}

/** Push of the same station, while it plays something. */
export const PUSH: StreamStatusMessage = {
  type: 'STREAM_STATUS',
  isLive: false,
  listenerCount: 3,
  peakListenerCount: 128,
  broadcastId: null,
  isStreaming: true,
  onAir: null,
  timestamp: HEALTH.lastCheckedAt,
  health: HEALTH,
}
