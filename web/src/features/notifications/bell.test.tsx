import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { useSession } from '../../session/session.ts'
import '../../testing/native-elements.ts'
import { failure, type Station } from '../../testing/station.ts'
import { toasts } from '../../ui/toast.ts'
import { Bell } from './bell.tsx'
import {
  ANNOUNCEMENTS_TOPIC,
  aNotification,
  manyNotifications,
  openNotifications,
  QUEUE,
} from './testing.tsx'

let station: Station | undefined
beforeEach(() => localStorage.clear())
afterEach(async () => {
  cleanup()
  toasts.set([])
  await station?.close()
})

async function open(...[shelf, ...more]: Parameters<typeof openBell>) {
  const opened = await openBell(shelf, ...more)
  await waitFor(() => expect(opened.stomp.commands()).toContain(`SUBSCRIBE ${QUEUE}`))
  const user = userEvent.setup()
  return { ...opened, user, press: () => user.click(bell()) }
}

async function openBell(
  shelf: Parameters<typeof openNotifications>[0],
  options?: Parameters<typeof openNotifications>[2],
) {
  const element = (
    <>
      <Bell />
      <SignOut />
    </>
  )
  const opened = await openNotifications(shelf, element, options)
  station = opened.station
  return opened
}

function SignOut() {
  const { logout } = useSession()
  return (
    <button type="button" onClick={() => void logout()}>
      Sign out
    </button>
  )
}

const hidden = { hidden: true }
const bell = () => screen.getByRole('button', { name: /^Notifications/ })
const named = (name: string) => screen.findByRole('button', { name })
const rows = () => screen.queryAllByRole('listitem', hidden)
const words = () => rows().map((row) => row.querySelector('.line-clamp-2')?.textContent)
const button = (name: string) => screen.queryByRole('button', { name, ...hidden })
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

