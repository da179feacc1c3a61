import { expect, type Locator, type Page } from '@playwright/test'
import { DEMOGRAPHICS, DETAILED, REPORT, SAID, SHOWS, SUMMARY, USERS } from './memory-fixtures.ts'
import { reply, replyWithPage } from './replies.ts'
import type { State } from './state.ts'

const ANALYTICS = '/analytics?days=7'
const HISTORY = '/broadcast-history'

/** The station seems to have a busy week behind it. */
async function seemBusy(page: Page): Promise<void> {
  await page.route('**/api/analytics/summary*', (route) => route.fulfill(reply(SUMMARY)))
  await page.route('**/api/analytics/popular-broadcasts*', (route) => route.fulfill(reply([DETAILED])))
  await page.route('**/api/analytics/demographics*', (route) => route.fulfill(reply(DEMOGRAPHICS)))
  await page.route('**/api/analytics/users*', (route) => route.fulfill(reply(USERS)))
}

const busyWeek = (page: Page) => page.getByText('1,027,000')

/** The station seems to have these shows behind it, and a report of each. */
async function seemToHaveBroadcast(page: Page): Promise<void> {
  await page.route('**/api/broadcasts/history*', (route) => route.fulfill(replyWithPage(SHOWS)))
  await page.route('**/api/analytics/broadcasts/detailed*', (route) =>
    route.fulfill(replyWithPage([DETAILED])),
  )
  await page.route('**/api/analytics/broadcast/1?*', (route) => route.fulfill(reply(REPORT)))
  await page.route('**/api/chats/1?*', (route) => route.fulfill(reply(SAID)))
}

const pastShow = (page: Page) => page.getByRole('button', { name: 'Harana Hour', exact: true })

async function refuse(page: Page, path: string | RegExp): Promise<void> {
  await page.route(path, (route) => route.fulfill({ status: 400, body: '' }))
}

async function openDetails(page: Page): Promise<Locator> {
  await pastShow(page).click()
  return page.getByRole('slider', { name: /^Minute/ })
}

/** States of analytics and history, with all that they open. */
export const MEMORY_STATES: readonly State[] = [
  { name: 'analytics of a busy week', as: 'ADMIN', path: ANALYTICS, given: seemBusy, reach: busyWeek },
  {
    name: 'analytics as tables, nothing compared, a day told',
    as: 'ADMIN',
    path: ANALYTICS,
    given: seemBusy,
    reach: async (page) => {
      await expect(busyWeek(page)).toBeVisible()
      await page.getByRole('button', { name: 'Compare' }).click()
      const toggles = page.getByRole('button', { name: 'Show as table' })
      for (let at = 1; at < (await toggles.count()); at += 1) await toggles.nth(at).click()
      await page.getByRole('radio', { name: 'Messages' }).press('Space')
      await page.getByRole('slider', { name: /^Day/ }).press('ArrowLeft')
      return page.getByText(/5,000 messages/).first()
    },
  },
  {
    name: 'analytics in parts',
    as: 'DJ',
    path: ANALYTICS,
    given: (page) => refuse(page, /api\/analytics\/(summary|popular|demographics|engagement)/),
    reach: (page) => page.getByText('Not available right now').first(),
  },
  {
    name: 'analytics that failed',
    as: 'MODERATOR',
    path: ANALYTICS,
    given: (page) => refuse(page, '**/api/analytics/**'),
    reach: (page) => page.getByRole('button', { name: 'Retry' }),
  },
  { name: 'history', as: 'MODERATOR', path: HISTORY, given: seemToHaveBroadcast, reach: pastShow },
  {
    name: 'details of a past show',
    as: 'MODERATOR',
    path: HISTORY,
    given: seemToHaveBroadcast,
    reach: openDetails,
  },
  {
    name: 'listeners of a past show as a table',
    as: 'MODERATOR',
    path: HISTORY,
    given: seemToHaveBroadcast,
    reach: async (page) => {
      await expect(await openDetails(page)).toBeVisible()
      await page.getByRole('button', { name: 'Show as table' }).click()
      return page.getByRole('table', { name: 'When did people listen?' })
    },
  },
  {
    name: 'menu of a past show',
    as: 'MODERATOR',
    path: HISTORY,
    given: seemToHaveBroadcast,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Actions for Harana Hour' }).click()
      return page.getByRole('menuitem', { name: 'Export chat' })
    },
  },
  {
    name: 'history narrowed to nothing, by a sheet where there is one',
    as: 'MODERATOR',
    path: `${HISTORY}?q=xyzzy`,
    hasWayByWidth: true,
    reach: async (page) => {
      const nothing = page.getByText('No matching broadcasts in the last 30 days')
      await expect(nothing).toBeVisible()
      const opener = page.getByRole('button', { name: 'Filters' })
      if (!(await opener.isVisible())) return nothing
      await opener.click()
      return page.locator('dialog[open]')
    },
  },
  {
    name: 'history of a type',
    as: 'MODERATOR',
    path: `${HISTORY}?type=BROADCAST_STARTED`,
    reach: (page) => page.getByRole('heading', { name: 'Broadcasts', exact: true }),
  },
  {
    name: 'history of a wrong type',
    as: 'MODERATOR',
    path: `${HISTORY}?type=ALERT`,
    reach: (page) => page.getByRole('alert'),
  },
  {
    name: 'history that failed',
    as: 'DJ',
    path: HISTORY,
    given: (page) => refuse(page, '**/api/broadcasts/history*'),
    reach: (page) => page.getByRole('button', { name: 'Retry' }),
  },
]
