import type { Station } from '@carillon/testkit/station'
import type { Browser, Page } from '@playwright/test'
import { contextOf } from '../support/browsers.ts'
import { expect, test } from '../support/fixtures.ts'
import {
  arrive,
  expectUnread,
  notifyEveryone,
  openBell,
  rowOf,
  withdrawAnnouncements,
} from '../support/notifications.ts'
import {
  deliverPush,
  isSubscribed,
  pressShownPush,
  shownPushes,
  standInForPushService,
  untilShown,
} from '../support/push.ts'

const SETTINGS = '/settings'

/** A page of a new listener, in a browser that may be asked for pushes. */
async function openListener(station: Station, browser: Browser, at = SETTINGS) {
  const member = await station.newMember('LISTENER')
  const context = await contextOf(browser, member)
  await context.grantPermissions(['notifications'], { origin: station.origin })
  await standInForPushService(context)
  const page = await context.newPage()
  await arrive(page, station.origin + at)
  return { page, member }
}

test.beforeEach(({ station }) => withdrawAnnouncements(station))

const pushSwitch = (page: Page) => page.getByRole('switch', { name: 'Push on this device' })

async function turnOn(page: Page): Promise<void> {
  await expect(pushSwitch(page)).toBeEnabled()
  await pushSwitch(page).check()
  await expect(pushSwitch(page)).toBeEnabled()
  await expect(pushSwitch(page)).toBeChecked()
}

test('[NV21] the station can be installed, under its name and with its icons', async ({
  station,
  openChromium,
}) => {
  const page = await (await contextOf(await openChromium(), null)).newPage()
  await page.goto(station.origin)
  const session = await page.context().newCDPSession(page)
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([])
  const { data, errors } = await session.send('Page.getAppManifest')
  expect(errors).toEqual([])
  const { name, icons } = JSON.parse(data ?? '{}')
  expect(name).toBe('Campus Radio')
  for (const { src, type } of icons) {
    const icon = await page.request.get(station.origin + src)
    expect([icon.status(), icon.headers()['content-type']]).toEqual([200, type])
  }
})

test('[NV22] without anybody asking for pushes nobody is asked, and nothing is subscribed', async ({
  station,
  openChromium,
}) => {
  const { page } = await openListener(station, await openChromium())
  await expect(pushSwitch(page)).toBeEnabled()
  await expect(pushSwitch(page)).not.toBeChecked()
  await page.evaluate(() => navigator.serviceWorker.ready)
  expect(await isSubscribed(page)).toBe(false)
})

test('[NV22] the worker answers for the app alone, is checked each time and takes over at once', async ({
  station,
  openChromium,
}) => {
  const { page } = await openListener(station, await openChromium())
  await turnOn(page)
  const worker = await page.request.get(`${station.origin}/service-worker.js`)
  expect(worker.headers()['cache-control']).toBe('no-cache')
  expect(worker.headers()['content-type']).toContain('javascript')
  const controls = () => page.evaluate(() => navigator.serviceWorker.controller?.scriptURL)
  await expect.poll(controls).toBe(`${station.origin}/service-worker.js`)
  const answered: string[] = []
  const passed: string[] = []
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (response.fromServiceWorker()) answered.push(pathname)
    else passed.push(pathname)
  })
  await page.reload()
  await expect(pushSwitch(page)).toBeChecked()
  expect(answered).toContain(SETTINGS)
  expect(passed).toContain('/api/auth/me')
  expect(
    answered.filter((pathname) => !/^\/(settings$|assets\/|icons\/|bell\.svg|manifest)/.test(pathname)),
  ).toEqual([])
  const kept = await page.evaluate(async () =>
    (await (await caches.open('shell')).keys()).map(({ url }) => url),
  )
  const strange = kept
    .map((url) => new URL(url).pathname)
    .filter((path) => !/^\/($|assets\/|icons\/|bell\.svg|favicon|manifest)/.test(path))
  expect(kept.length).toBeGreaterThan(5)
  expect(strange).toEqual([])
})

test('[NV23] a push says what happened, once, and nothing over a page of the station', async ({
  station,
  openChromium,
}) => {
  const { page } = await openListener(station, await openChromium())
  await turnOn(page)
  const notification = {
    id: 7,
    type: 'BROADCAST_STARTED',
    message: 'Harana hour is on air',
    link: '/schedule',
  }
  const payload = { type: 'NOTIFICATION', notification }
  await deliverPush(page, station.origin, payload)
  expect(await shownPushes(page)).toEqual([])
  await page.goto('about:blank')
  await deliverPush(page, station.origin, payload)
  await deliverPush(page, station.origin, payload)
  await deliverPush(page, station.origin, 'nothing that is understood')
  await page.goto(station.origin + SETTINGS)
  expect(await shownPushes(page)).toEqual([
    {
      title: 'From the station',
      body: 'You have a new notification.',
      tag: '',
      data: { id: null, link: '/notifications' },
    },
    {
      title: 'On air',
      body: 'Harana hour is on air',
      tag: 'notification-7',
      data: { id: 7, link: '/schedule' },
    },
  ])
})

