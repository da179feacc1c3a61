import type { Notification } from '@carillon/contract/notifications/schemas'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { politeAnnouncement } from '../../lib/announce.ts'
import '../../testing/native-elements.ts'
import { failure, type Station } from '../../testing/station.ts'
import { toasts } from '../../ui/toast.ts'
import { Bell } from './bell.tsx'
import { dayGroups } from './day-groups.ts'
import { Inbox } from './inbox.tsx'
import { aNotification, manyNotifications, openNotifications, QUEUE } from './testing.tsx'

let station: Station | undefined
beforeEach(() => {
  localStorage.clear()
  Element.prototype.scrollIntoView = () => undefined
})
afterEach(async () => {
  cleanup()
  await station?.close()
})

async function open(
  notifications: Notification[],
  answer?: NonNullable<Parameters<typeof openNotifications>[2]>['answer'],
) {
  const element = (
    <>
      <Bell />
      <main>
        <Inbox />
      </main>
    </>
  )
  const shelf = { notifications }
  const opened = await openNotifications(shelf, element, {
    at: '/notifications',
    ...(answer && { answer }),
  })
  station = opened.station
  await waitFor(() => expect(opened.stomp.commands()).toContain(`SUBSCRIBE ${QUEUE}`))
  return { ...opened, shelf, user: userEvent.setup() }
}

const rows = () => screen.queryAllByRole('listitem')
const words = () => rows().map((row) => row.querySelector('.line-clamp-2')?.textContent)
const press = (name: string) => screen.getByRole('button', { name })

