import type { ActivityType } from '@carillon/contract/audit'
import { DAY_MS } from '@carillon/contract/durations'
import { recordActivity } from '../../server/src/db/activities.ts'
import type { Database } from '../../server/src/db/connect.ts'
import { hashPassword } from '../../server/src/features/auth/password.ts'
import { insertUser } from '../../server/src/features/auth/store.ts'
import type { NewBroadcast } from '../../server/src/features/broadcasts/table.ts'
import { messagesOf } from './chat.ts'
import { addAnnouncements } from './feed.ts'
import { addListening } from './listening.ts'
import { addNotifications } from './notifications.ts'
import { DEMO_PASSWORD, DEMO_PEOPLE } from './people.ts'
import { addPlays } from './plays.ts'
import { demoProgramme, type Occurrence } from './programme.ts'
import { type PastPoll, type PastShow, pollOf, requestsOf } from './room.ts'
import { type ActivityRow, type DemoDb, tablesOf } from './tables.ts'

/** A show that is over and now stored. */
type StoredShow = PastShow & { id: number; djId: number }

/** Contents of a station now, no matter who put them there. */
export type DemoReport = { people: number; ahead: number; behind: number }

/** People come to the station some days apart, the first ones before its first show. */
const DAYS_BETWEEN_PEOPLE = 5
const PLANNED_AHEAD_MS = 15 * DAY_MS

/** The station belongs to people who are not of the demonstration; nothing was changed. */
export class StationInUse extends Error {
  override readonly name = 'StationInUse'
}

/**
 * Fills a station with people, a programme and a past; what is there already stays as it is. Throws StationInUse when
 * it has other people than those of the demonstration and one administrator.
 */
export async function fillDemoStation(database: Database, now: Date, timeZone: string): Promise<DemoReport> {
  const db = tablesOf(database)
  await refuseStrangers(db)
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  return db.transaction().execute(async (trx) => {
    await addPeople(trx, passwordHash, now)
    const programme = await addProgramme(trx, demoProgramme(now, timeZone))
    const activities = [...programme, ...(await addAnnouncements(trx, now))]
    // The log is read in the order in which it was written.
    activities.sort((a, b) => a.created_at.getTime() - b.created_at.getTime())
    if (activities.length > 0) await trx.insertInto('activities').values(activities).execute()
    await addNotifications(trx, now, timeZone)
    return count(trx, now)
  })
}

async function refuseStrangers(db: DemoDb): Promise<void> {
  const known = DEMO_PEOPLE.map(({ email }) => email)
  const strangers = await db.selectFrom('users').select('role').where('email', 'not in', known).execute()
  const isFirstAdminOnly = strangers.length === 1 && strangers[0]?.role === 'ADMIN'
  if (strangers.length > 0 && !isFirstAdminOnly) {
    throw new StationInUse(
      `This station has ${strangers.length} people of its own. Give the demonstration another one.`,
    )
  }
}

async function addPeople(trx: DemoDb, passwordHash: string, now: Date): Promise<void> {
  for (const [at, person] of DEMO_PEOPLE.entries()) {
    const daysAgo = (DEMO_PEOPLE.length - at) * DAYS_BETWEEN_PEOPLE
    const createdAt = new Date(now.getTime() - daysAgo * DAY_MS)
    const row = { ...person, password_hash: passwordHash, verified: true, created_at: createdAt }
    const added = await insertUser(trx, row)
    if (!added) continue
    const description = `${person.email} registered`
    await recordActivity(trx, { activityType: 'USER_REGISTER', description, userId: added.id }, createdAt)
  }
}

/** Gives what the station would have noted of it. */
async function addProgramme(trx: DemoDb, programme: Occurrence[]): Promise<ActivityRow[]> {
  const people = await trx.selectFrom('users').select(['id', 'email']).execute()
  const ids = new Map(people.map(({ id, email }) => [email, id]))
  const present = await trx.selectFrom('broadcasts').select(['title', 'scheduled_start']).execute()
  const known = new Set(present.map((row) => keyOf(row.title, row.scheduled_start)))
  const missing = programme.flatMap((show) => {
    const djId = ids.get(show.dj)
    return djId === undefined || known.has(keyOf(show.title, show.start)) ? [] : [{ show, djId }]
  })
  if (missing.length === 0) return []
  const rows = missing.map(({ show, djId }) => rowOf(show, djId))
  const stored = await trx
    .insertInto('broadcasts')
    .values(rows)
    .returning(['id', 'title', 'created_by', 'actual_start', 'actual_end', 'peak_listeners'])
    .execute()
  const listeners = DEMO_PEOPLE.filter(({ role }) => role === 'LISTENER').flatMap(
    ({ email }) => ids.get(email) ?? [],
  )
  const activities = missing.flatMap(({ show, djId }) => activitiesOf(show, djId))
  for (const {
    id,
    title,
    created_by: djId,
    actual_start: start,
    actual_end: end,
    peak_listeners,
  } of stored) {
    if (!start || !end) continue
    const show = { id, title, djId, start, end }
    activities.push(...(await addRoom(trx, show, listeners)))
    await addListening(trx, show, peak_listeners)
  }
  return activities
}

