import { NOTIFICATION_TYPES } from '@carillon/contract/notifications'
import { expect, type Page } from '@playwright/test'
import { ADMIN_STATES } from './admin-states.ts'
import { ANNOUNCEMENT_STATES } from './announcement-states.ts'
import { MEMORY_STATES } from './memory-states.ts'
import { MODERATOR_STATES } from './moderator-states.ts'
import { openBell } from './notifications.ts'
import { RECORDING_STATES } from './recording-states.ts'
import { reply } from './replies.ts'
import { SCHEDULE_STATES } from './schedule-states.ts'
import type { State } from './state.ts'
import { TOTP_STATES } from './totp-states.ts'

const EVERYWHERE = '/schedule'

const NEWS = NOTIFICATION_TYPES.map((type, at) => ({
  id: NOTIFICATION_TYPES.length - at,
  type,
  message: `News of type ${type}`,
  timestamp: new Date(Date.now() - at * 7_200_000).toISOString(),
  read: false,
  link: null,
  announcementId: null,
}))
const TOMORROW = {
  id: 1,
  title: 'Harana hour',
  description: '',
  status: 'SCHEDULED',
  scheduledStart: new Date(Date.now() + 86_400_000).toISOString().slice(0, 23),
  scheduledEnd: new Date(Date.now() + 90_000_000).toISOString().slice(0, 23),
  createdBy: { id: 1, name: 'Mia Cruz', role: 'DJ' },
}

