import { DAY_MS } from '@carillon/contract/durations'
import { sql } from 'kysely'
import {
  publishedNotice,
  rejectedNotice,
  reviewNotice,
} from '../../server/src/features/announcements/notices.ts'
import { listNewest } from '../../server/src/features/announcements/store.ts'
import type { StoredAnnouncement } from '../../server/src/features/announcements/table.ts'
import { listHistory } from '../../server/src/features/broadcasts/store.ts'
import type { StoredBroadcast } from '../../server/src/features/broadcasts/table.ts'
import { broadcastNotification } from '../../server/src/features/notifications/broadcast-notifications.ts'
import {
  answerNotification,
  registrationNotification,
} from '../../server/src/features/notifications/other-notifications.ts'
import { insertNotification } from '../../server/src/features/notifications/store.ts'
import type { NewNotification } from '../../server/src/features/notifications/table.ts'
import { withdrawOfBroadcast } from '../../server/src/features/notifications/withdraw.ts'
import type { DemoDb } from './tables.ts'

type DatedNotification = {
  notification: NewNotification | null
  at: Date
  /** Broadcast whose end it tells. */
  endedId?: number
}

/** Older news nobody scrolls to. */
const NOTIFIED_DAYS = 7
/** Everybody was there yesterday: what is newer is unread. */
const READ_MS = DAY_MS
const ANSWER_MS = 3 * 60_000
const ALL = { page: 0, size: 100 }

/** Tells what the station would have told of its last days; what was told already is not told again. */
export async function addNotifications(trx: DemoDb, now: Date, timeZone: string): Promise<void> {
  const since = new Date(now.getTime() - NOTIFIED_DAYS * DAY_MS)
  const all = [
    ...(await broadcastNotifications(trx, { since, until: now }, timeZone)),
    ...(await announcementNotifications(trx)),
    ...(await requestNotifications(trx, since)),
    ...(await registrationNotifications(trx)),
  ]
  const recent = all.filter(({ at }) => at >= since && at <= now)
  for (const { notification, at, endedId } of recent.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    if (notification) await insertNotification(trx, notification, at)
    if (endedId) await withdrawOfBroadcast(trx, 'ended', { id: endedId, now: at })
  }
  // Nobody is to be called by what is long over.
  await sql`UPDATE notifications SET delivered_at = created_at WHERE delivered_at IS NULL`.execute(trx)
  await sql`INSERT INTO notification_marks (user_id, read_before)
    SELECT id, ${new Date(now.getTime() - READ_MS)} FROM users ON CONFLICT DO NOTHING`.execute(trx)
}

async function broadcastNotifications(
  trx: DemoDb,
  window: { since: Date; until: Date },
  timeZone: string,
): Promise<DatedNotification[]> {
  const { content } = await listHistory(trx, window, ALL)
  const ended = content.filter(({ status }) => status === 'ENDED')
  return ended.flatMap((show: StoredBroadcast) => [
    {
      notification: broadcastNotification('started', show, timeZone),
      at: show.actualStart ?? show.scheduledStart,
    },
    {
      notification: broadcastNotification('ended', show, timeZone),
      at: show.actualEnd ?? show.scheduledEnd,
      endedId: show.id,
    },
  ])
}

async function announcementNotifications(trx: DemoDb): Promise<DatedNotification[]> {
  const { rows } = await sql<{ announcement_id: number }>`
    SELECT DISTINCT announcement_id FROM notifications WHERE announcement_id IS NOT NULL`.execute(trx)
  const announced = new Set(rows.map((row) => row.announcement_id))
  const { content } = await listNewest(trx, {}, ALL)
  return content.filter(({ id }) => !announced.has(id)).map(announcementNotification)
}

function announcementNotification(announcement: StoredAnnouncement): DatedNotification {
  const { status, publishedAt, createdAt, updatedAt } = announcement
  if (publishedAt) return { notification: publishedNotice(announcement), at: publishedAt }
  if (status === 'REJECTED') return { notification: rejectedNotice(announcement), at: updatedAt }
  return { notification: status === 'DRAFT' ? reviewNotice(announcement) : null, at: createdAt }
}

async function requestNotifications(trx: DemoDb, since: Date): Promise<DatedNotification[]> {
  const rows = await trx
    .selectFrom('song_requests')
    .select(['id', 'broadcast_id', 'song_title', 'status', 'requested_by', 'created_at'])
    .where('created_at', '>=', since)
    .execute()
  return rows.map(({ id, broadcast_id, song_title, status, requested_by, created_at }) => {
    const names = { id, broadcastId: broadcast_id, songTitle: song_title, status }
    const notification = answerNotification({ ...names, requestedBy: { id: requested_by } })
    return { notification, at: new Date(created_at.getTime() + ANSWER_MS) }
  })
}

async function registrationNotifications(trx: DemoDb): Promise<DatedNotification[]> {
  const people = await trx
    .selectFrom('users')
    .select(['id', 'firstname', 'lastname', 'role', 'created_at'])
    .where('role', '=', 'LISTENER')
    .execute()
  return people.map(({ id, firstname, lastname, created_at }) => ({
    notification: registrationNotification({ id, name: `${firstname} ${lastname}` }),
    at: created_at,
  }))
}