describe('the bell', () => {
  test('[NV9] says how many are unread, and its badge no more than 99+', async () => {
    await open({ notifications: manyNotifications(120) })
    expect((await named('Notifications, 120 unread')).textContent).toBe('99+')
  })

  test('[NV9] shows no badge where nothing is unread', async () => {
    const { press } = await open({ notifications: [aNotification({ read: true })] })
    await press()
    await screen.findByText('No unread notifications')
    expect(screen.getByText("You're all caught up! New notifications will appear here.")).toBeTruthy()
    expect(bell().textContent).toBe('')
    expect(button('Mark all read')).toBeNull()
  })

  test('[NV10] lists the newest ten unread, and opening it marks none of them', async () => {
    const { press, orders } = await open({ notifications: manyNotifications(12) })
    await named('Notifications, 12 unread')
    await press()
    await screen.findByRole('heading', { name: 'Notifications', ...hidden })
    expect(words()).toEqual(
      manyNotifications(12)
        .slice(0, 10)
        .map(({ message }) => message),
    )
    expect(orders()).toEqual([])
    const all = screen.getByRole('link', { name: 'View all notifications →', ...hidden })
    expect(all.getAttribute('href')).toBe('/notifications')
  })

  test('[NV10] Mark all read empties it, once for all', async () => {
    const { user, press, orders } = await open({ notifications: manyNotifications(3) })
    await named('Notifications, 3 unread')
    await press()
    await user.click(await screen.findByRole('button', { name: 'Mark all read', ...hidden }))
    await screen.findByText('No unread notifications')
    await named('Notifications')
    await waitFor(() => expect(orders()).toEqual(['PUT /api/notifications/read-all']))
  })

  test('[NV11] tells a visitor where to sign in', async () => {
    await openBell({ notifications: [], isSignedIn: false })
    await userEvent.click(bell())
    await screen.findByText('Sign in to view notifications')
    const login = screen.getByRole('link', { name: 'Login', ...hidden })
    expect(login.getAttribute('href')).toBe('/login')
  })

  test('[NV12] a press marks read and leads there', async () => {
    const { user, press, orders, address } = await open({
      notifications: [aNotification({ message: 'Jazz is on air', link: '/broadcast/12' })],
    })
    await named('Notifications, 1 unread')
    await press()
    await user.click(await screen.findByText('Jazz is on air'))
    expect(address()).toBe('/broadcast/12')
    await named('Notifications')
    await waitFor(() => expect(orders()).toEqual(['PUT /api/notifications/1/read']))
  })

  test.each([null, '//elsewhere.example', 'https://elsewhere.example', '/\\elsewhere.example'])(
    '[NV12] a press on one with the link %j marks read and leads nowhere',
    async (link) => {
      const { user, press, orders, address } = await open({ notifications: [aNotification({ link })] })
      await named('Notifications, 1 unread')
      await press()
      await user.click(await screen.findByText('Notification 1'))
      expect(address()).toBe('/schedule')
      await waitFor(() => expect(orders()).toEqual(['PUT /api/notifications/1/read']))
    },
  )

  test('[NV13] the tick marks read by keyboard, and the focus goes on to the next', async () => {
    const { user, press, orders } = await open({ notifications: manyNotifications(2) })
    await named('Notifications, 2 unread')
    await press()
    const [first] = await screen.findAllByRole('button', { name: 'Mark as read', ...hidden })
    act(() => first?.focus())
    await user.keyboard('{Enter}')
    await waitFor(() => expect(words()).toEqual(['Notification 1']))
    expect(document.activeElement?.getAttribute('aria-description')).toBe('Notification 1')
    await user.keyboard('{Enter}')
    await screen.findByText('No unread notifications')
    expect(document.activeElement?.textContent).toBe('Notifications')
    await waitFor(() => expect(orders()).toHaveLength(2))
  })

  test.each([
    [100, true],
    [-100, true],
    [99, false],
    [-99, false],
  ])('[NV13] a swipe of %i px marks read: %s', async (distance, isRead) => {
    const { press, address } = await open({ notifications: [aNotification({ link: '/schedule/x' })] })
    await named('Notifications, 1 unread')
    await press()
    const row = (await screen.findByText('Notification 1')).closest('li') as HTMLElement
    const at = (x: number, y = 300) => ({ pointerId: 1, isPrimary: true, button: 0, clientX: x, clientY: y })
    fireEvent.pointerDown(row, at(200))
    fireEvent.pointerMove(row, at(200 + distance / 2))
    expect(screen.queryByText('Release to mark as read')).toBeNull()
    fireEvent.pointerMove(row, at(200 + distance))
    expect(screen.getByText('Release to mark as read')).toBeTruthy()
    fireEvent.pointerUp(row, at(200 + distance))
    if (!isRead) fireEvent.click(screen.getByText('Notification 1'))
    expect(rows()).toHaveLength(isRead ? 0 : 1)
    expect(screen.queryByText('Release to mark as read')).toBeNull()
    expect(address()).toBe('/schedule')
  })

  test('[NV13] a drag that goes up or down is a scroll', async () => {
    const { press } = await open({ notifications: [aNotification()] })
    await named('Notifications, 1 unread')
    await press()
    const row = (await screen.findByText('Notification 1')).closest('li') as HTMLElement
    const at = (x: number, y: number) => ({
      pointerId: 1,
      isPrimary: true,
      button: 0,
      clientX: x,
      clientY: y,
    })
    fireEvent.pointerDown(row, at(200, 300))
    fireEvent.pointerMove(row, at(210, 340))
    fireEvent.pointerMove(row, at(340, 340))
    fireEvent.pointerUp(row, at(340, 340))
    expect(rows()).toHaveLength(1)
  })
})

describe('announcements in the bell', () => {
  const FRESH = { id: 4, title: 'New opening hours', publishedAt: daysAgo(6.9) }
  const OLD = { id: 3, title: 'Last month', publishedAt: daysAgo(7.1) }

  const publicationOf = ({ id, publishedAt: timestamp }: typeof FRESH) =>
    aNotification({ id: id + 5, type: 'ANNOUNCEMENT_PUBLISHED', announcementId: id, timestamp })

  test('[NV14] are those of the last seven days, and lead to /announcements', async () => {
    const notifications = [publicationOf(FRESH), publicationOf(OLD)]
    const { user, press, orders, address } = await open({ notifications, announcements: [FRESH, OLD] })
    await named('Notifications, 2 unread')
    await press()
    await screen.findByText('New opening hours')
    expect(words()).toEqual(['New opening hours', 'Notification 8'])
    await user.click(screen.getByText('New opening hours'))
    expect(address()).toBe('/announcements')
    await named('Notifications, 1 unread')
    await waitFor(() => expect(orders()).toEqual(['PUT /api/notifications/9/read']))
  })

  test('[NV14] stand for the notification of their publication, and are read with it', async () => {
    const { user, press, orders } = await open({
      notifications: [publicationOf(FRESH)],
      announcements: [FRESH],
    })
    await named('Notifications, 1 unread')
    await press()
    await waitFor(() => expect(words()).toEqual(['New opening hours']))
    await user.click(screen.getByRole('button', { name: 'Mark as read', ...hidden }))
    await named('Notifications')
    await waitFor(() => expect(orders()).toEqual(['PUT /api/notifications/9/read']))
  })

  test('[NV14] come when they are published', async () => {
    const { stomp, sendNotification, press } = await open({ notifications: [] })
    await waitFor(() => expect(stomp.commands()).toContain(`SUBSCRIBE ${ANNOUNCEMENTS_TOPIC}`))
    const person = { id: 2, name: 'Mia', role: 'MODERATOR' }
    const announcement = {
      ...{ id: 8, title: 'Tonight', content: 'x', imageUrl: null, imageAlt: null, status: 'PUBLISHED' },
      ...{ pinned: false, pinnedAt: null, scheduledFor: null, expiresAt: null, publishedAt: daysAgo(0) },
      ...{ createdAt: daysAgo(0), updatedAt: daysAgo(0), createdBy: person, approvedBy: null },
      rejectionReason: null,
    }
    act(() => stomp.publish(ANNOUNCEMENTS_TOPIC, { type: 'ANNOUNCEMENT_PUBLISHED', announcement }))
    act(() => sendNotification(publicationOf({ ...FRESH, id: 8 })))
    await named('Notifications, 1 unread')
    await press()
    expect(words()).toEqual(['Tonight'])
  })

  test('[NV301] from before the account, or read elsewhere, are not counted and not listed', async () => {
    const { station, press } = await open({ notifications: [], announcements: [FRESH, OLD] })
    await waitFor(() =>
      expect(station.received.some(({ url }) => url.pathname === '/api/announcements')).toBe(true),
    )
    await press()
    await screen.findByText('No unread notifications')
    expect(rows()).toHaveLength(0)
    await named('Notifications')
  })
})

