import { expect, type Locator, type Page } from '@playwright/test'
import { anAnnouncement } from './announcement-states.ts'
import { reply, replyWithPage } from './replies.ts'
import type { State } from './state.ts'

const NOW = new Date().toISOString()
const LONG = `Open house ${'W'.repeat(60)}`
const DRAFTS = [
  anAnnouncement({ status: 'DRAFT', publishedAt: null }),
  anAnnouncement({ id: 2, status: 'DRAFT', publishedAt: null, title: LONG }),
]
const BANNED = {
  id: 7,
  name: 'Ana Cruz',
  firstname: 'Ana',
  lastname: 'Cruz',
  email: 'ana@campus.test',
  role: 'LISTENER',
  banned: true,
  bannedUntil: new Date(Date.now() + 7 * 86_400_000).toISOString(),
  banReason: 'Rude to the DJ',
  createdAt: NOW,
}
const BAN = {
  id: 1,
  activityType: 'USER_BAN',
  description: `${BANNED.email} banned: ${BANNED.banReason}`,
  timestamp: NOW,
  user: { email: 'paolo@campus.test', name: 'Paolo Torres' },
}

/** The states of the moderators' page off air. */
export const MODERATOR_STATES: readonly State[] = [
  {
    name: 'draft that is reviewed beside the chat',
    as: 'MODERATOR',
    path: '/moderator',
    given: seemToHaveDrafts,
    reach: openReview,
  },
  {
    name: 'rejection of a draft beside the chat',
    as: 'MODERATOR',
    path: '/moderator',
    given: seemToHaveDrafts,
    reach: async (page) => {
      const draft = await openReview(page)
      await draft.getByRole('button', { name: 'Reject…' }).click()
      return page.getByRole('dialog', { name: 'Reject' })
    },
  },
  {
    name: 'question before a ban is lifted',
    as: 'MODERATOR',
    path: '/moderator',
    given: async (page) => {
      const activity = { recentActivities: [BAN], todayActivities: 1, weekActivities: 1, monthActivities: 1 }
      await page.route('**/api/analytics/activity*', (route) => route.fulfill(reply(activity)))
      await page.route('**/api/auth/paged*', (route) => route.fulfill(replyWithPage([BANNED], 20)))
    },
    reach: async (page) => {
      await choosePart(page, 'Log')
      await page.getByRole('button', { name: "Lift Ana Cruz's ban…" }).click()
      return page.getByRole('alertdialog', { name: "Lift Ana Cruz's ban?" })
    },
  },
  {
    name: 'moderators without a media service, and without an answer',
    as: 'MODERATOR',
    path: '/moderator',
    given: async (page) => {
      const stopped = { running: false, startedAt: null, feedHeld: false }
      await page.route('**/api/radio/status*', (route) => route.fulfill(reply(stopped)))
      await page.route('**/api/announcements/by-status/**', (route) =>
        route.fulfill({ status: 400, body: '' }),
      )
    },
    reach: async (page) => {
      await expect(page.getByText('nothing can go on air', { exact: false })).toBeVisible()
      await choosePart(page, 'Review')
      return page.getByText("Couldn't load the announcements")
    },
  },
]

async function seemToHaveDrafts(page: Page): Promise<void> {
  await page.route('**/api/announcements/by-status/DRAFT*', (route) =>
    route.fulfill(replyWithPage(DRAFTS, 20)),
  )
}

async function openReview(page: Page): Promise<Locator> {
  await choosePart(page, 'Review')
  await page.getByRole('button', { name: 'Review Open house…', exact: true }).click()
  return page.getByRole('dialog', { name: 'Open house' })
}

/** On narrow screens the parts are tabs. */
async function choosePart(page: Page, name: string): Promise<void> {
  const heading = page.getByRole('heading', { name: 'Mod Dashboard', level: 1 })
  await expect(heading).toBeVisible()
  const tab = page.getByRole('tab', { name })
  await expect(page.getByText('Media service')).toBeVisible()
  if (await tab.isVisible()) await tab.click()
}
