import { expect, type Locator, type Page } from '@playwright/test'
import { reply } from './replies.ts'
import type { State } from './state.ts'

const PATH = '/admin'
const LONG = 'W'.repeat(60)

/** Opens one part of the page, where the parts are tabs. */
async function openPart(page: Page, part: 'Activity' | 'Station'): Promise<void> {
  await expect(page.getByText('Live broadcast', { exact: true })).toBeVisible()
  const tab = page.getByRole('tab', { name: part })
  if (await tab.isVisible()) await tab.click()
}

/** Presses a button of the station's part. */
async function pressStation(page: Page, name: string): Promise<Locator> {
  await openPart(page, 'Station')
  await page.getByRole('button', { name }).click()
  return page.locator('dialog[open]')
}

/** The states of the administrators' control room beyond those of the list of people. */
export const ADMIN_STATES: readonly State[] = [
  {
    name: 'control room whose station does not answer',
    as: 'ADMIN',
    path: PATH,
    hasWayByWidth: true,
    given: (page) =>
      page.route(/\/api\/(analytics|radio|stream|announcements|broadcasts\/live\?)/, (route) =>
        route.fulfill({ status: 400, body: '' }),
      ),
    reach: async (page) => {
      await expect(page.getByRole('button', { name: 'Retry: People' })).toBeVisible()
      await openPart(page, 'Station')
      return page.getByText('No answer').first()
    },
  },
  {
    name: 'control room of a large station, media service stopped',
    as: 'ADMIN',
    path: PATH,
    given: async (page) => {
      const lastUpdated = new Date(Date.now() - 3_600_000).toISOString()
      const now = { currentListeners: 1_234_567, streamLive: false, serverStatus: 'DOWN', lastUpdated }
      const radio = { running: false, startedAt: null, feedHeld: false }
      await page.route('**/api/analytics/realtime*', (route) => route.fulfill(reply(now)))
      await page.route('**/api/radio/status*', (route) => route.fulfill(reply(radio)))
    },
    reach: async (page) => {
      await expect(page.getByText('as of').first()).toBeVisible()
      await openPart(page, 'Station')
      return page.getByRole('button', { name: 'Start media service…' })
    },
  },
  {
    name: 'rules between shows',
    as: 'ADMIN',
    path: PATH,
    reach: (page) => pressStation(page, 'Rules…'),
  },
  {
    name: 'activity of nobody known',
    as: 'ADMIN',
    path: PATH,
    given: async (page) => {
      const timestamp = new Date().toISOString()
      const activity = { id: 1, activityType: 'CHAT_DELETE', description: LONG, timestamp, user: null }
      const log = {
        recentActivities: [activity, { ...activity, id: 2, user: { name: LONG, email: null } }],
        todayActivities: 2,
        weekActivities: 2,
        monthActivities: 2,
      }
      await page.route('**/api/analytics/activity*', (route) => route.fulfill(reply(log)))
    },
    reach: async (page) => {
      await openPart(page, 'Activity')
      return page.getByText('by Unknown user')
    },
  },
  {
    name: 'question before the media service stops',
    as: 'ADMIN',
    path: PATH,
    reach: async (page) => {
      await pressStation(page, 'Stop or end…')
      await page.getByRole('menuitem', { name: /^Stop media service/ }).click()
      return page.locator('dialog[open]')
    },
  },
  {
    name: 'notification to everybody without words',
    as: 'ADMIN',
    path: PATH,
    reach: async (page) => {
      const dialog = await pressStation(page, 'Send a notification…')
      await dialog.getByRole('button', { name: 'Send to everyone' }).click()
      return dialog.getByText('Please enter a message')
    },
  },
  {
    name: 'panel of a person',
    as: 'ADMIN',
    path: '/admin?role=LISTENER',
    reach: async (page) => {
      await page
        .getByRole('button', { name: /^Ana Number/ })
        .first()
        .click()
      return page.getByRole('button', { name: 'Make Moderator' })
    },
  },
]
