import { MAX_LISTED_REPLAYS, MAX_PLANNED_REPLAYS } from '@carillon/contract/playout/replays'
import type { Person } from '@carillon/contract/roles'
import { sql } from 'kysely'
import { replayable } from '../replays.ts'
import type { Db } from '../table.ts'
import type { Slot } from './due.ts'

/** A planned replay with its show. */
export type StoredReplay = Slot & { title: string; firstAiredAt: Date; dj: Person }
/** Replays that sound at `from` or later, and before `until`; an open end is the end of time. */
export type Window = { from: Date; until?: Date | undefined }

/** Replays of a window whose recordings may be played, next first. */
export async function listReplays(db: Db, { from, until }: Window): Promise<StoredReplay[]> {
  const rows = await planned(db)
    .where('s.ends_at', '>', from)
    .$if(until !== undefined, (query) => query.where('s.starts_at', '<', until as Date))
    .limit(MAX_LISTED_REPLAYS)
    .execute()
  return rows.map(toStored)
}

/** One planned replay; undefined when it is gone, or its recording may not be played any more. */
export async function findPlan(db: Db, id: number): Promise<StoredReplay | undefined> {
  const row = await planned(db).where('s.id', '=', id).executeTakeFirst()
  return row && toStored(row)
}

/** Holds the plans against other transactions: of two at once neither would be whole. Gives whether the station plays between shows. */
export async function lockPlans(trx: Db): Promise<boolean> {
  const settings = trx.selectFrom('playout_settings').select('is_on').forUpdate()
  return (await settings.executeTakeFirstOrThrow()).is_on
}

/** Something that is planned within a window, by name. */
export type Overlap = { title: string; startsAt: Date; endsAt: Date; isReplay: boolean }

/** The first show or replay that is planned within a window. Shows on no list are nobody's business. */
export async function findOverlap(db: Db, from: Date, until: Date): Promise<Overlap | undefined> {
  const shows = db
    .selectFrom('broadcasts')
    .select(['title', 'scheduled_start as startsAt', 'scheduled_end as endsAt'])
    .select(sql<boolean>`false`.as('isReplay'))
    .where('status', '<>', 'ENDED')
    .where('deleted_at', 'is', null)
    .where('unlisted', '=', false)
    .where('scheduled_start', '<', until)
    .where('scheduled_end', '>', from)
  const replays = db
    .selectFrom('scheduled_replays as s')
    .innerJoin('broadcasts as b', 'b.id', 's.broadcast_id')
    .select(['b.title', 's.starts_at as startsAt', 's.ends_at as endsAt'])
    .select(sql<boolean>`true`.as('isReplay'))
    .where('s.starts_at', '<', until)
    .where('s.ends_at', '>', from)
  return shows.unionAll(replays).orderBy('startsAt').limit(1).executeTakeFirst()
}

/** Deletes the replays within a window whose recordings may not be played any more: they are on no list. */
export async function deleteUnplayable(trx: Db, from: Date, until: Date): Promise<void> {
  const playable = planned(trx).clearSelect().select('s.id').clearOrderBy()
  await trx
    .deleteFrom('scheduled_replays')
    .where('starts_at', '<', until)
    .where('ends_at', '>', from)
    .where('id', 'not in', playable)
    .execute()
}

/** Whether as many are to come as may be planned. */
export async function isFull(db: Db, now: Date): Promise<boolean> {
  const rows = await db
    .selectFrom('scheduled_replays')
    .select('id')
    .where('ends_at', '>', now)
    .limit(MAX_PLANNED_REPLAYS)
    .execute()
  return rows.length >= MAX_PLANNED_REPLAYS
}

export type NewReplay = { broadcastId: number; startsAt: Date; endsAt: Date; createdBy: number; at: Date }

/** Stores a plan and gives its id. */
export async function insertReplay(
  trx: Db,
  { broadcastId, startsAt, endsAt, createdBy, at }: NewReplay,
): Promise<number> {
  const { id } = await trx
    .insertInto('scheduled_replays')
    .values({
      broadcast_id: broadcastId,
      starts_at: startsAt,
      ends_at: endsAt,
      created_by: createdBy,
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Deletes a plan; gives its show, undefined when it was gone. */
export async function deletePlan(trx: Db, id: number): Promise<{ title: string } | undefined> {
  const deleted = await trx
    .deleteFrom('scheduled_replays')
    .where('id', '=', id)
    .returning('broadcast_id')
    .executeTakeFirst()
  if (!deleted) return undefined
  return trx
    .selectFrom('broadcasts')
    .select('title')
    .where('id', '=', deleted.broadcast_id)
    .executeTakeFirstOrThrow()
}

function planned(db: Db) {
  return replayable(db)
    .innerJoin('scheduled_replays as s', 's.broadcast_id', 'b.id')
    .select(['s.id as plan_id', 's.starts_at'])
    .orderBy('s.starts_at')
}

type Row = Awaited<ReturnType<ReturnType<typeof planned>['executeTakeFirstOrThrow']>>

/** It ends with its recording, which may have grown since it was planned. */
function toStored({ plan_id, starts_at, ...show }: Row): StoredReplay {
  const startsAt = starts_at.getTime()
  return {
    id: plan_id,
    broadcastId: show.id,
    title: show.title,
    dj: { id: show.dj_id, name: `${show.firstname} ${show.lastname}`, role: show.role },
    firstAiredAt: show.actual_start,
    startsAt,
    endsAt: startsAt + show.duration_ms,
  }
}
