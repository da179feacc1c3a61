import { NOTIFICATION_TYPES, type Notification } from '@carillon/contract/notifications/schemas'
import { screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { RealtimeProvider } from '../../realtime/realtime.tsx'
import { renderPage } from '../../testing/render-page.tsx'
import { type Answer, failure, ok, openStation, type ReceivedRequest } from '../../testing/station.ts'
import { StompStation } from '../../testing/stomp-station.ts'
import { aUser } from '../../testing/user.ts'
import type { PublishedAnnouncement } from './bell-entries.ts'

export const QUEUE = '/user/queue/notifications'
export const ANNOUNCEMENTS_TOPIC = '/topic/announcements/public'

/** An unread word from the station; say only what the test is about. */
export function aNotification(given: Partial<Notification> = {}): Notification {
  return {
    id: 1,
    message: `Notification ${given.id ?? 1}`,
    type: 'GENERAL',
    timestamp: new Date(Date.UTC(2026, 10, 20, 0, 0, given.id ?? 1)).toISOString(),
    read: false,
    link: null,
    announcementId: null,
    ...given,
  }
}

/** This many, newest first, their ids from `count` down to 1. */
export function manyNotifications(count: number, given: Partial<Notification> = {}): Notification[] {
  return Array.from({ length: count }, (_, at) => aNotification({ ...given, id: count - at }))
}

export const ALL_TYPES = NOTIFICATION_TYPES.map((type, at) => aNotification({ id: at + 1, type }))

/** Stored rows of a test's station; a test may change them while it runs. */
export type Shelf = {
  notifications: Notification[]
  announcements?: PublishedAnnouncement[]
  isSignedIn?: boolean
}

/** A station with notifications; `answer` may say something else. Closed by its `station`. */
export async function openNotifications(
  shelf: Shelf,
  element: ReactNode,
  options: { answer?: (request: ReceivedRequest) => Answer | null | undefined; at?: string } = {},
) {
  const stomp = new StompStation()
  const station = await openStation(
    (request) => {
      const other = options.answer?.(request)
      return other === undefined ? usual(shelf, request) : other
    },
    { apiTimeoutMs: 60_000, maxRetries: 0, retryDelayMs: 1 },
  )
  renderPage(<RealtimeProvider load={stomp.load}>{element}</RealtimeProvider>, {
    call: station.call,
    at: options.at ?? '/schedule',
  })
  /** Tells of one as the station does. */
  const sendNotification = (notification: Notification) =>
    stomp.publish(QUEUE, { type: 'NOTIFICATION', notification, unreadCount: 1 })
  /** Method and address of what was asked to change something. */
  const orders = () =>
    station.received
      .filter(({ method }) => method !== 'GET')
      .map(({ method, url }) => `${method} ${url.pathname}`)
  const address = () => screen.getByTestId('address').textContent
  return { station, stomp, sendNotification, orders, address }
}

function usual(shelf: Shelf, request: ReceivedRequest): Answer {
  const { notifications, announcements = [], isSignedIn = true } = shelf
  const { pathname, searchParams } = request.url
  const page = Number(searchParams.get('page') ?? 0)
  if (!isSignedIn) return failure(401, 'NOT_SIGNED_IN', 'Please sign in.')
  if (pathname === '/api/auth/me') return ok(aUser())
  if (pathname === '/api/announcements') return ok(pageOf(announcements, page, 10))
  if (pathname === '/api/notifications') return ok(pageOf(notifications, page, 20))
  const unread = notifications.filter(({ read }) => !read)
  if (pathname === '/api/notifications/unread') return ok(unread.slice(0, 100))
  if (pathname === '/api/notifications/count-unread') return ok(unread.length)
  if (pathname === '/api/notifications/read-all') return ok(0)
  return ok(aNotification({ read: true }))
}

function pageOf<T>(all: readonly T[], page: number, size: number) {
  const content = all.slice(page * size, (page + 1) * size)
  const totalPages = Math.ceil(all.length / size)
  return { content, last: page + 1 >= totalPages, page, size, totalElements: all.length, totalPages }
}