/** Stores the doings of listeners in a past show. Returns the activities that the station would have noted. */
async function addRoom(trx: DemoDb, show: StoredShow, listeners: number[]): Promise<ActivityRow[]> {
  const requests = requestsOf(show, listeners.length)
  const rows = requests.map(({ songTitle, artist, message, status, who, at }) => {
    const words = { song_title: songTitle, artist, message, status }
    return { ...words, broadcast_id: show.id, requested_by: listeners[who] ?? show.djId, created_at: at }
  })
  if (rows.length > 0) await trx.insertInto('song_requests').values(rows).execute()
  await addPlays(trx, show, requests)
  const poll = pollOf(show, listeners.length)
  const votes = poll ? await addPoll(trx, show, poll, listeners) : 0
  const said = await addChat(trx, show, listeners)
  const counts = { message_count: said, request_count: rows.length, vote_count: votes }
  const interactions = { ...counts, total_interactions: rows.length + votes + said }
  await trx.updateTable('broadcasts').set(interactions).where('id', '=', show.id).execute()
  return [
    ...rows.map(({ song_title, requested_by, created_at }) =>
      row('SONG_REQUEST', `${song_title} was asked for in ${show.title}`, requested_by, created_at),
    ),
    ...(poll
      ? [row('POLL_CREATE', `A poll was made for ${show.title}: ${poll.question}`, show.djId, poll.at)]
      : []),
  ]
}

/** Stores what was said. Gives the number of messages. */
async function addChat(trx: DemoDb, show: StoredShow, listeners: number[]): Promise<number> {
  const rows = messagesOf(show, listeners.length).map(({ content, original, who, at }) => {
    const sender_id = (who === null ? undefined : listeners[who]) ?? show.djId
    return { broadcast_id: show.id, sender_id, content, original, created_at: at }
  })
  await trx.insertInto('chat_messages').values(rows).execute()
  return rows.length
}

/** Stores a poll that ended with its show. Gives the number of votes. */
async function addPoll(trx: DemoDb, show: StoredShow, poll: PastPoll, listeners: number[]): Promise<number> {
  const { question, options, at } = poll
  const asked = { broadcast_id: show.id, question, status: 'ENDED' as const, created_by: show.djId }
  const { id: poll_id } = await trx
    .insertInto('polls')
    .values({ ...asked, created_at: at, ended_at: show.end })
    .returning('id')
    .executeTakeFirstOrThrow()
  const answers = options.map((text, position) => {
    const votes = poll.votes.filter((vote) => vote === position).length
    return { poll_id, position, text, votes }
  })
  const stored = await trx.insertInto('poll_options').values(answers).returning(['id', 'position']).execute()
  const votes = poll.votes.flatMap((vote, who) => {
    const option = stored.find(({ position }) => position === vote)
    const userId = listeners[who]
    return option && userId ? [{ poll_id, user_id: userId, option_id: option.id, created_at: at }] : []
  })
  if (votes.length > 0) await trx.insertInto('poll_votes').values(votes).execute()
  return votes.length
}

function rowOf(show: Occurrence, djId: number): NewBroadcast {
  const { past } = show
  return {
    title: show.title,
    description: show.description,
    scheduled_start: show.start,
    scheduled_end: show.end,
    created_by: djId,
    created_at: plannedAt(show),
    status: past ? 'ENDED' : 'SCHEDULED',
    started_by: past ? djId : null,
    actual_start: past?.actualStart ?? null,
    actual_end: past?.actualEnd ?? null,
    end_reason: past?.endReason ?? null,
    peak_listeners: past?.peakListeners ?? 0,
  }
}

/** Activities that the station would have noted about a show: planned, on air, ended by its DJ or not. */
function activitiesOf(show: Occurrence, djId: number): ActivityRow[] {
  const { title, past } = show
  const planned = row('BROADCAST_CREATE', `${title} was scheduled`, djId, plannedAt(show))
  if (!past) return [planned]
  const enderId = past.endReason === 'ENDED_BY_DJ' ? djId : null
  return [
    planned,
    row('BROADCAST_START', `${title} went on air`, djId, past.actualStart),
    row('BROADCAST_END', `${title} ended`, enderId, past.actualEnd),
  ]
}

function row(activity_type: ActivityType, description: string, user_id: number | null, created_at: Date) {
  return { activity_type, description, user_id, created_at }
}

async function count(trx: DemoDb, now: Date): Promise<DemoReport> {
  const shows = await trx
    .selectFrom('broadcasts')
    .select(['status', 'scheduled_end'])
    .where('deleted_at', 'is', null)
    .execute()
  const { length: people } = await trx.selectFrom('users').select('id').execute()
  const ahead = shows.filter((show) => show.status === 'SCHEDULED' && show.scheduled_end > now).length
  const behind = shows.filter((show) => show.status === 'ENDED').length
  return { people, ahead, behind }
}

const keyOf = (title: string, start: Date) => `${title} ${start.getTime()}`
const plannedAt = ({ start }: Occurrence) => new Date(start.getTime() - PLANNED_AHEAD_MS)
