import { DAY_MS } from '@carillon/contract/durations'
import type { Member, Station } from '@carillon/testkit/station'
import { expect, type Locator, type Page } from '@playwright/test'

const QUEUE = '/user/queue/notifications'
/** Shows that lie a day apart meet no other. */

/** The bell in the top bar. */
export function bellOf(page: Page): Locator {
  return page.getByRole('button', { name: /^Notifications\b/ })
}

/** Panel that the bell opens. */
export function panelOf(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Notifications' })
}

/** Opens the bell and gives its box. */
export async function openBell(page: Page): Promise<Locator> {
  await bellOf(page).click()
  await expect(panelOf(page).getByRole('heading', { name: 'Notifications' })).toBeFocused()
  return panelOf(page)
}

/** The row of what was told in these words. */
export function rowOf(list: Locator | Page, message: string): Locator {
  return list.getByRole('listitem').filter({ hasText: message })
}

/** The bell says that this many are unread. */
export async function expectUnread(page: Page, count: number): Promise<void> {
  const name = count === 0 ? 'Notifications' : `Notifications, ${count} unread`
  await expect(page.getByRole('button', { name, exact: true })).toBeVisible()
}

/** Goes to an address of the station and waits until the page hears its own queue. */
export async function arrive(page: Page, url: string): Promise<void> {
  const subscribed = page.waitForEvent('websocket', {
    predicate: async (socket) => {
      if (!socket.url().includes('/ws-radio')) return false
      // The page gives one up that does not open for seconds, and asks over the next.
      return socket
        .waitForEvent('framesent', ({ payload }) => `${payload}`.includes(QUEUE))
        .then(
          () => true,
          () => false,
        )
    },
  })
  await page.goto(url)
  await subscribed
}

/** Tells everyone something by hand, as each of staff may once a minute. Gives its id. */
export async function notifyEveryone(station: Station, message: string, type = 'GENERAL'): Promise<number> {
  const { api } = await station.newMember('MODERATOR')
  const query = new URLSearchParams({ message, type })
  const { id } = await api.data<{ id: number }>('POST', `/api/notifications/test/broadcast?${query}`)
  return id
}

/** Puts this many shows on the schedule, of each of which is told anyone who wants to know of new schedules. */
export async function planShows(dj: Member, count: number, title = 'Show'): Promise<void> {
  for (let day = 1; day <= count; day += 1) {
    const at = (hours: number) =>
      new Date(Date.now() + day * DAY_MS + hours * 3_600_000).toISOString().slice(0, 23)
    const body = { title: `${title} ${day}`, scheduledStart: at(8), scheduledEnd: at(9) }
    await dj.api.data('POST', '/api/broadcasts/schedule', body)
  }
}

/** Chooses what to be told of, as the settings do. */
export async function prefer(member: Member, choices: Record<string, boolean>): Promise<void> {
  await member.api.data('PUT', '/api/auth/me/preferences', choices)
}

/** Publishes an announcement. Gives its id. */
export async function publishAnnouncement(moderator: Member, title: string): Promise<number> {
  const body = { title, content: 'More of it here.' }
  const { id } = await moderator.api.data<{ id: number }>('POST', '/api/announcements', body)
  await moderator.api.data('POST', `/api/announcements/${id}/publish`)
  return id
}

/** Takes all announcements off the bells, those of other tests too. */
export async function withdrawAnnouncements(station: Station): Promise<void> {
  const { api } = await station.admin()
  const { content } = await api.data<{ content: { id: number }[] }>('GET', '/api/announcements?size=100')
  for (const { id } of content) await api.data('POST', `/api/announcements/${id}/archive`)
}
