import { findBroadcast, listStandingBy, updateBroadcast } from '../store.ts'
import type { Db, StoredBroadcast } from '../table.ts'
import { lockLiveWith } from './locks.ts'

/** The live show without a plan. */
export const NO_HAND_OVER = { hand_over_to: null, hand_over_at: null }

/** The show that the live one is planned to hand over to; a cancelled one follows nothing. */
export async function findPlanned(
  db: Db,
  { handOver }: Pick<StoredBroadcast, 'handOver'>,
): Promise<StoredBroadcast | undefined> {
  const planned = handOver ? await findBroadcast(db, handOver.to) : undefined
  return planned?.state === 'GONE' ? undefined : planned
}

/** The show that is to follow the live one: the planned one, else the one that has waited longest. */
export async function findNext(db: Db, live: StoredBroadcast): Promise<StoredBroadcast | undefined> {
  return (await findPlanned(db, live)) ?? (await listStandingBy(db))[0]
}

/**
 * Takes back the plan of the live show to hand over to this one, and gives that live show; null where nothing was planned.
 * Locks both, and comes before anything else that locks one of them.
 */
export async function unplan(trx: Db, id: number, now: Date): Promise<StoredBroadcast | null> {
  const live = await lockLiveWith(trx, id)
  return live?.handOver?.to === id ? updateBroadcast(trx, live.id, NO_HAND_OVER, now) : null
}