describe('news for the bell', () => {
  test('[NV2] what arrives is counted and told for 5 s, each id once, unwanted types never', async () => {
    const { sendNotification } = await open({ notifications: [] })
    const notice = aNotification({ id: 5, type: 'BROADCAST_STARTED', message: 'Jazz is on air' })
    act(() => sendNotification(notice))
    act(() => sendNotification(notice))
    act(() => sendNotification(aNotification({ id: 6, type: 'BROADCAST_SCHEDULED' })))
    await named('Notifications, 1 unread')
    expect(toasts.get().map(({ text, look }) => [text, look?.label])).toEqual([
      ['Jazz is on air', 'New notification, On air'],
    ])
  })

  test('[NV15] nothing pops up over the list that shows it', async () => {
    const { sendNotification, press } = await open({ notifications: [] })
    await press()
    await screen.findByText('No unread notifications')
    act(() => sendNotification(aNotification({ id: 5 })))
    await screen.findByText('Notification 5')
    expect(toasts.get()).toEqual([])
  })

  test('[NV1] what else the queue says, and what has no id, is left aside', async () => {
    const { stomp, sendNotification } = await open({ notifications: [] })
    act(() => sendNotification({ ...aNotification(), id: undefined as unknown as number }))
    act(() => stomp.publish(QUEUE, { type: 'SONG_REQUEST_UPDATED', request: {} }))
    act(() => sendNotification(aNotification({ id: 2 })))
    await named('Notifications, 1 unread')
  })

  test('[NV7] signing out empties it', async () => {
    const { user, press } = await open({ notifications: manyNotifications(2) })
    await named('Notifications, 2 unread')
    await user.click(screen.getByRole('button', { name: 'Sign out' }))
    await named('Notifications')
    await press()
    await screen.findByText('Sign in to view notifications')
    expect(rows()).toHaveLength(0)
  })

  test('[NV8] what could not be saved stays read, silently, and is told again after a gap', async () => {
    let isAway = true
    const { user, press, stomp, orders } = await open(
      { notifications: manyNotifications(1) },
      { answer: ({ method }) => (isAway && method === 'PUT' ? failure(503, 'AWAY', 'Away') : undefined) },
    )
    await named('Notifications, 1 unread')
    await press()
    await user.click(await screen.findByRole('button', { name: 'Mark as read', ...hidden }))
    await named('Notifications')
    await waitFor(() => expect(orders()).toHaveLength(1))
    isAway = false
    act(() => stomp.drop())
    await waitFor(() => expect(orders()).toHaveLength(2))
    await named('Notifications')
    expect(screen.queryByRole('alert')).toBeNull()
    expect(toasts.get()).toEqual([])
  })

  test('[NV8] where nothing can be fetched the bell is silent and still hears', async () => {
    const away = failure(500, 'INTERNAL', 'Broken')
    const { sendNotification, press } = await open(
      { notifications: [] },
      { answer: ({ url }) => (url.pathname.startsWith('/api/auth') ? undefined : away) },
    )
    await press()
    await screen.findByText('Not up to date')
    act(() => sendNotification(aNotification({ id: 5 })))
    await screen.findByText('Notification 5')
    expect(within(bell()).getByText('1')).toBeTruthy()
  })
})
