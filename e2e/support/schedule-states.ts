import { expect, type Page } from '@playwright/test'
import { reply, replyWithPage } from './replies.ts'
import type { State } from './state.ts'

const WEEK = '/schedule?week=2094-12-31'

/** A show of a week far ahead; the station seems to have the two of them, which overlap. */
const aShow = (id: number, title: string, start: string) => ({
  id,
  title,
  description: 'Songs for whoever is awake.',
  status: 'SCHEDULED',
  scheduledStart: `2094-12-31T${start}:00.000`,
  scheduledEnd: '2095-01-01T01:00:00.000',
  actualStart: null,
  actualEnd: null,
  endReason: null,
  createdBy: { id: 1, name: 'Mia Cruz', role: 'DJ' },
  startedBy: null,
  slowModeEnabled: false,
  slowModeSeconds: 0,
  listenerCount: 0,
  peakListeners: 0,
  totalInteractions: 0,
  streamUrl: null,
  recordingUrl: null,
})
const SHOWS = [aShow(1, `Countdown ${'W'.repeat(60)}`, '22:00'), aShow(2, 'Fireworks', '23:00')]

async function seemToHaveShows(page: Page): Promise<void> {
  await page.route('**/api/broadcasts/upcoming*', (route) => route.fulfill(reply(SHOWS)))
  await page.route('**/api/broadcasts?*', (route) => route.fulfill(replyWithPage(SHOWS)))
}

const secondShow = (page: Page) => page.getByText('Fireworks').filter({ visible: true }).first()

/** States of the schedule, apart from a week of its own. */
export const SCHEDULE_STATES: readonly State[] = [
  {
    name: 'week with shows at the same time',
    as: null,
    path: WEEK,
    given: seemToHaveShows,
    reach: secondShow,
  },
  {
    name: 'details of a show, or its line',
    as: 'ADMIN',
    path: WEEK,
    given: seemToHaveShows,
    hasWayByWidth: true,
    reach: async (page) => {
      await expect(secondShow(page)).toBeVisible()
      const block = page.getByRole('table').getByRole('button', { name: /^Fireworks/ })
      if (!(await block.isVisible())) return secondShow(page)
      await block.click()
      return page.getByRole('dialog', { name: 'Fireworks' })
    },
  },
  {
    name: 'calendar to subscribe to',
    as: null,
    path: WEEK,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Subscribe' }).click()
      return page.getByLabel('Calendar address')
    },
  },
  {
    name: 'plan with errors and an overlap',
    as: 'ADMIN',
    path: WEEK,
    given: seemToHaveShows,
    reach: async (page) => {
      await expect(secondShow(page)).toBeVisible()
      await page.getByRole('button', { name: 'Schedule a broadcast' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Starts').fill('2094-12-31T22:30')
      await dialog.getByRole('button', { name: 'Schedule it' }).click()
      await expect(dialog.getByText('Please enter a title')).toBeVisible()
      return dialog.getByText('At the same time as:')
    },
  },
  {
    name: 'question before a show is cancelled',
    as: 'ADMIN',
    path: `${WEEK}&view=list`,
    given: seemToHaveShows,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Cancel Fireworks' }).click()
      return page.getByRole('alertdialog', { name: 'Cancel this show?' })
    },
  },
  {
    name: 'schedule that did not come',
    as: null,
    path: WEEK,
    given: (page) =>
      page.route('**/api/broadcasts/upcoming*', (route) => route.fulfill({ status: 400, body: '' })),
    reach: (page) => page.getByText("Couldn't load the schedule"),
  },
]
