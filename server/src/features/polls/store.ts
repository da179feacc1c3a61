import type { Poll, PollBody } from '@carillon/contract/polls/schemas'
import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { type State, stateOf } from './states.ts'
import type { Db, PollChange, StoredPoll } from './table.ts'

/** Id of the viewer, or null for a visitor and for events that everybody gets. */
export type ViewerId = number | null

/** One poll, deleted ones too; undefined when there never was one. */
export async function findPoll(db: Db, id: number, viewerId: ViewerId): Promise<StoredPoll | undefined> {
  const row = await select(db, viewerId).where('p.id', '=', id).executeTakeFirst()
  return row && toStored(row)
}

/** Finds the state of a poll, and nothing else: a vote has to know it while others wait for their turn. */
export async function findState(db: Db, id: number): Promise<State> {
  const row = await db
    .selectFrom('polls as p')
    .innerJoin('broadcasts as b', 'b.id', 'p.broadcast_id')
    .select(['p.status', 'p.deleted_at', 'b.status as show_status', 'b.deleted_at as show_deleted_at'])
    .where('p.id', '=', id)
    .executeTakeFirst()
  return row ? stateIn(row) : 'GONE'
}

/** The newest `limit` polls of a broadcast in these statuses, newest first. */
export async function listOfShow(
  db: Db,
  broadcastId: number,
  viewerId: ViewerId,
  { limit, statuses }: { limit: number; statuses: readonly Poll['status'][] },
): Promise<StoredPoll[]> {
  const rows = await select(db, viewerId)
    .where('p.broadcast_id', '=', broadcastId)
    .where('p.deleted_at', 'is', null)
    .where('p.status', 'in', statuses)
    .orderBy('p.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toStored)
}

/** The poll that is open to votes, if any. */
export async function findActive(
  db: Db,
  broadcastId: number,
  viewerId: ViewerId,
): Promise<StoredPoll | undefined> {
  const row = await select(db, viewerId)
    .where('p.broadcast_id', '=', broadcastId)
    .where('p.status', '=', 'ACTIVE')
    .where('p.deleted_at', 'is', null)
    .where('b.status', '<>', 'ENDED')
    .executeTakeFirst()
  return row && toStored(row)
}

/** Stores a new draft with its options and gives its id. */
export async function insertPoll(
  trx: Db,
  { broadcastId, question, options }: PollBody,
  createdBy: number,
  now: Date,
): Promise<number> {
  const { id } = await trx
    .insertInto('polls')
    .values({ broadcast_id: broadcastId, question, created_by: createdBy, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const rows = options.map((text, position) => ({ poll_id: id, position, text }))
  await trx.insertInto('poll_options').values(rows).execute()
  return id
}

/** Changes a poll whose broadcast the transaction holds. */
export async function updatePoll(trx: Db, id: number, change: PollChange): Promise<void> {
  await trx.updateTable('polls').set(change).where('id', '=', id).execute()
}

/**
 * Stores a vote and counts it, in one statement; false when this person has voted before. The transaction holds the
 * broadcast: otherwise a vote could be counted after the end.
 */
export async function insertVote(
  trx: Db,
  vote: { pollId: number; optionId: number; userId: number },
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    WITH vote AS (
      INSERT INTO poll_votes (poll_id, user_id, option_id, created_at)
      VALUES (${vote.pollId}, ${vote.userId}, ${vote.optionId}, ${now})
      ON CONFLICT DO NOTHING
      RETURNING option_id
    )
    UPDATE poll_options SET votes = votes + 1 FROM vote WHERE id = vote.option_id RETURNING id`.execute(trx)
  return rows.length > 0
}

/**
 * Writes down that polls ended with their broadcast: of this one, or of all. Gives the ids of those that nobody else
 * has written down.
 */
export async function claimOutlived(db: Db, broadcastId: number | null): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    UPDATE polls SET status = 'ENDED', ended_at = greatest(b.actual_end, polls.created_at) FROM broadcasts b
    WHERE b.id = broadcast_id AND b.status = 'ENDED' AND polls.status = 'ACTIVE'
      AND (b.id = ${broadcastId} OR ${broadcastId}::integer IS NULL)
    RETURNING polls.id`.execute(db)
  return rows.map(({ id }) => id)
}

function select(db: Db, viewerId: ViewerId) {
  return db
    .selectFrom('polls as p')
    .innerJoin('broadcasts as b', 'b.id', 'p.broadcast_id')
    .innerJoin('users as u', 'u.id', 'p.created_by')
    .selectAll('p')
    .select(['u.firstname', 'u.lastname', 'u.role'])
    .select(['b.title as show_title', 'b.status as show_status', 'b.actual_end as show_end'])
    .select(['b.created_by as show_created_by', 'b.started_by as show_started_by'])
    .select('b.deleted_at as show_deleted_at')
    .select((eb) => [
      jsonArrayFrom(
        eb
          .selectFrom('poll_options as o')
          .select(['o.id', 'o.text', 'o.votes'])
          .whereRef('o.poll_id', '=', 'p.id')
          .orderBy('o.position'),
      ).as('options'),
      eb
        .selectFrom('poll_votes as v')
        .select('v.option_id')
        .whereRef('v.poll_id', '=', 'p.id')
        .where('v.user_id', '=', viewerId)
        .as('user_vote'),
    ])
}

type Row = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>

function toStored(row: Row): StoredPoll {
  const state = stateIn(row)
  return {
    id: row.id,
    show: {
      id: row.broadcast_id,
      title: row.show_title,
      status: row.show_status,
      createdById: row.show_created_by,
      startedById: row.show_started_by,
    },
    question: row.question,
    state,
    options: row.options,
    createdBy: { id: row.created_by, name: `${row.firstname} ${row.lastname}`.trim(), role: row.role },
    createdAt: row.created_at,
    endedAt: state === 'ENDED' ? (row.ended_at ?? row.show_end) : row.ended_at,
    userVote: row.user_vote,
  }
}

function stateIn(row: Pick<Row, 'status' | 'deleted_at' | 'show_status' | 'show_deleted_at'>): State {
  const isDeleted = row.deleted_at !== null || row.show_deleted_at !== null
  return stateOf({ status: row.status, isDeleted, broadcastStatus: row.show_status })
}
