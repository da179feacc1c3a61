import { fileOf, pngOf } from '@carillon/testkit/image'
import { expect, type Locator, type Page } from '@playwright/test'
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
}

const DRAFT = anAnnouncement({ status: 'DRAFT', publishedAt: null })
const seemToHaveDraft = (page: Page) => seemToHave(page, DRAFT)
const REJECTED = anAnnouncement({ status: 'REJECTED', publishedAt: null, rejectionReason: 'Say when.' })

/** Opens what a button of the only draft opens. */
async function ask(page: Page, name: string): Promise<Locator> {
  await page.getByRole('button', { name, exact: true }).click()
  return page.locator('dialog[open]')
}

/** The states of the announcements, to read, to review and to write. */
export const ANNOUNCEMENT_STATES: readonly State[] = [
  {
    name: 'announcements with all that they may have',
    as: null,
    path: '/announcements',
    given: (page) => {
      const image = { imageUrl: '/uploads/none.png', imageAlt: 'The door of the studio' }
      return seemToHave(page, anAnnouncement({ title: LONG, pinned: true, pinnedAt: NOW, ...image }))
    },
    reach: async (page) => {
      await expect(page.getByText('Pinned')).toBeVisible()
      return page.getByRole('button', { name: 'Load more' })
    },
  },
  {
    name: 'announcements that could not be loaded',
    as: null,
    path: '/announcements',
    given: (page) =>
      page.route('**/api/announcements?*', (route) => route.fulfill({ status: 400, body: '' })),
    reach: (page) => page.getByText("Couldn't load the announcements"),
  },
  {
    name: 'announcements that were rejected',
    as: 'MODERATOR',
    path: '/announcements?show=rejected',
    given: (page) => seemToHave(page, REJECTED),
    reach: (page) => page.getByText('Why it was rejected'),
  },
  {
    name: 'drafts to review, and what may be done with one',
    as: 'MODERATOR',
    path: '/announcements?show=drafts',
    given: seemToHaveDraft,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Actions for Open house' }).click()
      return page.getByRole('menu').filter({ visible: true })
    },
  },
  {
    name: 'rejection without a reason',
    as: 'MODERATOR',
    path: '/announcements?show=drafts',
    given: seemToHaveDraft,
    reach: async (page) => {
      const dialog = await ask(page, 'Reject…')
      await dialog.getByRole('button', { name: 'Reject' }).click()
      return page.getByText('Please give a reason')
    },
  },
  {
    name: 'schedule without a time',
    as: 'MODERATOR',
    path: '/announcements?show=drafts',
    given: seemToHaveDraft,
    reach: async (page) => {
      const dialog = await ask(page, 'Schedule…')
      await dialog.getByRole('button', { name: 'Schedule' }).click()
      return page.getByText('Please choose a date and time')
    },
  },
  {
    name: 'question before publishing',
    as: 'MODERATOR',
    path: '/announcements?show=drafts',
    given: seemToHaveDraft,
    reach: (page) => ask(page, 'Publish…'),
  },
  {
    name: 'announcement with errors',
    as: 'DJ',
    path: '/announcements/create',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Send for review' }).click()
      return page.getByText('Please check these:')
    },
  },
  {
    name: 'announcement with an image',
    as: 'MODERATOR',
    path: '/announcements/create',
    reach: async (page) => {
      await page.getByLabel('Title', { exact: true }).fill(LONG)
      await page.getByLabel('Image (optional)').setInputFiles(fileOf(pngOf()))
      return page.getByLabel('Description of the image')
    },
  },
  {
    name: 'preview of an announcement',
    as: 'MODERATOR',
    path: '/announcements/create',
    reach: async (page) => {
      await page.getByLabel('Text', { exact: true }).fill(TEXT)
      await page.getByRole('tab', { name: 'Preview' }).click()
      return page.getByRole('article')
    },
  },
  {
    name: 'announcement that may not be edited',
    as: 'DJ',
    path: '/announcements/edit/1',
    given: (page) => seemToHave(page, anAnnouncement()),
    reach: (page) => page.getByText('This announcement is with the moderators'),
  },
]
