import type { Role } from '@carillon/testkit/station'
import type { Page } from '@playwright/test'
import { contextOf } from '../support/browsers.ts'
import { expect, test } from '../support/fixtures.ts'
import { TEXTS } from '../support/texts.ts'

type Who = Role | 'VISITOR'

const EVERYBODY = ['VISITOR', 'LISTENER', 'DJ', 'MODERATOR', 'ADMIN'] as const
const HOMES: Record<Who, string> = {
  VISITOR: '/',
  LISTENER: '/dashboard',
  DJ: '/dj-dashboard',
  MODERATOR: '/moderator',
  ADMIN: '/admin',
}

/** Section 2: these open to all. */
const OPEN = [
  '/schedule',
  '/privacy-policy',
  '/terms-of-service',
  '/contact',
  '/forgot-password',
  '/reset-password',
  '/announcements',
  '/broadcast/1',
  '/broadcast/no-number',
]
/** Section 2: these are for visitors; anyone who is signed in is sent home. */
const FOR_VISITORS = ['/', '/login', '/register']
const UNKNOWN = ['/nowhere', '/admin/people', '/announcements/edit', '/LOGIN/now', '/dashboard.html']
const SUPERVISORS: readonly Role[] = ['DJ', 'MODERATOR', 'ADMIN']
const ALL: readonly Role[] = ['LISTENER', ...SUPERVISORS]
/** Section 2, the table of guarded routes. */
const GUARDED: Record<string, readonly Role[]> = {
  '/dashboard': ALL,
  '/dj-dashboard': ['DJ', 'ADMIN'],
  '/admin': ['ADMIN'],
  '/moderator': ['MODERATOR', 'ADMIN'],
  '/profile': ALL,
  '/settings': ALL,
  '/notifications': ALL,
  '/broadcast-history': SUPERVISORS,
  '/analytics': SUPERVISORS,
  '/library': SUPERVISORS,
  '/announcements/create': SUPERVISORS,
  '/announcements/edit/1': SUPERVISORS,
}
/** Heading of each page; the player's says what is on. */
const HEADINGS: Record<string, string | RegExp> = {
  '/': 'Not live right now',
  '/login': TEXTS.loginTitle,
  '/register': TEXTS.registerTitle,
  '/schedule': TEXTS.schedule,
  '/privacy-policy': 'Privacy Policy',
  '/terms-of-service': 'Terms of Service',
  '/contact': 'Contact',
  '/forgot-password': 'Forgot your password?',
  '/reset-password': 'Choose a new password',
  '/announcements': TEXTS.announcements,
  '/broadcast/1': /./,
  '/broadcast/no-number': 'We can’t find that show',
  '/dashboard': 'Not live right now',
  '/dj-dashboard': TEXTS.djDashboard,
  '/admin': TEXTS.adminDashboard,
  '/moderator': TEXTS.modDashboard,
  '/profile': TEXTS.profile,
  '/settings': TEXTS.settings,
  '/notifications': TEXTS.inbox,
  '/broadcast-history': TEXTS.history,
  '/analytics': TEXTS.analytics,
  '/library': 'Library',
  '/announcements/create': 'Create announcement',
  '/announcements/edit/1': 'Edit announcement',
}

/** Address at which section 2 lets somebody end who asks for this one. */
function endOf(path: string, who: Who): string {
  if (UNKNOWN.includes(path)) return HOMES[who]
  if (FOR_VISITORS.includes(path)) return who === 'VISITOR' ? path : HOMES[who]
  const roles = GUARDED[path]
  if (!roles) return path
  if (who === 'VISITOR') return '/login'
  return roles.includes(who) ? path : HOMES[who]
}

/**
 * Addresses that somebody who is signed in types: each way that a page decides while it does not know yet who asks.
 * Visitors type every address.
 */
const TYPED = ['/', '/broadcast/1', '/dashboard', '/admin', '/nowhere']

