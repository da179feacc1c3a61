import { STAND_BY_EARLIEST_MS } from '@carillon/contract/broadcasts/hand-over'
import type { Person } from '@carillon/contract/roles'
import { requireMedia } from '../air.ts'
import type { BroadcastsContext } from '../ports.ts'
import { updateBroadcast } from '../store.ts'
import type { StoredBroadcast } from '../table.ts'
import { carryOut } from '../transition.ts'
import { lockLiveWith, refuse } from './locks.ts'
import { findPlanned } from './next.ts'

/** Show in its waiting room, and the live one; `planned` is that with the hand-over that this has planned. */
export type StoodBy = {
  is: StoredBroadcast
  live: StoredBroadcast
  isNew: boolean
  planned: StoredBroadcast | null
}

/**
 * Stores that a show stands by, and plans the hand-over at its start, where that lies after the planned end of the live one, unless
 * one is planned; else it is made by hand.
 * Throws NOT_FOUND, FORBIDDEN, WRONG_STATE, MEDIA_AWAY.
 */
export function storeStandBy(
  { db, clock, stream }: BroadcastsContext,
  person: Person,
  id: number,
): Promise<StoodBy> {
  const now = new Date(clock.now())
  return db.transaction().execute(async (trx) => {
    const live = await lockLiveWith(trx, id)
    const { is: waiting } = await carryOut(trx, { id, command: 'start-test', actor: person }, now)
    requireMedia(stream, waiting)
    if (!live) throw refuse('Nothing is on air: you can go live at once.')
    if (waiting.standBySince) return { is: waiting, live, isNew: false, planned: null }
    if (waiting.scheduledStart.getTime() - now.getTime() > STAND_BY_EARLIEST_MS)
      throw refuse('You can stand by from 30 minutes before your show begins.')
    const is = await updateBroadcast(trx, id, { stand_by_since: now }, now)
    // Nobody takes a show's time by a plan of their own.
    const isAfter = is.scheduledStart > now && is.scheduledStart >= live.scheduledEnd
    const at = isAfter ? is.scheduledStart : null
    const plan = { hand_over_to: id, hand_over_at: at }
    const isPlanned = (await findPlanned(trx, live)) !== undefined
    const planned = isPlanned ? null : await updateBroadcast(trx, live.id, plan, now)
    return { is, live, isNew: true, planned }
  })
}
