import { expect, type Page } from '@playwright/test'
import { DEMOGRAPHICS, DETAILED, REPORT, SAID, SHOWS, SUMMARY, USERS } from './memory-facts.ts'
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
  await page.reload()
  await expect(page.getByText('1,027,000')).toBeVisible()
}

/** The station seems to have these shows behind it, and a report of each. */
async function seemToHaveBroadcast(page: Page): Promise<void> {
  await page.route('**/api/broadcasts/history*', (route) => route.fulfill(replyWithPage(SHOWS)))
  await page.route('**/api/analytics/broadcasts/detailed*', (route) =>
    route.fulfill(replyWithPage([DETAILED])),
  )
  await page.route('**/api/analytics/broadcast/1?*', (route) => route.fulfill(reply(REPORT)))
  await page.route('**/api/chats/1?*', (route) => route.fulfill(reply(SAID)))
  await page.reload()
  await expect(page.getByRole('button', { name: 'Harana Hour', exact: true })).toBeVisible()
}

async function refuse(page: Page, path: string | RegExp): Promise<void> {
  await page.route(path, (route) => route.fulfill({ status: 400, body: '' }))
  await page.reload()
}

async function openDetails(page: Page): Promise<void> {
  await seemToHaveBroadcast(page)
  await page.getByRole('button', { name: 'Harana Hour', exact: true }).click()
  await expect(page.getByRole('slider', { name: /^Minute/ })).toBeVisible()
}

/** What the analytics and the history show and open. */
export const MEMORY_STATES: readonly State[] = [
  { name: 'analytics of a busy week', as: 'ADMIN', path: ANALYTICS, reach: seemBusy },
  {
    name: 'analytics as tables, nothing compared, a day told',
    as: 'ADMIN',
    path: ANALYTICS,
    reach: async (page) => {
      await seemBusy(page)
      await page.getByRole('button', { name: 'Compare' }).click()
      const toggles = page.getByRole('button', { name: 'Show as table' })
      for (let at = 1; at < (await toggles.count()); at += 1) await toggles.nth(at).click()
      await page.getByRole('slider', { name: /^Day/ }).press('ArrowLeft')
      await expect(page.getByText(/5,000 messages/).first()).toBeVisible()
    },
  },
  {
    name: 'analytics in parts',
    as: 'DJ',
    path: ANALYTICS,
    reach: async (page) => {
      await refuse(page, /api\/analytics\/(summary|popular|demographics|engagement)/)
      await expect(page.getByText('Not available right now').first()).toBeVisible()
    },
  },
  {
    name: 'analytics that failed',
    as: 'MODERATOR',
    path: ANALYTICS,
    reach: async (page) => {
      await refuse(page, '**/api/analytics/**')
      await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
    },
  },
  { name: 'history', as: 'MODERATOR', path: HISTORY, reach: seemToHaveBroadcast },
  { name: 'details of a past show', as: 'MODERATOR', path: HISTORY, reach: openDetails },
  {
    name: 'listeners of a past show as a table',
    as: 'MODERATOR',
    path: HISTORY,
    reach: async (page) => {
      await openDetails(page)
      await page.getByRole('button', { name: 'Show as table' }).click()
      await expect(page.getByRole('table', { name: 'When did people listen?' })).toBeVisible()
    },
  },
  {
    name: 'menu of a past show',
    as: 'MODERATOR',
    path: HISTORY,
    reach: async (page) => {
      await seemToHaveBroadcast(page)
      await page.getByRole('button', { name: 'Actions for Harana Hour' }).click()
      await expect(page.getByRole('menuitem', { name: 'Export chat' })).toBeVisible()
    },
  },
  {
    name: 'history narrowed to nothing, by a sheet where there is one',
    as: 'MODERATOR',
    path: `${HISTORY}?q=xyzzy`,
    reach: async (page) => {
      await expect(page.getByText('No broadcast like this in the last 30 days')).toBeVisible()
      const opener = page.getByRole('button', { name: 'Filters' })
      if (await opener.isVisible()) await opener.click()
    },
  },
  {
    name: 'history of a type',
    as: 'MODERATOR',
    path: `${HISTORY}?type=BROADCAST_STARTED`,
    reach: (page) => expect(page.getByRole('heading', { name: 'Broadcasts', exact: true })).toBeVisible(),
  },
  {
    name: 'history of a wrong type',
    as: 'MODERATOR',
    path: `${HISTORY}?type=ALERT`,
    reach: (page) => expect(page.getByRole('alert')).toBeVisible(),
  },
  {
    name: 'history that failed',
    as: 'DJ',
    path: HISTORY,
    reach: async (page) => {
      await refuse(page, '**/api/broadcasts/history*')
      await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
    },
  },
]
