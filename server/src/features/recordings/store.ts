import { sql } from 'kysely'
import type { Joined } from './join/join-parts.ts'
import { storeOutages } from './outages.ts'
import type { Db, RecordedShow, ShowStatus, StoredRecording } from './table.ts'

/** State of the parts of a show: they wait while it is on air, and are left over when they were joined. */
export type PartsOf = {
  broadcastId: number
  startedAt: Date | null
  endedAt: Date | null
  state: 'ON_AIR' | 'TO_JOIN' | 'LEFT_OVER'
}

/** The recording of a show; undefined when there is none, or none any more. */
export async function findRecording(db: Db, broadcastId: number): Promise<StoredRecording | undefined> {
  return db
    .selectFrom('recordings as r')
    .innerJoin('broadcasts as b', 'b.id', 'r.broadcast_id')
    .select(['r.broadcast_id as broadcastId', 'r.bytes', 'r.duration_ms as durationMs', 'r.peaks'])
    .select(['b.recording_public as isPublic', 'r.is_kept as isKept'])
    .select(['r.recorded_at as recordedAt', 'r.holder', 'r.sha256', 'b.title'])
    .select(['b.created_by as createdById', 'b.started_by as startedById'])
    .where('r.broadcast_id', '=', broadcastId)
    .where('r.deleted_at', 'is', null)
    .executeTakeFirst()
}

/**
 * Of these shows, those that there are. What others joined is joined here too, unless `joinedHere` has it and `holder`, which is
 * this instance, is whose version counts: one that was killed in between has stored nothing of its own.
 */
export async function findShowsOf(
  db: Db,
  broadcastIds: readonly number[],
  joinedHere: ReadonlySet<number>,
  holder: string | null,
): Promise<PartsOf[]> {
  if (broadcastIds.length === 0) return []
  const rows = await db
    .selectFrom('broadcasts as b')
    .leftJoin('recordings as r', 'r.broadcast_id', 'b.id')
    .select([
      'b.id',
      'b.status',
      'b.actual_start',
      'b.actual_end',
      'r.broadcast_id as recording',
      'r.deleted_at',
      'r.holder',
    ])
    .where('b.id', 'in', broadcastIds)
    .orderBy('b.id')
    .execute()
  return rows.map(({ id, status, recording, ...row }) => {
    const isJoined = joinedHere.has(id) && row.holder === holder
    const isDone = recording !== null && (row.deleted_at !== null || isJoined)
    const state = status !== 'ENDED' ? 'ON_AIR' : isDone ? 'LEFT_OVER' : 'TO_JOIN'
    return { broadcastId: id, startedAt: row.actual_start, endedAt: row.actual_end, state }
  })
}

/** A show that there is: whether there is or was a recording of it, and the bytes of one that there is, else null. */
type Known = { isRecorded: boolean; bytes: number | null }

/** Of these shows, those that there are, by id. */
export async function findKnown(
  db: Db,
  broadcastIds: readonly number[],
): Promise<ReadonlyMap<number, Known>> {
  if (broadcastIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('broadcasts as b')
    .leftJoin('recordings as r', 'r.broadcast_id', 'b.id')
    .select(['b.id', 'r.broadcast_id as recording', 'r.bytes', 'r.deleted_at'])
    .where('b.id', 'in', broadcastIds)
    .execute()
  return new Map(
    rows.map(({ id, recording, bytes, deleted_at }) => [
      id,
      { isRecorded: recording !== null, bytes: deleted_at === null ? bytes : null },
    ]),
  )
}

/** Of two instances that recorded a show, the one counts that has more of its sound: by more than the end of a show may differ. */
const NOTABLY_MORE_MS = 60
/** Rows of before have no length of their sound. */
const STORED_SOUND = sql<number>`coalesce(recordings.sound_ms, recordings.duration_ms)`

/**
 * Stores what was joined; another that was stored meanwhile stays, unless this one has notably more sound. False when this
 * version does not count.
 */
export function insertRecording(
  db: Db,
  broadcastId: number,
  version: Joined,
  { recordedAt, holder }: { recordedAt: Date; holder: string | null },
): Promise<boolean> {
  const joined = { ...columnsOf(version), holder, sha256: null }
  return withOutages(db, broadcastId, version, async (trx) => {
    const row = await trx
      .insertInto('recordings')
      .values({ broadcast_id: broadcastId, recorded_at: recordedAt, ...joined })
      .onConflict((conflict) =>
        conflict
          .column('broadcast_id')
          .doUpdateSet(joined)
          .where('recordings.deleted_at', 'is', null)
          .where(STORED_SOUND, '<', version.soundMs - NOTABLY_MORE_MS),
      )
      .returning('broadcast_id')
      .executeTakeFirst()
    return row !== undefined
  })
}

/** Stores a newer version of this instance, which has what a page uploaded. False when another's has as much, or it was deleted. */
export function replaceRecording(
  db: Db,
  broadcastId: number,
  version: Joined,
  holder: string | null,
): Promise<boolean> {
  return withOutages(db, broadcastId, version, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('recordings')
      .set({ ...columnsOf(version), holder, sha256: null })
      .where('broadcast_id', '=', broadcastId)
      .where('deleted_at', 'is', null)
      .where((eb) =>
        eb.or([
          eb('holder', 'is not distinct from', holder),
          eb(STORED_SOUND, '<', version.soundMs - NOTABLY_MORE_MS),
        ]),
      )
      .executeTakeFirst()
    return numUpdatedRows > 0n
  })
}

