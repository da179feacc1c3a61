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
  const fromMs = await askPlayedFrom(new Date(askedMs).toISOString(), signal)
  return fromMs === null ? behindMs : behindMs + askedMs - fromMs
}

/**
 * Asks when that was sent which the station begins with for `from`, seconds back or a time: in ms, by its clock. Null
 * where it lets nobody go back.
 */
export async function askPlayedFrom(from: number | string, signal: AbortSignal): Promise<number | null> {
  const { headers } = await fetch(`${STREAM_PATH}?from=${from}`, { method: 'HEAD', signal })
  const sentAt = headers.get(FROM_HEADER)
  return sentAt === null ? null : Date.parse(sentAt)
}
