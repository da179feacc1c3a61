import { join } from 'node:path'
import { MAX_LISTED_REPLAYS, type Replayable } from '@carillon/contract/playout/replays'
import type { PlayableItem, PlayoutContext } from './ports.ts'
import type { Replay } from './rules/rules.ts'
import type { Db } from './table.ts'

/** Recordings that are chosen from: the newest ones. */
export const MAX_REPLAYS = 1_000

type Context = Pick<PlayoutContext, 'db' | 'dataDir' | 'instanceUrl'>

/** Recordings that may be played again and whose files are here, newest first. */
export async function listReplays(context: Context): Promise<Replay[]> {
  const rows = await replaysHere(context).orderBy('b.id', 'desc').limit(MAX_REPLAYS).execute()
  return rows.map(({ id, actual_start }) => ({ id, firstAiredAt: actual_start.getTime() }))
}

/** The replay of a show; null when it may not be played again, or is not here. */
export async function findReplay(context: Context, broadcastId: number): Promise<PlayableItem | null> {
  const row = await replaysHere(context).where('b.id', '=', broadcastId).executeTakeFirst()
  return row
    ? {
        kind: 'REPLAY',
        title: row.title,
        artist: null,
        itemId: null,
        broadcastId,
        file: fileOf(context.dataDir, broadcastId),
        durationMs: row.duration_ms,
        firstAiredAtMs: row.actual_start.getTime(),
      }
    : null
}

/** Whether the recording of a show may be played again, wherever its file is. */
export async function isReplayable(db: Db, broadcastId: number): Promise<boolean> {
  return (await replayable(db).where('b.id', '=', broadcastId).executeTakeFirst()) !== undefined
}

/** Recordings of which a replay can be planned, newest first. */
export async function listReplayable(db: Db): Promise<Replayable[]> {
  const rows = await replayable(db)
    .where('r.duration_ms', '>', 0)
    .orderBy('b.actual_start', 'desc')
    .limit(MAX_LISTED_REPLAYS)
    .execute()
  return rows.map((row) => ({
    broadcastId: row.id,
    title: row.title,
    dj: { id: row.dj_id, name: `${row.firstname} ${row.lastname}`, role: row.role },
    firstAiredAt: row.actual_start.toISOString(),
    durationMs: row.duration_ms,
  }))
}

/** Absolute path of a recording. */
export function fileOf(dataDir: string, broadcastId: number): string {
  return join(dataDir, 'recordings', 'shows', `${broadcastId}.ogg`)
}

/** Public recordings of shows that anyone may see and that are not "live only", wherever their files are. */
export function replayable(db: Db) {
  return db
    .selectFrom('broadcasts as b')
    .innerJoin('recordings as r', 'r.broadcast_id', 'b.id')
    .innerJoin('users as u', (on) =>
      on.onRef('u.id', '=', (eb) => eb.fn.coalesce('b.started_by', 'b.created_by')),
    )
    .where('b.status', '=', 'ENDED')
    .where('b.deleted_at', 'is', null)
    .where('b.unlisted', '=', false)
    .where('b.recording_public', '=', true)
    .where('b.live_only', '=', false)
    .where('b.actual_start', 'is not', null)
    .where('r.deleted_at', 'is', null)
    .select(['b.id', 'b.title', 'b.actual_start', 'r.duration_ms'])
    .select(['u.id as dj_id', 'u.firstname', 'u.lastname', 'u.role'])
    .$narrowType<{ actual_start: Date }>()
}

function replaysHere({ db, instanceUrl }: Context) {
  return replayable(db).where((eb) =>
    eb.or([
      eb('r.holder', 'is', null),
      eb('r.holder', '=', instanceUrl()),
      eb.exists(
        eb
          .selectFrom('recording_copies as c')
          .select('c.instance')
          .whereRef('c.broadcast_id', '=', 'r.broadcast_id')
          .whereRef('c.sha256', '=', 'r.sha256')
          .where('c.instance', '=', instanceUrl()),
      ),
    ]),
  )
}
