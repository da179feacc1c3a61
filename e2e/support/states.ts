import { NOTIFICATION_TYPES } from '@carillon/contract/notifications/schemas'
import { expect, type Locator, type Page } from '@playwright/test'
import { ADMIN_STATES } from './admin-states.ts'
import { ANNOUNCEMENT_STATES } from './announcement-states.ts'
import { LIBRARY_STATES } from './library-states.ts'
import { MEMORY_STATES } from './memory-states.ts'
import { MODERATOR_STATES } from './moderator-states.ts'
import { openBell } from './notifications.ts'
import { RECORDING_STATES } from './recording-states.ts'
import { reply } from './replies.ts'
import { SCHEDULE_STATES } from './schedule-states.ts'
import type { State } from './state.ts'
import { TOTP_STATES } from './totp-states.ts'

const EVERYWHERE = '/schedule'

const NOTIFICATIONS = NOTIFICATION_TYPES.map((type, at) => ({
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
      return page.getByText('Please enter your email')
    },
  },
  {
    name: 'sign-up with errors',
    as: null,
    path: '/register',
    reach: async (page) => {
      await page.getByRole('checkbox').check()
      await page.getByRole('button', { name: 'Create account' }).click()
      return page.getByText('Please check these:')
    },
  },
  {
    name: 'player controls',
    as: null,
    path: EVERYWHERE,
    reach: async (page) => {
      await page.getByRole('button', { name: /Open player controls/ }).click()
      return page.getByText('Not live right now')
    },
  },
  {
    name: 'account menu',
    as: 'LISTENER',
    path: EVERYWHERE,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Account menu for' }).click()
      return page.getByRole('menuitem', { name: 'Logout' })
    },
  },
  {
    name: 'question before signing out',
    as: 'LISTENER',
    path: EVERYWHERE,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Account menu for' }).click()
      await page.getByRole('menuitem', { name: 'Logout' }).click()
      return page.getByRole('alertdialog')
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
      return page.getByText('Broadcasting Excellence').filter({ visible: true })
    },
  },
  {
    name: 'changed details',
    as: 'LISTENER',
    path: '/profile',
    reach: async (page) => {
      await page.getByLabel('First name').fill('')
      await page.getByRole('button', { name: 'Save changes' }).click()
      return page.getByText('Please enter your first name')
    },
  },
  {
    name: 'code entry',
    as: 'LISTENER',
    path: '/profile',
    given: (page) =>
      page.route('**/api/auth/send-code*', (route) => route.fulfill(reply({ accepted: true }))),
    reach: async (page) => {
      await unfold(page, 'Email')
      await page.getByRole('button', { name: 'Send code' }).click()
      return page.getByLabel('Verification code')
    },
  },
  {
    name: 'password with errors',
    as: 'LISTENER',
    path: '/profile',
    reach: async (page) => {
      await unfold(page, 'Password')
      await page.getByRole('button', { name: 'Change password' }).click()
      return page.getByText('Please enter your current password')
    },
  },
  {
    name: 'nobody found',
    as: 'ADMIN',
    path: '/admin?q=xyzzy',
    reach: (page) => page.getByText('xyzzy').first(),
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
      return page.locator('dialog[open]')
    },
  },
  {
    name: 'ban',
    as: 'ADMIN',
    path: '/admin?role=LISTENER',
    reach: async (page) => {
      await openRowMenu(page)
      await page.getByRole('menuitem', { name: /Ban/ }).click()
      return page.locator('dialog[open]')
    },
  },
  {
    name: 'new account',
    as: 'ADMIN',
    path: '/admin?role=LISTENER',
    reach: async (page) => {
      await page.getByRole('button', { name: /Create (account|user)/ }).click()
      return page.locator('dialog[open]')
    },
  },
  {
    name: 'bell of a visitor',
    as: null,
    path: EVERYWHERE,
    reach: async (page) => (await openBell(page)).getByText('Sign in to view notifications'),
  },
  {
    name: 'bell with news of every type',
    as: 'LISTENER',
    path: EVERYWHERE,
    given: (page) =>
      page.route('**/api/notifications/unread*', (route) => route.fulfill(reply(NOTIFICATIONS))),
    reach: async (page) => {
      const entries = (await openBell(page)).getByRole('listitem')
      await expect(entries).toHaveCount(10)
      return entries.first()
    },
  },
  {
    name: 'bell that is not up to date',
    as: 'LISTENER',
    path: EVERYWHERE,
    given: (page) =>
      page.route('**/api/notifications/unread*', (route) => route.fulfill({ status: 400, body: '' })),
    reach: async (page) => (await openBell(page)).getByText('Not up to date'),
  },
  {
    name: 'inbox with news of every type',
    as: 'LISTENER',
    path: '/notifications',
    given: async (page) => {
      const half = {
        content: NOTIFICATIONS,
        last: false,
        page: 0,
        size: 20,
        totalElements: 40,
        totalPages: 2,
      }
      await page.route('**/api/notifications?*', (route) => route.fulfill(reply(half)))
    },
    reach: async (page) => {
      await expect(page.getByText('News of type ALERT')).toBeVisible()
      return page.getByRole('button', { name: 'Load more' })
    },
  },
  {
    name: 'inbox that could not be loaded',
    as: 'LISTENER',
    path: '/notifications',
    given: (page) =>
      page.route('**/api/notifications?*', (route) => route.fulfill({ status: 400, body: '' })),
    reach: (page) => page.getByText("That's all we could load"),
  },
  {
    name: 'reminders',
    as: 'LISTENER',
    path: '/dashboard',
    given: async (page) => {
      await page.route('**/api/broadcasts/upcoming*', (route) => route.fulfill(reply([TOMORROW])))
      await page.route('**/api/broadcasts/*/reminder', (route) =>
        route.fulfill(reply({ isSet: route.request().method() === 'PUT' })),
      )
    },
    reach: async (page) => {
      await page.getByRole('button', { name: 'Remind me' }).click()
      return page.getByText('You get a notification 15 minutes before this show.')
    },
  },
  {
    name: 'offline',
    as: 'LISTENER',
    path: EVERYWHERE,
    reach: async (page) => {
      await page.context().setOffline(true)
      return page.getByText("You're offline").first()
    },
  },
  {
    name: 'nobody knows who is signed in',
    as: null,
    path: EVERYWHERE,
    given: (page) => page.route('**/api/auth/me*', (route) => route.fulfill({ status: 400, body: '' })),
    reach: (page) => page.getByText('Failed to verify authentication status.'),
  },
  {
    name: 'a page that broke',
    as: null,
    path: EVERYWHERE,
    given: (page) => {
      const broken = reply([{ id: 1, title: {} }])
      return page.route('**/api/broadcasts/upcoming*', (route) => route.fulfill(broken))
    },
    reach: (page) => page.getByRole('heading', { name: 'Unexpected Application Error' }),
  },
]

/** States that open, fail or ask, by the part of the station. Each may be reached at any width. */
export const STATES: Readonly<Record<string, readonly State[]>> = {
  'the shell': SHELL_STATES,
  'two-step sign-in': TOTP_STATES,
  'the control room': ADMIN_STATES,
  announcements: ANNOUNCEMENT_STATES,
  'the schedule': SCHEDULE_STATES,
  moderation: MODERATOR_STATES,
  recordings: RECORDING_STATES,
  'history and analytics': MEMORY_STATES,
  'the library': LIBRARY_STATES,
}

/** On phones one part of the profile is open at a time. */
async function unfold(page: Page, part: string): Promise<void> {
  const fold = page.getByRole('button', { name: part, exact: true })
  if ((await fold.isVisible()) && (await fold.getAttribute('aria-expanded')) === 'false') await fold.click()
}

async function openRowMenu(page: Page): Promise<Locator> {
  await page
    .getByRole('button', { name: /^Actions for Ana/ })
    .filter({ visible: true })
    .first()
    .click()
  return page.getByRole('menu').filter({ visible: true })
}
