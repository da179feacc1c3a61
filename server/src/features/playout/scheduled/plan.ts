import { HOUR_MS } from '@carillon/contract/durations'
import { MAX_REPLAY_MS } from '@carillon/contract/playout/replays'
import { fromLocalDateTime, toLocalDateTime } from '@carillon/contract/time'
import { recordActivity } from '../../../db/activities.ts'
import { requireRemoved } from '../../../db/rows.ts'
import { AppError } from '../../../kernel/app-error.ts'
import type { PlayoutContext } from '../ports.ts'
import type { Db } from '../table.ts'
import {
  deletePlan,
  deleteUnplayable,
  findOverlap,
  findPlan,
  insertReplay,
  isFull,
  lockPlans,
  type Overlap,
  type StoredReplay,
} from './store.ts'

type Context = Pick<PlayoutContext, 'db' | 'clock' | 'timeZone' | 'recordingExpiryOf'>
/** `startsAt` is a wall clock of the station. */
export type ReplayRequest = { broadcastId: number; startsAt: string; userId: number }

/** Plans a replay. Throws NOT_FOUND, NOT_REPLAYABLE, INVALID_INPUT, TIME_TAKEN, PLAYOUT_OFF or TOO_MANY_PLANNED. */
export async function planReplay(
  { db, clock, timeZone, recordingExpiryOf }: Context,
  { broadcastId, startsAt, userId }: ReplayRequest,
): Promise<StoredReplay> {
  const now = new Date(clock.now())
  const show = await requireReplayable(db, broadcastId)
  const start = fromLocalDateTime(startsAt, timeZone)
  if (start <= now)
    throw new AppError('INVALID_INPUT', { fields: { startsAt: 'Choose a start in the future' } })
  const end = new Date(start.getTime() + show.durationMs)
  const expiry = await recordingExpiryOf(broadcastId)
  if (expiry && end > expiry) throw refuse(expiryWords(show.title, wallClock(expiry, timeZone)))
  return db.transaction().execute(async (trx) => {
    if (!(await lockPlans(trx))) throw new AppError('PLAYOUT_OFF')
    if (await isFull(trx, now)) throw new AppError('TOO_MANY_PLANNED')
    await deleteUnplayable(trx, start, end)
    const overlap = await findOverlap(trx, start, end)
    if (overlap) throw new AppError('TIME_TAKEN', { message: overlapWords(overlap, timeZone) })
    const plan = { broadcastId, startsAt: start, endsAt: end, createdBy: userId, at: now }
    const id = await insertReplay(trx, plan)
    const description = `A replay of ${show.title} was planned for ${wallClock(start, timeZone)}`
    await recordActivity(trx, { activityType: 'BROADCAST_UPDATE', description, userId }, now)
    const stored = await findPlan(trx, id)
    // Made private a moment ago.
    if (!stored) throw new AppError('NOT_REPLAYABLE')
    return stored
  })
}

/** Takes a planned replay back; one that is gone stays gone. Throws NOT_FOUND for one that never was. */
export async function takeBack({ db, clock }: Context, id: number, userId: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const show = await deletePlan(trx, id)
    if (!show) return requireRemoved(trx, 'scheduled_replays', id)
    const description = `The planned replay of ${show.title} was taken back`
    await recordActivity(
      trx,
      { activityType: 'BROADCAST_UPDATE', description, userId },
      new Date(clock.now()),
    )
  })
}

const refuse = (message: string) => new AppError('NOT_REPLAYABLE', { message })

/** The show, when its recording may be played again; else it is said why not. */
async function requireReplayable(db: Db, id: number): Promise<{ title: string; durationMs: number }> {
  const show = await db
    .selectFrom('broadcasts as b')
    .leftJoin('recordings as r', (join) =>
      join.onRef('r.broadcast_id', '=', 'b.id').on('r.deleted_at', 'is', null),
    )
    .select(['b.title', 'b.status', 'b.recording_public', 'b.live_only', 'r.duration_ms'])
    .where('b.id', '=', id)
    .where('b.deleted_at', 'is', null)
    .where('b.unlisted', '=', false)
    .executeTakeFirst()
  if (!show) throw new AppError('NOT_FOUND')
  const { title, duration_ms: durationMs } = show
  if (show.live_only) throw refuse(`${title} is marked “live only”.`)
  if (!show.recording_public) throw refuse(`The recording of ${title} is private.`)
  if (show.status !== 'ENDED' || durationMs === null)
    throw refuse(`There is no recording of ${title}, or it is not ready yet.`)
  if (durationMs === 0) throw refuse(`The recording of ${title} is empty.`)
  if (durationMs > MAX_REPLAY_MS)
    throw refuse(`The recording of ${title} is longer than ${MAX_REPLAY_MS / HOUR_MS} hours.`)
  return { title, durationMs }
}

function expiryWords(title: string, expiry: string): string {
  return `The recording of ${title} will be deleted on ${expiry}. Choose an earlier time, or keep the recording.`
}

function overlapWords({ title, startsAt, endsAt, isReplay }: Overlap, timeZone: string): string {
  const name = isReplay ? `a replay of ${title}` : title
  return `At this time ${name} is planned: ${wallClock(startsAt, timeZone)} to ${wallClock(endsAt, timeZone)}.`
}

/** `2026-11-20 20:00`. */
function wallClock(instant: Date, timeZone: string): string {
  return toLocalDateTime(instant, timeZone).slice(0, 16).replace('T', ' ')
}
