import { join } from 'node:path'
import type { PlayableItem, PlayoutContext } from './ports.ts'
import type { Replay } from './rules/rules.ts'

/** Recordings that are chosen from: the newest ones. */
export const MAX_REPLAYS = 1_000

type Context = Pick<PlayoutContext, 'db' | 'dataDir' | 'instanceUrl'>

/** Recordings that may be played again and whose files are here, newest first. */
export async function listReplays(context: Context): Promise<Replay[]> {
  const rows = await replays(context).orderBy('b.id', 'desc').limit(MAX_REPLAYS).execute()
  return rows.map(({ id, actual_start }) => ({ id, firstAiredAt: actual_start.getTime() }))
}

/** The replay of a show; null when it may not be played again, or is not here. */
export async function findReplay(context: Context, broadcastId: number): Promise<PlayableItem | null> {
  const row = await replays(context).where('b.id', '=', broadcastId).executeTakeFirst()
  return row
    ? {
        kind: 'REPLAY',
        title: row.title,
        artist: null,
        itemId: null,
        broadcastId,
        file: join(context.dataDir, 'recordings', 'shows', `${broadcastId}.ogg`),
        durationMs: row.duration_ms,
        firstAiredAtMs: row.actual_start.getTime(),
      }
    : null
}

/** Public recordings of shows that anyone may see. */
function replays({ db, instanceUrl }: Context) {
  return db
    .selectFrom('broadcasts as b')
    .innerJoin('recordings as r', 'r.broadcast_id', 'b.id')
    .where('b.status', '=', 'ENDED')
    .where('b.deleted_at', 'is', null)
    .where('b.unlisted', '=', false)
    .where('b.recording_public', '=', true)
    .where('b.actual_start', 'is not', null)
    .where('r.deleted_at', 'is', null)
    .where((eb) =>
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
    .select(['b.id', 'b.title', 'b.actual_start', 'r.duration_ms'])
    .$narrowType<{ actual_start: Date }>()
}
