import type { RecordedOutage } from '@carillon/contract/recordings/schemas'
import type { Db } from './table.ts'

/** Outages of the DJ’s line in the recording of a show, in order. */
export async function findOutages(db: Db, broadcastId: number): Promise<RecordedOutage[]> {
  return db
    .selectFrom('recording_outages')
    .select(['at_ms as atMs', 'duration_ms as durationMs', 'silent_ms as silentMs'])
    .where('broadcast_id', '=', broadcastId)
    .orderBy('at_ms')
    .execute()
}

/** Stores those of the version that counts now, in place of an earlier one's. */
export async function storeOutages(
  db: Db,
  broadcastId: number,
  outages: readonly RecordedOutage[],
): Promise<void> {
  await db.deleteFrom('recording_outages').where('broadcast_id', '=', broadcastId).execute()
  if (outages.length === 0) return
  const rows = outages.map(({ atMs, durationMs, silentMs }) => ({
    ...{ broadcast_id: broadcastId, at_ms: atMs, duration_ms: durationMs, silent_ms: silentMs },
  }))
  await db.insertInto('recording_outages').values(rows).execute()
}
