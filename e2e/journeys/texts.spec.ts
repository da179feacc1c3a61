import { globSync, readFileSync } from 'node:fs'
import { HOUR_MS } from '@carillon/contract/durations'
import { toLocalDateTime } from '@carillon/contract/time'
import type { Locator, Page } from '@playwright/test'
import { contextOf } from '../support/browsers.ts'
import { expect, test } from '../support/fixtures.ts'
import { endShow, goLive, openStudio } from '../support/studio.ts'
import { exactly, TEXTS } from '../support/texts.ts'
import { toneFile } from '../support/wav.ts'

/** Answer of a station that refuses without a word; nothing of it is worth another try. */
const WORDLESS = { status: 400, body: '' }

async function expectText(place: Page | Locator, text: string): Promise<void> {
  await expect(place.getByText(exactly(text)).first()).toBeVisible()
}

/** The station refuses this call without words, until the page is left. */
async function refuse(page: Page, path: string, status = 400): Promise<void> {
  await page.route(`**${path}`, (route) => route.fulfill({ ...WORDLESS, status }))
}

async function fillIn(place: Page | Locator, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values))
    await place.getByLabel(label, { exact: true }).fill(value)
}

const GUEST = {
  'First name': 'Ana',
  'Last name': 'Cruz',
  Email: 'ana.cruz@station.test',
  'Date of birth': '2000-02-29',
  Password: 'harana',
  'Confirm password': 'harana',
}

