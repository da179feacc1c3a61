import { expect, type Page } from '@playwright/test'
import { fileOf, pngOf } from './image.ts'
import { reply } from './replies.ts'
import type { State } from './state.ts'

const MIA = { id: 1, name: 'Mia Cruz', role: 'DJ' }
const LONG = `Open house ${'W'.repeat(120)}`
const TEXT = `## Come by\n**Tea** and *cake*\n\n- One\n\n1. Two\n\n[Map](https://campus.test/${'a'.repeat(200)})\n${'And more. '.repeat(99)}`
const NOW = new Date().toISOString()

/** An announcement as the station tells of it; say only what the state is about. */
export const anAnnouncement = (given: object = {}) => ({
  id: 1,
  title: 'Open house',
  content: TEXT,
  imageUrl: null,
  imageAlt: null,
  status: 'PUBLISHED',
  pinned: false,
  pinnedAt: null,
  scheduledFor: null,
  expiresAt: '2099-11-21T08:00:00.000',
  publishedAt: NOW,
  createdAt: NOW,
  updatedAt: NOW,
  createdBy: MIA,
  approvedBy: null,
  rejectionReason: null,
  ...given,
})

/** The station seems to have these announcements, in every list and by their ids. */
async function seemToHave(page: Page, ...content: ReturnType<typeof anAnnouncement>[]): Promise<void> {
  const list = { content, last: false, page: 0, size: 10, totalElements: 34, totalPages: 4 }
  await page.route(/\/api\/announcements(\/by-status\/\w+|\/my-announcements)?\?/, (route) =>
    route.fulfill(reply(list)),
  )
  for (const one of content)
    await page.route(`**/api/announcements/${one.id}?*`, (route) => route.fulfill(reply(one)))
  await page.reload()
}

const DRAFT = anAnnouncement({ status: 'DRAFT', publishedAt: null })
const REJECTED = anAnnouncement({ status: 'REJECTED', publishedAt: null, rejectionReason: 'Say when.' })

/** Opens what a button of the only draft opens. */
async function ask(page: Page, name: string): Promise<void> {
  await seemToHave(page, DRAFT)
  await page.getByRole('button', { name, exact: true }).click()
  await expect(page.locator('dialog[open]')).toBeVisible()
}

/** The states of the announcements, to read, to review and to write. */
export const ANNOUNCEMENT_STATES: readonly State[] = [
  {
    name: 'announcements with all that they may have',
    as: null,
    path: '/announcements',
    reach: async (page) => {
      const image = { imageUrl: '/uploads/none.png', imageAlt: 'The door of the studio' }
      await seemToHave(page, anAnnouncement({ title: LONG, pinned: true, pinnedAt: NOW, ...image }))
      await expect(page.getByText('Pinned')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Load more' })).toBeVisible()
    },
  },
  {
    name: 'announcements that could not be loaded',
    as: null,
    path: '/announcements',
    reach: async (page) => {
      await page.route('**/api/announcements?*', (route) => route.fulfill({ status: 400, body: '' }))
      await page.reload()
      await expect(page.getByText("Couldn't load the announcements")).toBeVisible()
    },
  },
  {
    name: 'announcements that were rejected',
    as: 'MODERATOR',
    path: '/announcements?show=rejected',
    reach: async (page) => {
      await seemToHave(page, REJECTED)
      await expect(page.getByText('Why it was rejected')).toBeVisible()
    },
  },
  {
    name: 'drafts to review, and what may be done with one',
    as: 'MODERATOR',
    path: '/announcements?show=drafts',
    reach: async (page) => {
      await seemToHave(page, DRAFT)
      await page.getByRole('button', { name: 'Actions for Open house' }).click()
      await expect(page.getByRole('menu').filter({ visible: true })).toBeVisible()
    },
  },
  {
    name: 'rejection without a reason',
    as: 'MODERATOR',
    path: '/announcements?show=drafts',
    reach: async (page) => {
      await ask(page, 'Reject…')
      await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click()
      await expect(page.getByText('Please give a reason')).toBeVisible()
    },
  },
  {
    name: 'schedule without a time',
    as: 'MODERATOR',
    path: '/announcements?show=drafts',
    reach: async (page) => {
      await ask(page, 'Schedule…')
      await page.getByRole('dialog').getByRole('button', { name: 'Schedule' }).click()
      await expect(page.getByText('Please choose a date and time')).toBeVisible()
    },
  },
  {
    name: 'question before publishing',
    as: 'MODERATOR',
    path: '/announcements?show=drafts',
    reach: (page) => ask(page, 'Publish…'),
  },
  {
    name: 'announcement with errors',
    as: 'DJ',
    path: '/announcements/create',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Send for review' }).click()
      await expect(page.getByText('Please check these:')).toBeVisible()
    },
  },
  {
    name: 'announcement with an image',
    as: 'MODERATOR',
    path: '/announcements/create',
    reach: async (page) => {
      await page.getByLabel('Title', { exact: true }).fill(LONG)
      await page.getByLabel('Image (optional)').setInputFiles(fileOf(pngOf()))
      await expect(page.getByLabel('Description of the image')).toBeVisible()
    },
  },
  {
    name: 'preview of an announcement',
    as: 'MODERATOR',
    path: '/announcements/create',
    reach: async (page) => {
      await page.getByLabel('Text', { exact: true }).fill(TEXT)
      await page.getByRole('tab', { name: 'Preview' }).click()
      await expect(page.getByRole('article')).toBeVisible()
    },
  },
  {
    name: 'announcement that may not be edited',
    as: 'DJ',
    path: '/announcements/edit/1',
    reach: async (page) => {
      await seemToHave(page, anAnnouncement())
      await expect(page.getByText('Moderators take it from here')).toBeVisible()
    },
  },
]