/** The states of the shell, of notifications and everything about people. */
const SHELL_STATES: readonly State[] = [
  {
    name: 'sign-in that failed',
    as: null,
    path: '/login',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await expect(page.getByText('Please enter your email')).toBeVisible()
    },
  },
  {
    name: 'forgotten password',
    as: null,
    path: '/login',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Forgot your password?' }).click()
      await expect(page.getByText('A password cannot be reset here yet.')).toBeVisible()
    },
  },
  {
    name: 'sign-up with errors',
    as: null,
    path: '/register',
    reach: async (page) => {
      await page.getByRole('checkbox').check()
      await page.getByRole('button', { name: 'Create account' }).click()
      await expect(page.getByText('Please check these:')).toBeVisible()
    },
  },
  {
    name: 'player controls',
    as: null,
    path: EVERYWHERE,
    reach: async (page) => {
      await page.getByRole('button', { name: /Open player controls/ }).click()
      await expect(page.getByText('Not live right now')).toBeVisible()
    },
  },
  {
    name: 'account menu',
    as: 'LISTENER',
    path: EVERYWHERE,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Account menu for' }).click()
      await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible()
    },
  },
  {
    name: 'question before signing out',
    as: 'LISTENER',
    path: EVERYWHERE,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Account menu for' }).click()
      await page.getByRole('menuitem', { name: 'Logout' }).click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
  {
    name: 'menu, open',
    as: 'MODERATOR',
    path: EVERYWHERE,
    reach: async (page) => {
      const opener = page.getByRole('button', { name: 'Open menu' })
      if (await opener.isVisible()) await opener.click()
      else await page.getByRole('navigation', { name: 'Main' }).hover()
      await expect(page.getByText('Broadcasting Excellence').filter({ visible: true })).toBeVisible()
    },
  },
  {
    name: 'changed details',
    as: 'LISTENER',
    path: '/profile',
    reach: async (page) => {
      await page.getByLabel('First name').fill('')
      await page.getByRole('button', { name: 'Save changes' }).click()
      await expect(page.getByText('Please enter your first name')).toBeVisible()
    },
  },
  {
    name: 'code entry',
    as: 'LISTENER',
    path: '/profile',
    reach: async (page) => {
      await page.route('**/api/auth/send-code*', (route) => route.fulfill(reply({ accepted: true })))
      await unfold(page, 'Email')
      await page.getByRole('button', { name: 'Send code' }).click()
      await expect(page.getByLabel('Verification code')).toBeVisible()
    },
  },
  {
    name: 'password with errors',
    as: 'LISTENER',
    path: '/profile',
    reach: async (page) => {
      await unfold(page, 'Password')
      await page.getByRole('button', { name: 'Change password' }).click()
      await expect(page.getByText('Please enter your current password')).toBeVisible()
    },
  },
  {
    name: 'nobody found',
    as: 'ADMIN',
    path: '/admin?q=xyzzy',
    reach: (page) => expect(page.getByText('xyzzy').first()).toBeVisible(),
  },
  {
    name: 'menu of a person',
    as: 'ADMIN',
    path: '/admin?role=LISTENER',
    reach: openRowMenu,
  },
  {
    name: 'change of a role',
    as: 'ADMIN',
    path: '/admin?role=LISTENER',
    reach: async (page) => {
      await openRowMenu(page)
      await page.getByRole('menuitem', { name: /Moderator/ }).click()
      await expect(page.locator('dialog[open]')).toBeVisible()
    },
  },
  {
    name: 'ban',
    as: 'ADMIN',
    path: '/admin?role=LISTENER',
    reach: async (page) => {
      await openRowMenu(page)
      await page.getByRole('menuitem', { name: /Ban/ }).click()
      await expect(page.locator('dialog[open]')).toBeVisible()
    },
  },
  {
    name: 'new account',
    as: 'ADMIN',
    path: '/admin?role=LISTENER',
    reach: async (page) => {
      await page.getByRole('button', { name: /Create (account|user)/ }).click()
      await expect(page.locator('dialog[open]')).toBeVisible()
    },
  },
  {
    name: 'bell of a visitor',
    as: null,
    path: EVERYWHERE,
    reach: async (page) => {
      await expect((await openBell(page)).getByText('Sign in to view notifications')).toBeVisible()
    },
  },
  {
    name: 'bell with news of every type',
    as: 'LISTENER',
    path: EVERYWHERE,
    reach: async (page) => {
      await page.route('**/api/notifications/unread*', (route) => route.fulfill(reply(NEWS)))
      await page.reload()
      await expect((await openBell(page)).getByRole('listitem')).toHaveCount(10)
    },
  },
  {
    name: 'bell that is not up to date',
    as: 'LISTENER',
    path: EVERYWHERE,
    reach: async (page) => {
      await page.route('**/api/notifications/unread*', (route) => route.fulfill({ status: 400, body: '' }))
      await page.reload()
      await expect((await openBell(page)).getByText('Not up to date')).toBeVisible()
    },
  },
  {
    name: 'inbox with news of every type',
    as: 'LISTENER',
    path: '/notifications',
    reach: async (page) => {
      const half = { content: NEWS, last: false, page: 0, size: 20, totalElements: 40, totalPages: 2 }
      await page.route('**/api/notifications?*', (route) => route.fulfill(reply(half)))
      await page.reload()
      await expect(page.getByText('News of type ALERT')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Load more' })).toBeVisible()
    },
  },
  {
    name: 'inbox that could not be loaded',
    as: 'LISTENER',
    path: '/notifications',
    reach: async (page) => {
      await page.route('**/api/notifications?*', (route) => route.fulfill({ status: 400, body: '' }))
      await page.reload()
      await expect(page.getByText("That's all we could load")).toBeVisible()
    },
  },
  {
    name: 'reminders',
    as: 'LISTENER',
    path: '/dashboard',
    reach: async (page) => {
      await page.route('**/api/broadcasts/upcoming*', (route) => route.fulfill(reply([TOMORROW])))
      await page.reload()
      await page.getByRole('button', { name: 'Remind me' }).click()
      await expect(page.getByText('Reminders are on')).toBeVisible()
    },
  },
  {
    name: 'offline',
    as: 'LISTENER',
    path: EVERYWHERE,
    reach: async (page) => {
      await page.context().setOffline(true)
      await expect(page.getByText("You're offline").first()).toBeVisible()
    },
  },
  {
    name: 'nobody knows who is signed in',
    as: null,
    path: EVERYWHERE,
    reach: async (page) => {
      await page.route('**/api/auth/me*', (route) => route.fulfill({ status: 400, body: '' }))
      await page.reload()
      await expect(page.getByText('Failed to verify authentication status.')).toBeVisible()
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    },
  },
  {
    name: 'a page that broke',
    as: null,
    path: EVERYWHERE,
    reach: async (page) => {
      const broken = reply([{ id: 1, title: {} }])
      await page.route('**/api/broadcasts/upcoming*', (route) => route.fulfill(broken))
      await page.reload()
      await expect(page.getByRole('heading', { name: 'Unexpected Application Error' })).toBeVisible()
    },
  },
]

/** What opens, fails or asks, by the part of the station. Each may be reached at any width. */
export const STATES: Readonly<Record<string, readonly State[]>> = {
  'the shell': SHELL_STATES,
  'two-step sign-in': TOTP_STATES,
  'the control room': ADMIN_STATES,
  announcements: ANNOUNCEMENT_STATES,
  'the schedule': SCHEDULE_STATES,
  moderation: MODERATOR_STATES,
  recordings: RECORDING_STATES,
  'history and analytics': MEMORY_STATES,
}

/** On phones one part of the profile is open at a time. */
async function unfold(page: Page, part: string): Promise<void> {
  const fold = page.getByRole('button', { name: part, exact: true })
  if ((await fold.isVisible()) && (await fold.getAttribute('aria-expanded')) === 'false') await fold.click()
}

async function openRowMenu(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Actions for Ana/ })
    .filter({ visible: true })
    .first()
    .click()
  await expect(page.getByRole('menu').filter({ visible: true })).toBeVisible()
}