describe('the inbox', () => {
  test('[NV16] shows twenty, and twenty more on request, until there are no more', async () => {
    const { user } = await open(manyNotifications(45))
    await waitFor(() => expect(rows()).toHaveLength(20))
    await user.click(press('Load more'))
    await waitFor(() => expect(rows()).toHaveLength(40))
    await user.click(press('Load more'))
    await waitFor(() => expect(rows()).toHaveLength(45))
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
  })

  test('[NV16] where more cannot be loaded it says so and offers no more', async () => {
    const { user } = await open(manyNotifications(30), ({ url }) =>
      url.searchParams.get('page') === '1' ? failure(500, 'INTERNAL', 'Broken') : undefined,
    )
    await user.click(await screen.findByRole('button', { name: 'Load more' }))
    await screen.findByText("That's all we could load")
    expect(rows()).toHaveLength(20)
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('[NV16] Retry begins the pages anew, and there is more again', async () => {
    let isBroken = true
    const { user } = await open(manyNotifications(30), ({ url }) =>
      isBroken && url.searchParams.get('page') === '1' ? failure(500, 'INTERNAL', 'Broken') : undefined,
    )
    await user.click(await screen.findByRole('button', { name: 'Load more' }))
    await user.click(await screen.findByRole('button', { name: 'Retry' }))
    isBroken = false
    await user.click(await screen.findByRole('button', { name: 'Load more' }))
    await waitFor(() => expect(rows()).toHaveLength(30))
  })

  test('[NV29] the focus stays at the end of the list when more of it fails, is asked for again, and has all come', async () => {
    let isBroken = true
    const { user } = await open(manyNotifications(30), ({ url }) =>
      isBroken && url.searchParams.get('page') === '1' ? failure(500, 'INTERNAL', 'Broken') : undefined,
    )
    const first = await screen.findByRole('button', { name: 'Load more' })
    act(() => first.focus())
    await user.keyboard('{Enter}')
    const retry = await screen.findByRole('button', { name: 'Retry' })
    expect(document.activeElement).toBe(retry)
    isBroken = false
    await user.keyboard('{Enter}')
    const more = await screen.findByRole('button', { name: 'Load more' })
    expect(document.activeElement).toBe(more)
    await user.keyboard('{Enter}')
    await waitFor(() => expect(rows()).toHaveLength(30))
    expect(document.activeElement?.textContent).toBe('No more notifications')
  })

  test('[NV29] the focus stays in the inbox when Undo goes with its press', async () => {
    const { user } = await open(manyNotifications(2))
    await waitFor(() => expect(rows()).toHaveLength(2))
    await user.click(press('Clear this list'))
    await user.click(press('Undo'))
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
    expect(document.activeElement?.contains(rows()[0] ?? null)).toBe(true)
    expect(document.activeElement).not.toBe(document.body)
  })

  test('[NV17] groups by the days of Manila', () => {
    const now = new Date('2026-11-20T16:30:00Z')
    const at = (id: number, timestamp: string) => aNotification({ id, timestamp })
    const groups = dayGroups(
      [at(4, '2026-11-20T16:00:00Z'), at(3, '2026-11-20T15:59:59Z'), at(2, '2026-11-19T15:59:59Z')],
      now,
    )
    expect(groups.map(({ day, items }) => [day, items.length])).toEqual([
      ['Today', 1],
      ['Yesterday', 1],
      ['Nov 19, 2026', 1],
    ])
  })

  test('[NV17] filters by what is unread and by type', async () => {
    const { user } = await open([
      aNotification({ id: 3, type: 'ALERT' }),
      aNotification({ id: 2, read: true }),
      aNotification({ id: 1 }),
    ])
    await waitFor(() => expect(rows()).toHaveLength(3))
    await user.click(screen.getByRole('radio', { name: 'Unread' }))
    expect(words()).toEqual(['Notification 3', 'Notification 1'])
    await user.selectOptions(screen.getByRole('combobox', { name: 'Type' }), 'Alert')
    expect(words()).toEqual(['Notification 3'])
    await user.selectOptions(screen.getByRole('combobox', { name: 'Type' }), 'Reminder')
    await screen.findByText('None of this type')
  })

  test('[NV18] marks one read and keeps the focus in its row, marks all and says so', async () => {
    const { user, orders } = await open(manyNotifications(3))
    await waitFor(() => expect(rows()).toHaveLength(3))
    act(() => rows()[1]?.querySelector<HTMLElement>('button[aria-label="Mark as read"]')?.focus())
    await user.keyboard('{Enter}')
    await screen.findByRole('button', { name: 'Notifications, 2 unread' })
    expect(rows()[1]?.contains(document.activeElement)).toBe(true)
    await user.click(press('Mark all read'))
    await screen.findByRole('button', { name: 'Notifications' })
    expect(politeAnnouncement.get().text).toBe('All notifications marked as read')
    expect(rows()).toHaveLength(3)
    await waitFor(() =>
      expect(orders()).toEqual(['PUT /api/notifications/2/read', 'PUT /api/notifications/read-all']),
    )
  })

  test('[NV6] clears the list here, and brings it back on request', async () => {
    const { user, orders } = await open(manyNotifications(2))
    await waitFor(() => expect(rows()).toHaveLength(2))
    await user.click(press('Clear this list'))
    await screen.findByText('The list is cleared. They come back when you reload.')
    expect(rows()).toHaveLength(0)
    expect(orders()).toEqual([])
    await user.click(press('Undo'))
    expect(rows()).toHaveLength(2)
    await screen.findByRole('button', { name: 'Notifications, 2 unread' })
  })

  test('[NV19] what arrives stands on top, and a pill counts it until it is pressed', async () => {
    const { user, sendNotification } = await open([aNotification()])
    await waitFor(() => expect(rows()).toHaveLength(1))
    act(() => sendNotification(aNotification({ id: 2 })))
    expect(words()).toEqual(['Notification 2', 'Notification 1'])
    expect(toasts.get()).toEqual([])
    await user.click(press('1 new'))
    expect(screen.queryByRole('button', { name: '1 new' })).toBeNull()
  })

  test('[NV20] tells why it is empty: nothing came, or its types are off', async () => {
    const { shelf, stomp } = await open([])
    await screen.findByText("You're all caught up")
    shelf.notifications = [aNotification({ type: 'BROADCAST_SCHEDULED' })]
    act(() => stomp.drop())
    const settings = await screen.findByRole('link', { name: 'Settings' })
    expect(settings.parentElement?.textContent).toBe('Some types are off — Settings')
    expect(settings.getAttribute('href')).toBe('/settings')
  })
})