test.describe('[ON42] what the specification quotes, a browser shows to the letter:', () => {
  test('[ON42] signing in', async ({ station, openChromium }) => {
    const page = await (await contextOf(await openChromium(), null)).newPage()
    await page.goto(`${station.origin}/login`)
    await expectText(page, TEXTS.loginTitle)
    await expectText(page, TEXTS.loginSubtitle)
    await fillIn(page, { Email: 'nobody@station.test', Password: 'wrong' })
    const submit = page.getByRole('button', { name: 'Sign in', exact: true })
    await submit.click()
    await expectText(page, TEXTS.loginRefused)
    for (const [status, text] of [
      [401, TEXTS.loginRefused],
      [400, TEXTS.loginFailed],
      [429, TEXTS.loginThrottled],
    ] as const) {
      await refuse(page, '/api/auth/login', status)
      await page.reload()
      await fillIn(page, { Email: 'nobody@station.test', Password: 'wrong' })
      await submit.click()
      await expectText(page.getByRole('alert'), text)
    }
  })

  test('[ON42] signing up', async ({ station, openChromium }) => {
    const page = await (await contextOf(await openChromium(), null)).newPage()
    await page.goto(`${station.origin}/register`)
    for (const text of [
      TEXTS.registerTitle,
      TEXTS.registerSubtitle,
      TEXTS.birthdateHint,
      TEXTS.genderHint,
      TEXTS.termsLine,
    ])
      await expectText(page, text)
    const submit = page.getByRole('button', { name: 'Create account' })
    await expect(submit).toBeDisabled()
    await page.getByRole('checkbox').check()
    await fillIn(page, { ...GUEST, 'Date of birth': '', Password: 'short', 'Confirm password': 'other' })
    await submit.click()
    const form = page.getByRole('form').or(page.locator('form'))
    await expectText(form, TEXTS.passwordShort)
    await expectText(form, TEXTS.passwordMismatch)
    await expectText(form, TEXTS.birthdateMissing)
    const lastYear = new Date().getFullYear() - 1
    await fillIn(page, { ...GUEST, 'Date of birth': `${lastYear}-01-01` })
    await submit.click()
    await expectText(form, TEXTS.tooYoung)
    await fillIn(page, GUEST)
    await refuse(page, '/api/auth/register')
    await submit.click()
    await expectText(page.getByRole('alert'), TEXTS.registerFailed)
  })

  test('[ON42] what a visitor finds in the top bar, and while nobody knows who asks', async ({
    station,
    openChromium,
  }) => {
    const page = await (await contextOf(await openChromium(), null)).newPage()
    await page.goto(`${station.origin}/schedule`)
    await expectText(page.getByRole('banner'), TEXTS.notLive)
    await expect(page.getByRole('banner').getByRole('link', { name: TEXTS.visitorLogin })).toBeVisible()
    await expect(page.getByRole('banner').getByRole('link', { name: TEXTS.visitorSignUp })).toBeVisible()
    await page.route('**/api/auth/me*', () => undefined)
    await page.goto(`${station.origin}/dashboard`)
    await expectText(page.getByRole('status'), TEXTS.loading)
  })

  test('[ON42] a station that cannot say who is signed in', async ({ station, openChromium }) => {
    const page = await (await contextOf(await openChromium(), null)).newPage()
    await refuse(page, '/api/auth/me*', 500)
    await page.goto(station.origin)
    await expectText(page, TEXTS.startupFailed)
    for (const status of [401, 403]) {
      await refuse(page, '/api/auth/me*', status)
      await page.goto(station.origin)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByText(TEXTS.startupFailed)).toBeHidden()
    }
  })

  test('[ON42] the account menu, and the question before signing out', async ({ station, openChromium }) => {
    const dj = await station.newMember('DJ')
    const page = await (await contextOf(await openChromium(), dj)).newPage()
    await page.goto(`${station.origin}/schedule`)
    await page.getByRole('button', { name: 'Account menu for' }).click()
    const menu = page.getByRole('menu')
    for (const text of [TEXTS.profile, TEXTS.profileNote, TEXTS.settings, TEXTS.settingsNote, TEXTS.logout])
      await expectText(menu, text)
    await expectText(page, dj.email)
    await menu.getByText(TEXTS.logout, { exact: true }).click()
    const dialog = page.getByRole('alertdialog', { name: TEXTS.logoutTitle, exact: true })
    await expectText(dialog, TEXTS.logoutText)
    await dialog.getByRole('button', { name: TEXTS.logoutCancel, exact: true }).click()
    await expect(dialog).toBeHidden()
    await page.getByRole('button', { name: 'Account menu for' }).click()
    await menu.getByText(TEXTS.logout, { exact: true }).click()
    await dialog.getByRole('button', { name: TEXTS.logoutConfirm, exact: true }).click()
    await expect(page).toHaveURL(`${station.origin}/login`)
  })

  test('[ON42] somebody without any name', async ({ station, openChromium }) => {
    const page = await (await contextOf(await openChromium(), await station.newMember('LISTENER'))).newPage()
    await page.route('**/api/auth/me*', async (route) => {
      const { data } = await (await route.fetch()).json()
      const nameless = { ...data, firstname: '', lastname: '', name: '' }
      await route.fulfill({ json: { success: true, data: nameless } })
    })
    await page.goto(`${station.origin}/schedule`)
    await page.getByRole('button', { name: `Account menu for ${TEXTS.namelessUser}`, exact: true }).click()
    await expectText(page, TEXTS.namelessUser)
  })

  test('[ON42] what fails on the profile', async ({ station, openChromium }) => {
    const page = await (await contextOf(await openChromium(), await station.newMember('LISTENER'))).newPage()
    await page.goto(`${station.origin}/profile`)
    await refuse(page, '/api/auth/send-code*')
    const sendCode = page.getByRole('button', { name: 'Send code' })
    await sendCode.click()
    await expectText(page, TEXTS.sendCodeFailed)
    await page.unroute('**/api/auth/send-code*')
    await refuse(page, '/api/auth/verify*')
    await sendCode.click()
    await page.getByLabel('Verification code').fill('123456')
    await page.getByRole('button', { name: 'Verify', exact: true }).click()
    await expectText(page, TEXTS.verifyFailed)
    await page.route(/\/api\/auth\/\d+$/, (route) => route.fulfill(WORDLESS))
    await fillIn(page, { 'First name': 'Anna' })
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expectText(page, TEXTS.profileFailed)
    await refuse(page, '/change-password')
    const change = page.getByRole('button', { name: 'Change password' })
    await fillIn(page, { 'Current password': 'x', 'New password': 'short', 'Confirm new password': 'other' })
    await change.click()
    await expectText(page, TEXTS.passwordShort)
    await expectText(page, TEXTS.passwordMismatch)
    await fillIn(page, { 'New password': 'harana', 'Confirm new password': 'harana' })
    await change.click()
    await expectText(page, TEXTS.passwordFailed)
  })

  test('[ON42] what fails in the history', async ({ station, openChromium }) => {
    const page = await (await contextOf(await openChromium(), await station.newMember('DJ'))).newPage()
    const history = `${station.origin}/broadcast-history`
    await page.goto(`${history}?type=USER_REGISTERED`)
    await expectText(page.getByRole('alert'), TEXTS.historyType)
    for (const [address, path, text] of [
      ['', '/api/broadcasts/history*', TEXTS.historyFailed],
      ['?days=7', '/api/broadcasts/history*', TEXTS.recentHistoryFailed],
      ['?type=BROADCAST_ENDED', '/api/notifications/by-type/BROADCAST_ENDED*', TEXTS.typeHistoryFailed],
      ['', '/api/analytics/broadcasts/detailed*', TEXTS.detailedHistoryFailed],
      ['?show=1', '/api/analytics/broadcast/1*', TEXTS.reportFailed],
    ] as const) {
      await refuse(page, path)
      await page.goto(history + address)
      await expectText(page.getByRole('main'), text)
      await page.unrouteAll()
    }
  })

  test('[ON42] what fails in the analytics', async ({ station, openChromium }) => {
    const page = await (await contextOf(await openChromium(), await station.newMember('DJ'))).newPage()
    await refuse(page, '/api/analytics/**')
    await page.goto(`${station.origin}/analytics`)
    await expectText(page.getByRole('alert'), TEXTS.analyticsFailed)
  })

  test('[ON42] what shows when a page breaks', async ({ station, openChromium }) => {
    const dj = await station.newMember('DJ')
    const page = await (await contextOf(await openChromium(), dj)).newPage()
    // A title that is no text is nothing that a page can show.
    const broken = { id: 1, title: {}, status: 'SCHEDULED', createdBy: { id: dj.id } }
    // Still to come: the page shows it in this week or after it, whenever weeks turn.
    const inHours = (hours: number) => toLocalDateTime(new Date(Date.now() + hours * HOUR_MS), 'Asia/Manila')
    const times = { scheduledStart: inHours(1), scheduledEnd: inHours(2) }
    const json = { success: true, data: [{ ...broken, ...times }] }
    const UPCOMING = '**/api/broadcasts/upcoming*'
    await page.route(UPCOMING, (route) => route.fulfill({ json }))
    await page.goto(`${station.origin}/schedule`)
    await expectText(page, TEXTS.routerError)
    await page.goto(`${station.origin}/dj-dashboard`)
    await expectText(page.getByRole('alert'), TEXTS.brokenPart)
    await page.unroute(UPCOMING)
    await page.getByRole('button', { name: TEXTS.brokenPartRefresh, exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Pre-flight' })).toBeVisible()
  })

  test('[ON42] the mini-player of a show, and of one whose title nobody knows', async ({
    station,
    openChromium,
  }) => {
    const dj = await station.newMember('DJ')
    await dj.api.goLive('Harana hour')
    const page = await (await contextOf(await openChromium(), await station.newMember('LISTENER'))).newPage()
    await page.goto(`${station.origin}/schedule`)
    const bar = page.getByRole('region', { name: 'Player' }).filter({ hasText: TEXTS.openPlayer })
    await expectText(bar, 'Harana hour')
    await expectText(bar, TEXTS.liveBadge)
    await expect(
      page.getByRole('banner').getByRole('button', { name: exactPrefix(TEXTS.live) }),
    ).toBeVisible()
    await refuse(page, '/api/broadcasts/live?*')
    await page.reload()
    await expectText(bar, TEXTS.untitledBroadcast)
    await bar.getByRole('link', { name: TEXTS.openPlayer, exact: true }).click()
    await expect(page).toHaveURL(`${station.origin}/dashboard`)
    await expect(bar).toBeHidden()
  })

  test('[ON42] leaving while broadcasting', async ({ station, openChromium }) => {
    const browser = await openChromium({ microphone: toneFile(440) })
    const page = await (await contextOf(browser, await station.newMember('DJ'))).newPage()
    await openStudio(page, station.origin)
    await goLive(page)
    await page.getByRole('button', { name: 'Account menu for' }).click()
    await page.getByRole('menu').getByText(TEXTS.logout, { exact: true }).click()
    const dialog = page.getByRole('alertdialog')
    await expectText(dialog, TEXTS.leavingWarning)
    await dialog.getByRole('button', { name: TEXTS.logoutCancel, exact: true }).click()
    // Browsers show words of their own here; that they ask at all is the page's doing.
    const asked = page.waitForEvent('dialog')
    await page.close({ runBeforeUnload: true })
    const warning = await asked
    expect(warning.type()).toBe('beforeunload')
    await warning.dismiss()
    await endShow(page)
  })
})

test('[ON43] every quoted text of what is built is asked for by a journey', () => {
  const journeys = globSync(`${import.meta.dirname}/*.spec.ts`).map((path) => readFileSync(path, 'utf8'))
  const asked = new Set(
    journeys.flatMap((text) => [...text.matchAll(/\bTEXTS\.(\w+)/g)].map(([, name]) => name)),
  )
  expect(Object.keys(TEXTS).filter((name) => !asked.has(name))).toEqual([])
})

function exactPrefix(text: string): RegExp {
  return new RegExp(`^${text}\\b`, 'i')
}
