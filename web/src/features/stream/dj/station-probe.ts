import { LISTENER_SOCKET_PATH } from '@carillon/contract/stream/schemas'
import { stationClock } from '../../../lib/station-clock.ts'
import type { BroadcastCalls } from './broadcast-calls.ts'
import type { OnAirShow, StationState } from './preflight.ts'
import { socketUrl } from './socket-url.ts'
import type { Timers } from './timers.ts'

const PROBE_LIMIT_MS = 5_000
/** A station that has not answered by then is said not to. */
export const ANSWER_LIMIT_MS = 8_000

/** Asks the station everything the pre-flight list wants to know. Never rejects. */
export async function probeStation(
  calls: Pick<BroadcastCalls, 'health' | 'live'>,
  timers: Timers,
  userId: number,
): Promise<StationState> {
  const limit = new AbortController()
  const cancelLimit = timers.after(ANSWER_LIMIT_MS, () =>
    limit.abort(new Error('The station isn’t answering')),
  )
  try {
    const [health, live, roundTripMs] = await Promise.all([
      calls.health(limit.signal),
      calls.live(limit.signal),
      measureRoundTrip(timers),
    ])
    return { state: 'known', roundTripMs, mediaServer: health.icecastServer, onAir: showOf(live[0], userId) }
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : 'The station isn’t answering'
    return { state: 'failed', message }
  } finally {
    cancelLimit()
  }
}

/**
 * The round trip of a websocket ping in milliseconds, null when websockets do not get through. It goes to the listeners'
 * socket, since the DJ's own is open only to a broadcast that runs.
 */
function measureRoundTrip(timers: Timers): Promise<number | null> {
  return new Promise((resolve) => {
    const socket = new WebSocket(socketUrl(LISTENER_SOCKET_PATH))
    let sentAt = 0
    const finish = (roundTripMs: number | null) => {
      cancelLimit()
      socket.onclose = null
      socket.close()
      resolve(roundTripMs)
    }
    const cancelLimit = timers.after(PROBE_LIMIT_MS, () => finish(null))
    socket.onclose = () => finish(null)
    socket.onopen = () => {
      sentAt = performance.now()
      socket.send('ping')
    }
    socket.onmessage = ({ data }) => data === 'pong' && finish(Math.round(performance.now() - sentAt))
  })
}

function showOf(
  live: Awaited<ReturnType<BroadcastCalls['live']>>[number] | undefined,
  userId: number,
): OnAirShow | null {
  if (!live) return null
  const { id, title, startedBy, createdBy, actualStart } = live
  const dj = startedBy ?? createdBy
  const sinceMs = actualStart ? Date.parse(actualStart) : stationClock.now()
  return { id, title, by: dj.name, sinceMs, isMine: dj.id === userId }
}
