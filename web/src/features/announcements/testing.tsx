import { ANNOUNCEMENT_STATUSES, type Announcement } from '@carillon/contract/announcements/schemas'
import { toPage } from '@carillon/contract/page'
import type { ReactNode } from 'react'
import { renderPage } from '../../testing/render-page.tsx'
import { type Answer, failure, ok, openStation, type ReceivedRequest } from '../../testing/station.ts'
import { StompStation } from '../../testing/stomp-station.ts'
import { aUser } from '../../testing/user.ts'

export const MIA = { id: 5, name: 'Mia Santos', role: 'MODERATOR' } as const
export const MIKAEL = { id: 8, name: 'Mikael Reyes', role: 'DJ' } as const

/** A published announcement of a moderator; say only what the test is about. */
export function anAnnouncement(given: Partial<Announcement> = {}): Announcement {
  return {
    id: 1,
    title: 'Open house',
    content: 'Come and see the studio.',
    imageUrl: null,
    imageAlt: null,
    status: 'PUBLISHED',
    pinned: false,
    pinnedAt: null,
    scheduledFor: null,
    expiresAt: null,
    publishedAt: '2026-11-20T07:10:00.000Z',
    createdAt: '2026-11-20T06:00:00.000Z',
    updatedAt: '2026-11-20T07:10:00.000Z',
    createdBy: MIA,
    approvedBy: MIA,
    rejectionReason: null,
    ...given,
  }
}

type OpenOptions = {
  at?: string
  /** Null for a visitor. */
  viewer?: { id: number; role: 'LISTENER' | 'DJ' | 'MODERATOR' | 'ADMIN' } | null
  answer?: (request: ReceivedRequest) => Answer | null | undefined
}

/** The announcements that the station of a test has; `answer` may say something else. */
export async function openAnnouncements(
  announcements: Announcement[],
  element: ReactNode,
  { at = '/announcements', viewer = null, answer }: OpenOptions = {},
) {
  const stomp = new StompStation()
  const settings = { apiTimeoutMs: 60_000, maxRetries: 0, retryDelayMs: 1 }
  const station = await openStation((request) => {
    const special = answer?.(request)
    if (special !== undefined) return special
    if (request.url.pathname === '/api/auth/me')
      return viewer ? ok(aUser(viewer)) : failure(401, 'NOT_SIGNED_IN', 'Please sign in first.')
    return usual(announcements, viewer?.id ?? 0, request)
  }, settings)
  renderPage(element, { call: station.call, at, realtime: stomp.load })
  const sent = () =>
    station.received
      .filter(({ method }) => method !== 'GET')
      .map(({ method, url, body }) => [`${method} ${url.pathname.replace('/api/announcements', '')}`, body])
  /** Idempotency keys of the creating calls. */
  const keys = () =>
    station.received.map(({ headers }) => headers['idempotency-key']).filter((key) => key !== undefined)
  return { station, stomp, sent, keys }
}

function usual(all: Announcement[], viewerId: number, { method, url, body }: ReceivedRequest): Answer {
  const [, first = '', second = ''] = /^\/api\/announcements\/?([^/]*)\/?(.*)$/.exec(url.pathname) ?? []
  const at = all.findIndex(({ id }) => id === Number(first))
  const found = all[at]
  if (method === 'POST' && first === '') {
    all.push(draftOf(body as object, viewerId))
    return ok(all.at(-1), 201)
  }
  if (method === 'GET' && !found) return ok(pageOf(all.filter(filterOf(first, second, viewerId)), url))
  if (!found) return failure(404, 'NOT_FOUND', 'Not found.')
  if (method === 'GET') return ok(found)
  if (method === 'DELETE') {
    all.splice(at, 1)
    return { status: 204, text: '' }
  }
  all[at] = { ...found, ...(body as object), ...CHANGES[second] }
  return ok(all[at])
}

const CHANGES: Record<string, Partial<Announcement>> = {
  publish: { status: 'PUBLISHED' },
  schedule: { status: 'SCHEDULED' },
  reject: { status: 'REJECTED' },
  resubmit: { status: 'DRAFT', rejectionReason: null },
  pin: { pinned: true },
  unpin: { pinned: false },
  archive: { status: 'ARCHIVED', pinned: false },
  unarchive: { status: 'PUBLISHED' },
}

function draftOf(body: object, viewerId: number): Announcement {
  const createdBy = { ...MIKAEL, id: viewerId }
  return anAnnouncement({ id: 90, status: 'DRAFT', publishedAt: null, createdBy, ...body })
}

function filterOf(list: string, status: string, viewerId: number) {
  if (list === 'my-announcements') return (one: Announcement) => one.createdBy.id === viewerId
  const requested = ANNOUNCEMENT_STATUSES.find((known) => known === status) ?? 'PUBLISHED'
  return (one: Announcement) => one.status === requested
}

function pageOf(found: Announcement[], url: URL) {
  const page = Number(url.searchParams.get('page') ?? 0)
  const size = Number(url.searchParams.get('size') ?? 10)
  return toPage(found.slice(page * size, (page + 1) * size), { page, size }, found.length)
}