/** Runs what stores a version, and stores its outages with it, if it counts. */
async function withOutages(
  db: Db,
  broadcastId: number,
  { outages }: Joined,
  store: (trx: Db) => Promise<boolean>,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const counts = await store(trx)
    if (counts) await storeOutages(trx, broadcastId, outages)
    return counts
  })
}

function columnsOf({ bytes, durationMs, soundMs, peaks }: Joined) {
  return { bytes, duration_ms: durationMs, sound_ms: soundMs, peaks: Buffer.from(peaks) }
}

/** A show, as far as its recording may be completed; undefined when there is none, or it was deleted. */
export type TakenShow = {
  createdById: number
  startedById: number | null
  isUnlisted: boolean
  status: ShowStatus
  startedAt: Date | null
  endedAt: Date | null
  isRecordingDeleted: boolean
  /** Instance whose version of the recording counts; null: this station is alone, or none is ready. */
  holder: string | null
}

export async function findTakenShow(db: Db, broadcastId: number): Promise<TakenShow | undefined> {
  const row = await db
    .selectFrom('broadcasts as b')
    .leftJoin('recordings as r', 'r.broadcast_id', 'b.id')
    .select(['b.created_by as createdById', 'b.started_by as startedById', 'b.unlisted as isUnlisted'])
    .select(['b.status', 'b.actual_start as startedAt', 'b.actual_end as endedAt', 'r.deleted_at'])
    .select('r.holder')
    .where('b.id', '=', broadcastId)
    .where('b.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) return undefined
  const { deleted_at, ...show } = row
  return { ...show, isRecordingDeleted: deleted_at !== null }
}

/** The show, and who may hear what is recorded of it; undefined when there is none, or it was deleted. */
export async function findRecordedShow(db: Db, broadcastId: number): Promise<RecordedShow | undefined> {
  return db
    .selectFrom('broadcasts')
    .select(['id as broadcastId', 'title', 'created_by as createdById', 'started_by as startedById'])
    .select(['unlisted as isUnlisted', 'recording_public as isPublic', 'live_only as isLiveOnly'])
    .where('id', '=', broadcastId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** Whether anybody may hear what is recorded of a show, also while it is on; nobody may once it was deleted. */
export async function isPublic(db: Db, broadcastId: number): Promise<boolean> {
  const found = await db
    .selectFrom('broadcasts as b')
    .leftJoin('recordings as r', 'r.broadcast_id', 'b.id')
    .select('b.id')
    .where('b.id', '=', broadcastId)
    .where('b.recording_public', '=', true)
    .where('b.deleted_at', 'is', null)
    .where('r.deleted_at', 'is', null)
    .executeTakeFirst()
  return found !== undefined
}

/** Stores who may hear what is recorded of a show. */
export async function changeVisibility(db: Db, broadcastId: number, isPublic: boolean): Promise<void> {
  await db
    .updateTable('broadcasts')
    .set({ recording_public: isPublic })
    .where('id', '=', broadcastId)
    .execute()
}

/** Stores whether the station may play it again. */
export async function changeLiveOnly(db: Db, broadcastId: number, isLiveOnly: boolean): Promise<void> {
  await db.updateTable('broadcasts').set({ live_only: isLiveOnly }).where('id', '=', broadcastId).execute()
}

/** Stores whether it stays; false when there is no recording any more. */
export async function changeKept(db: Db, broadcastId: number, isKept: boolean): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('recordings')
    .set({ is_kept: isKept })
    .where('broadcast_id', '=', broadcastId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Marks one as deleted; false when it was already. */
export async function markDeleted(db: Db, broadcastId: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('recordings')
    .set({ deleted_at: now })
    .where('broadcast_id', '=', broadcastId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Marks as deleted what is older than `before` and not kept; gives their shows, each to one caller. */
export async function claimExpired(db: Db, before: Date, now: Date): Promise<number[]> {
  const rows = await db
    .updateTable('recordings')
    .set({ deleted_at: now })
    .where('recorded_at', '<', before)
    .where('is_kept', '=', false)
    .where('deleted_at', 'is', null)
    .returning('broadcast_id')
    .execute()
  return rows.map((row) => row.broadcast_id)
}

/** Of these shows, those whose recording was deleted. */
export async function findDeleted(db: Db, broadcastIds: readonly number[]): Promise<number[]> {
  if (broadcastIds.length === 0) return []
  const rows = await db
    .selectFrom('recordings')
    .select('broadcast_id')
    .where('broadcast_id', 'in', broadcastIds)
    .where('deleted_at', 'is not', null)
    .execute()
  return rows.map((row) => row.broadcast_id)
}
