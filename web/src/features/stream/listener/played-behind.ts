import { STREAM_PATH } from '@carillon/contract/stream/schemas'
import { stationClock } from '../../../lib/station-clock.ts'

/** Header in which the station says when that was sent which it begins with. */
const FROM_HEADER = 'Rewind-From'

/**
 * Asks at which distance the station really plays what is asked for from `behindMs` behind what is live: a smaller one
 * where its recording begins later, and where nothing was sent then. Both in ms.
 */
export async function playedBehindMs(behindMs: number, signal: AbortSignal): Promise<number> {
  // By a time, not a distance, which would grow on the way: who is where they asked to be stays there to the millisecond.
  const askedMs = stationClock.now() - behindMs
  const url = `${STREAM_PATH}?from=${new Date(askedMs).toISOString()}`
  const { headers } = await fetch(url, { method: 'HEAD', signal })
  const from = headers.get(FROM_HEADER)
  return from === null ? behindMs : behindMs + askedMs - Date.parse(from)
}
