import { DEAD_AIR_MESSAGE, FEED_HELD_MESSAGE, type StreamHealth } from '@carillon/contract/stream/schemas'

/** Inputs of the health check. */
export type HealthInput = {
  isRunning: boolean
  /** The Icecast answers and takes the stream; absent: there is none. */
  isIcecastUp?: boolean
  /** Null when nothing is on air. */
  live: {
    broadcastId: number
    listenerCount: number
    isRecovering: boolean
    feedHold: object | null
    isDeadAir: boolean
    hasRecordingFailed: boolean
    bitrate: number | null
  } | null
}

/** The health of the stream. A station that is off air is healthy; one that waits for its DJ is recovering, not healthy. */
export function healthOf({ isRunning, isIcecastUp = true, live }: HealthInput, now: Date): StreamHealth {
  const recovering = live?.isRecovering ?? false
  return {
    healthy: isRunning && !recovering,
    recovering,
    broadcastLive: live !== null,
    broadcastId: live?.broadcastId ?? null,
    listenerCount: live?.listenerCount ?? 0,
    bitrate: live?.bitrate ?? null,
    lastCheckedAt: now.toISOString(),
    errorMessage: errorOf(isRunning, live),
    icecastServer: isRunning && isIcecastUp ? 'UP' : 'DOWN',
  }
}

/** Whether a load balancer should send people here. While a DJ is away listeners hear silence, and nobody is sent away. */
export function isServing(health: StreamHealth): boolean {
  return health.healthy || health.recovering
}

function errorOf(isRunning: boolean, live: HealthInput['live']): string | null {
  if (!isRunning) return 'The media service is stopped.'
  if (live?.isRecovering) return 'No audio is coming from the DJ.'
  if (live?.feedHold) return FEED_HELD_MESSAGE
  if (live?.isDeadAir) return DEAD_AIR_MESSAGE
  return live?.hasRecordingFailed ? 'The recording stopped: the disk failed.' : null
}