/** Goes to this address as the back button does: the page stays, and decides again. */
async function goWithin(page: Page, path: string): Promise<void> {
  await page.evaluate((address) => {
    history.pushState(null, '', address)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}

async function expectToStandAt(page: Page, origin: string, path: string): Promise<void> {
  await expect(page).toHaveURL(origin + path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(HEADINGS[path] ?? 'a page without heading')
  await expect(page).toHaveURL(origin + path)
}

const item = (name: string, path: string) => `${name} ${path}`
const SCHEDULE = item(TEXTS.schedule, '/schedule')
const ANNOUNCEMENTS = item(TEXTS.announcements, '/announcements')
const HISTORY = item(TEXTS.history, '/broadcast-history')
const ANALYTICS = item(TEXTS.analytics, '/analytics')
const LIBRARY = item('Library', '/library')
const LISTEN = item(TEXTS.listen, '/dashboard')
const PERSONAL = { [TEXTS.menuPersonal]: [item(TEXTS.inbox, '/notifications')] }
/** Section 2, the side menu: groups and items in their order. */
const MENUS: Record<Who, Record<string, string[]>> = {
  VISITOR: {
    [TEXTS.menuMain]: [item(TEXTS.listen, '/'), ANNOUNCEMENTS],
    [TEXTS.menuAuth]: [item(TEXTS.login, '/login'), item(TEXTS.register, '/register')],
  },
  LISTENER: { [TEXTS.menuMain]: [LISTEN, SCHEDULE, ANNOUNCEMENTS], ...PERSONAL },
  DJ: {
    [TEXTS.menuMain]: [
      item(TEXTS.djDashboard, '/dj-dashboard'),
      HISTORY,
      ANALYTICS,
      SCHEDULE,
      LIBRARY,
      ANNOUNCEMENTS,
    ],
    ...PERSONAL,
  },
  ADMIN: {
    [TEXTS.menuMain]: [
      item(TEXTS.adminDashboard, '/admin'),
      HISTORY,
      ANALYTICS,
      SCHEDULE,
      LIBRARY,
      ANNOUNCEMENTS,
    ],
    ...PERSONAL,
  },
  MODERATOR: {
    [TEXTS.menuMain]: [
      item(TEXTS.modDashboard, '/moderator'),
      HISTORY,
      ANALYTICS,
      SCHEDULE,
      LIBRARY,
      LISTEN,
      ANNOUNCEMENTS,
    ],
    ...PERSONAL,
  },
}
const FOOTER = ['/privacy-policy', '/terms-of-service', '/contact']

/** The side menu as it stands in the page: each group's title and its items with their addresses, in order. */
async function menuOn(page: Page): Promise<Record<string, string[]>> {
  const groups = page.getByRole('navigation', { name: 'Main' }).locator('section')
  await expect(groups.first()).toBeVisible()
  return Object.fromEntries(
    await groups.evaluateAll((sections) =>
      sections.map((section) => [
        section.querySelector('div')?.textContent,
        [...section.querySelectorAll('a')].map((link) => `${link.textContent} ${link.getAttribute('href')}`),
      ]),
    ),
  )
}

for (const who of EVERYBODY) {
  // Slow: every address is opened.
  test(`[ON40] ${who} stands at every address where the specification says`, async ({
    station,
    openChromium,
  }) => {
    test.setTimeout(180_000)
    const member = who === 'VISITOR' ? null : await station.newMember(who)
    const page = await (await contextOf(await openChromium(), member)).newPage()
    for (const path of [...FOR_VISITORS, ...OPEN, ...Object.keys(GUARDED), ...UNKNOWN]) {
      if (who === 'VISITOR' || TYPED.includes(path)) await page.goto(station.origin + path)
      else await goWithin(page, path)
      await test.step(path, () => expectToStandAt(page, station.origin, endOf(path, who)))
    }
    await page.goto(`${station.origin}/logout`)
    await expectToStandAt(page, station.origin, '/login')
    await page.goto(`${station.origin}/dashboard`)
    await expectToStandAt(page, station.origin, '/login')
    if (member) expect((await member.api.send('GET', '/api/auth/me')).status).toBe(401)
  })

  test(`[ON41] ${who} has the menu of the specification, at the side and in the drawer`, async ({
    station,
    openChromium,
  }) => {
    const member = who === 'VISITOR' ? null : await station.newMember(who)
    const page = await (await contextOf(await openChromium(), member)).newPage()
    await page.goto(`${station.origin}/schedule`)
    expect(await menuOn(page)).toEqual(MENUS[who])
    await page.getByRole('navigation', { name: 'Main' }).hover()
    await expectFooter(page)
    await page.setViewportSize({ width: 360, height: 760 })
    await page.getByRole('button', { name: 'Open menu' }).click()
    expect(await menuOn(page)).toEqual(MENUS[who])
    await expectFooter(page)
  })
}

async function expectFooter(page: Page): Promise<void> {
  const menu = page.locator('nav:visible, dialog:visible').filter({ hasText: TEXTS.footerMotto }).last()
  await expect(menu.getByText(TEXTS.footerMotto, { exact: true })).toBeVisible()
  await expect(menu.getByText(TEXTS.footerVersion, { exact: true })).toBeVisible()
  await expect(menu.getByText(`© ${TEXTS.footerYear}`)).toBeVisible()
  for (const path of FOOTER) await expect(menu.locator(`a[href="${path}"]`)).toBeVisible()
}