test('[NV24] a pressed push opens its link in the page that is there, and is read', async ({
  station,
  openChromium,
}) => {
  const { page, member } = await openListener(station, await openChromium())
  await turnOn(page)
  const id = await notifyEveryone(station, 'The studio moves')
  await expectUnread(page, 1)
  const notification = { id, type: 'GENERAL', message: 'The studio moves', link: '/schedule' }
  await page.goto('about:blank')
  await deliverPush(page, station.origin, { type: 'NOTIFICATION', notification })
  await arrive(page, station.origin + SETTINGS)
  await expectUnread(page, 1)
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  await pressShownPush(page)
  await expect(page).toHaveURL(`${station.origin}/schedule`)
  expect(await page.evaluate(() => Reflect.get(window, 'isSamePage'))).toBe(true)
  await expectUnread(page, 0)
  await expect.poll(() => member.api.data('GET', '/api/notifications/count-unread')).toBe(0)
})

test('[NV24] one that opens a page of its own is read there', async ({ station, openChromium }) => {
  const { page, member } = await openListener(station, await openChromium())
  const id = await notifyEveryone(station, 'The studio moves again')
  await page.goto(`${station.origin}/schedule?notification=${id}`)
  await expect(page).toHaveURL(`${station.origin}/schedule`)
  await expectUnread(page, 0)
  await expect.poll(() => member.api.data('GET', '/api/notifications/count-unread')).toBe(0)
  await expect(rowOf(await openBell(page), 'The studio moves again')).toBeHidden()
})

test('[NV25] a browser that blocks pushes is told how to allow them, and noticed when it does', async ({
  station,
  openChromium,
}) => {
  const context = await contextOf(await openChromium(), await station.newMember('LISTENER'))
  const page = await context.newPage()
  await page.goto(station.origin + SETTINGS)
  await expect(page.getByText('Your browser blocks notifications from this station')).toBeVisible()
  await expect(pushSwitch(page)).toBeDisabled()
  await context.grantPermissions(['notifications'], { origin: station.origin })
  await expect(pushSwitch(page)).toBeEnabled()
  await expect(page.getByText('Your browser blocks')).toBeHidden()
})

test('[NV25] where pushes cannot be set up the switch says so and tries again', async ({
  station,
  openChromium,
}) => {
  const { page } = await openListener(station, await openChromium())
  await page.route('**/api/notifications/push*', (route) => route.fulfill({ status: 400, body: '' }))
  await pushSwitch(page).check()
  await expect(page.getByText('Push notifications could not be set up here.')).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('Push notifications could not be set up here.')).toBeHidden()
  await expect(pushSwitch(page)).toBeChecked()
  await untilShown(page, () => page.getByRole('button', { name: 'Show an example' }).click())
  expect((await shownPushes(page)).length).toBe(1)
})

test('[NV26] switching off ends pushes to this browser, and so does signing out', async ({
  station,
  openChromium,
}) => {
  const { page } = await openListener(station, await openChromium())
  await turnOn(page)
  expect(await isSubscribed(page)).toBe(true)
  const ended = page.waitForRequest(
    (request) => request.method() === 'DELETE' && request.url().includes('/api/notifications/push'),
  )
  await pushSwitch(page).uncheck()
  await ended
  await expect(pushSwitch(page)).toBeEnabled()
  expect(await isSubscribed(page)).toBe(false)
  await turnOn(page)
  await page.goto(`${station.origin}/logout`)
  await expect(page).toHaveURL(`${station.origin}/login`)
  await expect.poll(() => isSubscribed(page)).toBe(false)
})

test('[NV27] a show to come can be asked for and taken back, that one alone, and pushes are offered', async ({
  station,
  openChromium,
}) => {
  const dj = await station.newMember('DJ')
  const { page, member } = await openListener(station, await openChromium(), '/contact')
  await member.api.data('PUT', '/api/auth/me/preferences', {
    notifyBroadcastStart: true,
    notifyBroadcastReminders: false,
    notifyNewSchedule: false,
    notifySystemUpdates: true,
  })
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 23)
  const show = { title: 'Tomorrow', scheduledStart: at(32), scheduledEnd: at(33) }
  const { id } = await dj.api.data<{ id: number }>('POST', '/api/broadcasts/schedule', show)
  await page.goto(`${station.origin}/broadcast/${id}`)
  await page.getByRole('button', { name: 'Remind me' }).click()
  const box = page.getByRole('dialog', { name: 'Reminder' })
  await expect(box.getByText('You get a notification 15 minutes before this show.')).toBeVisible()
  await expect(box.getByRole('switch', { name: 'Push on this device' })).not.toBeChecked()
  const chosen = await member.api.data<{ notifyBroadcastReminders: boolean }>('GET', '/api/auth/me')
  expect(chosen.notifyBroadcastReminders).toBe(false)
  const other = { title: 'After', scheduledStart: at(40), scheduledEnd: at(41) }
  const { id: otherId } = await dj.api.data<{ id: number }>('POST', '/api/broadcasts/schedule', other)
  await page.goto(`${station.origin}/broadcast/${otherId}`)
  await expect(page.getByRole('button', { name: 'Remind me' })).toBeVisible()
  await page.goto(`${station.origin}/broadcast/${id}`)
  await page.getByRole('button', { name: 'Reminder set' }).click()
  await box.getByRole('button', { name: 'Remove reminder' }).click()
  await expect(page.getByRole('button', { name: 'Remind me' })).toBeFocused()
  await expect(box).toBeHidden()
})
