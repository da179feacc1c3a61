import type {
  CreateBody,
  NowPlayingBody,
  ScheduleBody,
  SlowModeBody,
  UpdateBody,
} from '@carillon/contract/broadcasts/schemas'
import type { Person } from '@carillon/contract/roles'
import { broadcastNameOf, recordActivity } from '../../db/activities.ts'
import { beginPlay } from '../../db/plays.ts'
import { AppError } from '../../kernel/app-error.ts'
import type { RunExclusive } from '../../kernel/serial-queue.ts'
import { requirePermitted } from './access.ts'
import { changedFields, type Details, mayChange, refusedChange } from './changes.ts'
import { planBroadcast } from './plan-broadcast.ts'
import type { BroadcastsContext } from './ports.ts'
import { refusalOf } from './states.ts'
import { lockBroadcast, updateBroadcast } from './store.ts'
import type { BroadcastChange, Db, StoredBroadcast } from './table.ts'
import { changedTimes, defaultTimes, scheduledTimes, type Times, type TimesResult } from './times.ts'
import { NOTHING_PLAYING } from './transition.ts'

export type BroadcastService = ReturnType<typeof createBroadcastService>

/** Creates the service that plans and changes broadcasts; air.ts moves them between their states. */
export function createBroadcastService(context: BroadcastsContext, runExclusive: RunExclusive) {
  const { db, clock, timeZone, events, stream, notifications } = context
  const now = () => new Date(clock.now())

  /** Carries out what `changeOf` wants changed; null means that nothing differs. */
  function change(
    { id, person, act }: { id: number; person: Person; act: 'update' | 'slowmode' | 'now-playing' },
    changeOf: (was: StoredBroadcast) => BroadcastChange | null,
  ): Promise<StoredBroadcast> {
    return runExclusive(async () => {
      const { was, is } = await db.transaction().execute(async (trx) => {
        const was = requirePermitted(await lockBroadcast(trx, id), person, act)
        const change = changeOf(was)
        if (!change) return { was, is: was }
        // A show has a song every few minutes: no activity for each.
        if (act === 'now-playing')
          return {
            was,
            is: await storePlaying(trx, { id, change, listeners: stream.listenerCount(id), at: now() }),
          }
        const is = await store(trx, was, { person, change, at: now() })
        if (is.scheduledStart > was.scheduledStart) await notifications.withdrawPostponed(trx, id)
        return { was, is }
      })
      if (is === was) return is
      events.onUpdated(is)
      if (act === 'slowmode') events.onSlowModeChanged(is)
      return is
    })
  }

  return {
    create: async (person: Person, body: CreateBody) =>
      planBroadcast(context, person, {
        ...plannedOf(body),
        times: accept(defaultTimes(body, clock.now(), timeZone)),
        eventName: announcementOf(body),
      }),
    schedule: async (person: Person, body: ScheduleBody) =>
      planBroadcast(context, person, {
        ...plannedOf(body),
        times: accept(scheduledTimes(body, clock.now(), timeZone)),
        eventName: 'scheduled',
      }),
    update: (person: Person, id: number, body: UpdateBody) =>
      change({ id, person, act: 'update' }, (was) => {
        const times = accept(changedTimes(timesOf(was), body, clock.now(), timeZone))
        return detailsChange(was, {
          title: body.title ?? was.title,
          description: body.description ?? was.description,
          ...times,
        })
      }),
    setNowPlaying: (person: Person, id: number, body: NowPlayingBody) =>
      change({ id, person, act: 'now-playing' }, (was) => nowPlayingChange(was, body, now())),
    setSlowMode: (person: Person, id: number, body: SlowModeBody) =>
      change({ id, person, act: 'slowmode' }, (was) => slowModeChange(was, body)),
  }
}

type Written = { person: Person; change: BroadcastChange; at: Date }

async function store(trx: Db, was: StoredBroadcast, { person, change, at }: Written) {
  const description = `${broadcastNameOf(was)} was changed`
  await recordActivity(trx, { activityType: 'BROADCAST_UPDATE', userId: person.id, description }, at)
  return updateBroadcast(trx, was.id, change, at)
}

type Playing = { id: number; change: BroadcastChange; listeners: number; at: Date }

/** Stores what a DJ says is playing, and writes it into the sound log. */
async function storePlaying(trx: Db, { id, change, listeners, at }: Playing): Promise<StoredBroadcast> {
  const is = await updateBroadcast(trx, id, change, at)
  await beginPlay(trx, { broadcastId: id, song: is.nowPlaying, listeners, at })
  return is
}

/** Event that everyone is notified of for a new broadcast; null for a draft. */
function announcementOf({ unlisted, scheduledStart }: CreateBody): 'scheduled' | 'posted' | null {
  if (unlisted) return null
  return scheduledStart ? 'scheduled' : 'posted'
}

function accept(result: TimesResult): Times {
  if (result.ok) return result.value
  throw new AppError('INVALID_INPUT', { fields: result.fields })
}

function detailsChange(was: StoredBroadcast, now: Details): BroadcastChange | null {
  const fields = changedFields({ title: was.title, description: was.description, ...timesOf(was) }, now)
  if (fields.length === 0) return null
  if (!mayChange(was.state, fields)) {
    throw new AppError('WRONG_STATE', { message: refusedChange(was.state) })
  }
  const { title, description, start, end } = now
  return { title, description, scheduled_start: start, scheduled_end: end }
}

function slowModeChange(was: StoredBroadcast, { enabled, seconds }: SlowModeBody): BroadcastChange | null {
  if (was.slowModeEnabled === enabled && was.slowModeSeconds === seconds) return null
  if (was.state === 'ENDED') throw new AppError('WRONG_STATE', { message: refusalOf(was.state) })
  return { slow_mode_enabled: enabled, slow_mode_seconds: seconds }
}

function nowPlayingChange(
  was: StoredBroadcast,
  { title, artist }: NowPlayingBody,
  now: Date,
): BroadcastChange | null {
  const before = was.nowPlaying
  const isSame = title === null ? before === null : before?.title === title && before.artist === artist
  if (isSame) return null
  if (was.state !== 'LIVE') throw new AppError('WRONG_STATE', { message: 'This broadcast is not on air.' })
  if (title === null) return NOTHING_PLAYING
  return { now_playing_title: title, now_playing_artist: artist, now_playing_since: now }
}

const plannedOf = ({ title, description, isRecordingPublic }: CreateBody | ScheduleBody) => ({
  title,
  description,
  isRecordingPublic,
})
const timesOf = (stored: StoredBroadcast): Times => ({
  start: stored.scheduledStart,
  end: stored.scheduledEnd,
})
