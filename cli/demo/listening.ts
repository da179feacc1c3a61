import { MINUTE_MS } from '@carillon/contract/durations'
import { recordShowEvent } from '../../server/src/db/shows.ts'
import { chanceOf, type PastShow } from './room.ts'
import type { DemoDb } from './tables.ts'

const INSTANCE = 'demonstration'
/** People are there after a third of a show, and some leave in its last fifth. */
const ARRIVED = 0.35
const LEAVING = 0.8

/** One minute of a show that is over. */
export type PastMinute = {
  minute: Date
  listeners: number
  peak: number
  listeningSeconds: number
  arrivals: number
}

/** Listeners minute by minute of a past show that had this many at most. */
export function listeningOf(show: PastShow, peakListeners: number): PastMinute[] {
  const chance = chanceOf(show)
  const firstMs = show.start.getTime() - (show.start.getTime() % MINUTE_MS)
  const lasts = Math.ceil((show.end.getTime() - firstMs) / MINUTE_MS)
  let before = 0
  return Array.from({ length: lasts }, (_, at) => {
    const wobble = 0.9 + chance(`listeners ${at}`) * 0.1
    const listeners = Math.round(peakListeners * shareAt(at / lasts) * wobble)
    const newcomers = Math.max(0, listeners - before) + (chance(`newcomer ${at}`) < 0.2 ? 1 : 0)
    before = listeners
    return {
      minute: new Date(firstMs + at * MINUTE_MS),
      listeners,
      peak: at === Math.floor(lasts / 2) ? Math.max(listeners, peakListeners) : listeners,
      listeningSeconds: Math.floor(listeners * (54 + chance(`seconds ${at}`) * 6)),
      // Who comes back is no new listener: half of a swing is that.
      arrivals: at === 0 ? listeners : Math.round(newcomers / 2),
    }
  })
}

/** Stores who listened to a show that is over, and when it began and ended. */
export async function addListening(
  trx: DemoDb,
  show: PastShow & { id: number },
  peakListeners: number,
): Promise<void> {
  const { id: broadcastId, start, end } = show
  const rows = listeningOf(show, peakListeners).map(({ listeningSeconds, ...minute }) => ({
    ...minute,
    broadcast_id: broadcastId,
    instance: INSTANCE,
    listening_seconds: listeningSeconds,
  }))
  await trx.insertInto('listener_samples').values(rows).execute()
  const listening_seconds = rows.reduce((sum, row) => sum + row.listening_seconds, 0)
  await trx.updateTable('broadcasts').set({ listening_seconds }).where('id', '=', broadcastId).execute()
  await recordShowEvent(trx, { broadcastId, type: 'STARTED', at: start })
  await recordShowEvent(trx, { broadcastId, type: 'ENDED', at: end })
}

/** Which part of its listeners a show has when this part of it is over, both from 0 to 1. */
function shareAt(over: number): number {
  const come = Math.min(1, 0.3 + (over / ARRIVED) * 0.7)
  const gone = Math.max(0, (over - LEAVING) / (1 - LEAVING)) * 0.45
  return come - gone
}
