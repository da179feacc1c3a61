import type { ActivityType } from '@carillon/contract/audit'
import { HOUR_MS } from '@carillon/contract/durations'
import type { Insertable } from 'kysely'
import type { AnnouncementsTable } from '../../server/src/features/announcements/table.ts'
import { DEMO_ANNOUNCEMENTS, DEMO_REVIEWER, type DemoAnnouncement } from './announcements.ts'
import type { ActivityRow, DemoDb } from './tables.ts'

type Row = Insertable<AnnouncementsTable> & { published_at: Date | null; rejection_reason: string | null }

/** Reviewers take their time. */
const REVIEW_MS = HOUR_MS

/**
 * Fills the station with announcements of each state; those that are there already, by their title, stay as they are.
 * Gives what the station would have noted of it.
 */
export async function addAnnouncements(trx: DemoDb, now: Date): Promise<ActivityRow[]> {
  const people = await trx.selectFrom('users').select(['id', 'email']).execute()
  const ids = new Map(people.map(({ id, email }) => [email, id]))
  const stored = await trx.selectFrom('announcements').select('title').execute()
  const known = new Set(stored.map(({ title }) => title))
  const reviewerId = ids.get(DEMO_REVIEWER)
  const oldestFirst = DEMO_ANNOUNCEMENTS.toSorted((a, b) => b.hoursOld - a.hoursOld)
  const activities: ActivityRow[] = []
  let place = 0
  for (const each of oldestFirst) {
    const authorId = ids.get(each.author)
    if (known.has(each.title) || authorId === undefined || reviewerId === undefined) continue
    if (each.isPinned) place += 1
    const row = rowOf(each, { now, authorId, reviewerId, place })
    const { id } = await trx.insertInto('announcements').values(row).returning('id').executeTakeFirstOrThrow()
    activities.push(...activitiesOf(id, row, reviewerId))
  }
  return activities
}

function rowOf(
  { title, content, status, reason, ...demo }: DemoAnnouncement,
  { now, authorId, reviewerId, place }: { now: Date; authorId: number; reviewerId: number; place: number },
): Row {
  const createdAt = inHours(now, -demo.hoursOld)
  const reviewedAt = new Date(createdAt.getTime() + REVIEW_MS)
  const isPublished = status === 'PUBLISHED' || status === 'ARCHIVED'
  return {
    title,
    content,
    status,
    image_url: null,
    image_alt: null,
    archived_from: status === 'ARCHIVED' ? 'PUBLISHED' : null,
    pin_place: demo.isPinned ? place : null,
    pinned_at: demo.isPinned ? reviewedAt : null,
    scheduled_for: demo.inHours === undefined ? null : inHours(now, demo.inHours),
    expires_at: demo.untilHours === undefined ? null : inHours(now, demo.untilHours),
    published_at: isPublished ? reviewedAt : null,
    rejection_reason: reason ?? null,
    created_by: authorId,
    approved_by: isPublished || status === 'SCHEDULED' ? reviewerId : null,
    created_at: createdAt,
    updated_at: status === 'DRAFT' ? createdAt : reviewedAt,
  }
}

function activitiesOf(id: number, row: Row, reviewerId: number): ActivityRow[] {
  const note = (activity_type: ActivityType, description: string, user_id: number, created_at: Date) => ({
    activity_type,
    description,
    user_id,
    created_at,
  })
  const { published_at: publishedAt, rejection_reason: reason } = row
  return [
    note('ANNOUNCEMENT_CREATE', `Announcement ${id} was written`, row.created_by, row.created_at),
    ...(publishedAt
      ? [note('ANNOUNCEMENT_PUBLISH', `${row.title} was published`, reviewerId, publishedAt)]
      : []),
    ...(reason
      ? [note('ANNOUNCEMENT_REJECT', `Announcement ${id} was rejected`, reviewerId, row.updated_at)]
      : []),
  ]
}

/** The coming whole hour, this many hours on: people plan by whole hours. */
function inHours(now: Date, hours: number): Date {
  const whole = Math.ceil(now.getTime() / HOUR_MS) * HOUR_MS
  return new Date(hours < 0 ? now.getTime() + hours * HOUR_MS : whole + hours * HOUR_MS)
}
