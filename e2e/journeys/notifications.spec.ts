import type { Member, Station } from '@carillon/testkit/station'
import type { Browser, Locator, Page } from '@playwright/test'
import { contextOf } from '../support/browsers.ts'
import { expect, test } from '../support/fixtures.ts'
import { Link } from '../support/link.ts'
import {
  arrive,
  bellOf,
  expectUnread,
  notifyEveryone,
  openBell,
  panelOf,
  planShows,
  prefer,
  publishAnnouncement,
  rowOf,
  withdrawAnnouncements,
} from '../support/notifications.ts'
import { TEXTS } from '../support/texts.ts'

const EVERYTHING = {
  notifyBroadcastStart: true,
  notifyBroadcastReminders: true,
  notifyNewSchedule: true,
  notifySystemUpdates: true,
}
const SWIPE_PX = 100
const PHONE = { width: 360, height: 740 }

/** A page of a new listener, who hears the queue. */
async function openListener(station: Station, browser: Browser, at = '/contact', origin = station.origin) {
  const member = await station.newMember('LISTENER')
  const page = await (await contextOf(browser, member)).newPage()
  await arrive(page, origin + at)
  return { page, member }
}

const unreadOnStation = ({ api }: Member) => api.data<number>('GET', '/api/notifications/count-unread')

async function expectUnreadOnStation(member: Member, count: number): Promise<void> {
  await expect.poll(() => unreadOnStation(member)).toBe(count)
}

/** Drags a row sideways by mouse, and holds it there. */
async function drag(page: Page, row: Locator, distance: number): Promise<void> {
  const box = await row.boundingBox()
  if (!box) throw new Error('the row is not in view')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + distance, y, { steps: 10 })
}

test.beforeEach(({ station }) => withdrawAnnouncements(station))

test.describe('the bell', () => {
  test('[NV11] asks a visitor to sign in', async ({ station, openChromium }) => {
    const page = await (await contextOf(await openChromium(), null)).newPage()
    await page.goto(`${station.origin}/schedule`)
    const panel = await openBell(page)
    await expect(panel.getByText(TEXTS.bellVisitor, { exact: true })).toBeVisible()
    await panel.getByRole('link', { name: 'Login' }).click()
    await expect(page).toHaveURL(`${station.origin}/login`)
  })

  test('[NV9] counts what arrives, each once, and caps its badge', async ({ station, openChromium }) => {
    test.setTimeout(180_000)
    const { page, member } = await openListener(station, await openChromium())
    await prefer(member, EVERYTHING)
    await page.reload()
    await expectUnread(page, 0)
    const empty = await openBell(page)
    await expect(empty.getByText(TEXTS.bellEmpty, { exact: true })).toBeVisible()
    await expect(empty.getByText(TEXTS.bellEmptyNote, { exact: true })).toBeVisible()
    await expect(empty.getByRole('button', { name: TEXTS.bellMarkAll })).toBeHidden()
    await page.keyboard.press('Escape')
    await expect(bellOf(page)).toBeFocused()
    await planShows(await station.newMember('ADMIN'), 99)
    await expectUnread(page, 99)
    await expect(bellOf(page)).toHaveText('99')
    await notifyEveryone(station, 'The hundredth')
    await expectUnread(page, 100)
    await expect(bellOf(page)).toHaveText(TEXTS.bellManyUnread)
    await page.reload()
    await expectUnread(page, 100)
    const panel = await openBell(page)
    await expect(panel.getByRole('listitem')).toHaveCount(10)
    await expect(panel.getByRole('listitem').first()).toContainText('The hundredth')
    await expectUnreadOnStation(member, 100)
    await panel.getByRole('button', { name: TEXTS.bellMarkAll, exact: true }).click()
    await expectUnread(page, 0)
    await expect(panel.getByText(TEXTS.bellEmpty)).toBeVisible()
    await expectUnreadOnStation(member, 0)
  })

  test('[NV13] a swipe, the key and a press mark read alike', async ({ station, openChromium }) => {
    const { page, member } = await openListener(station, await openChromium())
    for (const words of ['By press', 'By key', 'By swipe left', 'By swipe right'])
      await notifyEveryone(station, words)
    await expectUnread(page, 4)
    const panel = await openBell(page)
    await expect(panel.getByRole('heading', { name: TEXTS.bellTitle, exact: true })).toBeVisible()

    const hint = panel.getByText(TEXTS.bellSwipeHint, { exact: true })
    await drag(page, rowOf(panel, 'By swipe right'), SWIPE_PX - 1)
    await expect(hint).toBeVisible()
    await page.mouse.up()
    await expect(hint).toBeHidden()
    await expectUnread(page, 4)
    for (const [words, distance] of [
      ['By swipe right', SWIPE_PX],
      ['By swipe left', -SWIPE_PX],
    ] as const) {
      await drag(page, rowOf(panel, words), distance)
      await expect(hint).toBeVisible()
      await page.mouse.up()
      await expect(rowOf(panel, words)).toBeHidden()
    }
    await expectUnreadOnStation(member, 2)

    await panel.getByRole('heading').focus()
    const tick = rowOf(panel, 'By key').getByRole('button', { name: 'Mark as read' })
    for (let tabs = 0; tabs < 4 && !(await isFocused(tick)); tabs += 1) await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(rowOf(panel, 'By key')).toBeHidden()
    await expectUnreadOnStation(member, 1)

    await rowOf(panel, 'By press').getByText('By press').click()
    await expectUnread(page, 0)
    await expectUnreadOnStation(member, 0)
  })

  test('[NV13] a finger swipes a row as a mouse does, and scrolls past it', async ({
    station,
    openChromium,
  }) => {
    const member = await station.newMember('LISTENER')
    const browser = await openChromium()
    const context = await browser.newContext({ viewport: PHONE, hasTouch: true, isMobile: true })
    const { origin } = station
    await context.addCookies([{ name: 'token', value: member.api.token ?? '', url: origin }])
    const page = await context.newPage()
    await arrive(page, `${origin}/contact`)
    await notifyEveryone(station, 'For a finger')
    await bellOf(page).tap()
    const row = rowOf(panelOf(page), 'For a finger')
    await expect(row.getByRole('button', { name: 'Mark as read' })).toHaveCSS('opacity', '1')
    const box = await row.boundingBox()
    const [x, y] = [(box?.x ?? 0) + 60, (box?.y ?? 0) + 30]
    await swipe(page, { x, y }, { x: x + 10, y: y + 120 })
    await expectUnread(page, 1)
    await swipe(page, { x, y }, { x: x + SWIPE_PX + 20, y })
    await expectUnread(page, 0)
    await expectUnreadOnStation(member, 0)
  })

  test('[NV12] an item opens what it tells of, and is read then', async ({ station, openChromium }) => {
    const { page, member } = await openListener(station, await openChromium())
    const dj = await station.newMember('DJ')
    const id = await dj.api.goLive('Harana hour')
    await expectUnread(page, 1)
    await (await openBell(page)).getByText('Harana hour').click()
    await expect(page).toHaveURL(`${station.origin}/broadcast/${id}`)
    await expect(panelOf(page)).toBeHidden()
    await expectUnread(page, 0)
    await expectUnreadOnStation(member, 0)
  })

  test('[NV14] has announcements of seven days as such, each told once, and they are read with their notification', async ({
    station,
    openChromium,
  }) => {
    const browser = await openChromium()
    const moderator = await station.newMember('MODERATOR')
    const { page, member } = await openListener(station, browser)
    await publishAnnouncement(moderator, 'New opening hours')
    await expectUnread(page, 1)
    const row = rowOf(await openBell(page), 'New opening hours')
    await expect(row).toHaveCount(1)
    await expect(row).toContainText('Announcement · ')
    await row.getByText('New opening hours').click()
    await expect(page).toHaveURL(`${station.origin}/announcements`)
    await expectUnreadOnStation(member, 0)
    await page.reload()
    await expectUnread(page, 0)

    const later = await (await contextOf(browser, await station.newMember('LISTENER'))).newPage()
    await later.clock.install({ time: Date.now() + 8 * 86_400_000 })
    await later.goto(`${station.origin}/contact`)
    await expect((await openBell(later)).getByText(TEXTS.bellEmpty)).toBeVisible()
  })

  test('[NV28] leaves the row under the pointer where it is when more arrives', async ({
    station,
    openChromium,
  }) => {
    const { page, member } = await openListener(station, await openChromium())
    await prefer(member, EVERYTHING)
    await planShows(await station.newMember('ADMIN'), 12)
    await page.reload()
    await expectUnread(page, 12)
    const panel = await openBell(page)
    const row = rowOf(panel, 'Show 10')
    await row.hover()
    const before = await row.boundingBox()
    await notifyEveryone(station, 'Arrived above')
    await expect(rowOf(panel, 'Arrived above')).toBeAttached()
    expect((await row.boundingBox())?.y).toBe(before?.y)
  })

  test('[NV15] tells what arrives for five seconds, which wait while the pointer is on it', async ({
    station,
    openChromium,
  }) => {
    const member = await station.newMember('LISTENER')
    const page = await (await contextOf(await openChromium(), member)).newPage()
    await page.clock.install()
    await arrive(page, `${station.origin}/contact`)
    // What the first look at the list finds is no news.
    await page.waitForLoadState('networkidle')
    // From here on the seconds pass when the test says so, however long the pointer takes to get there.
    // It cannot be stopped in its past: the way there may take a second.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000)
    await notifyEveryone(station, 'The studio moves', 'ALERT')
    const toast = page.getByRole('region', { name: 'Notices' }).getByText('The studio moves')
    await expect(toast).toBeVisible()
    await toast.hover()
    await page.clock.runFor(20_000)
    await expect(toast).toBeVisible()
    await page.mouse.move(5, 5)
    await page.clock.runFor(5_000)
    await expect(toast).toBeHidden()
  })

  test('[NV8] is silent about what fails, and right again after a gap', async ({ station, openChromium }) => {
    const link = await Link.to(station.origin)
    try {
      const { page, member } = await openListener(station, await openChromium(), '/contact', link.origin)
      await notifyEveryone(station, 'Before the gap')
      await expectUnread(page, 1)
      await page.route('**/api/notifications/*/read*', (route) => route.fulfill({ status: 400, body: '' }))
      const panel = await openBell(page)
      await rowOf(panel, 'Before the gap').hover()
      await rowOf(panel, 'Before the gap').getByRole('button', { name: 'Mark as read' }).click()
      await expectUnread(page, 0)
      await expect(page.getByRole('alert')).toHaveCount(0)
      await expectUnreadOnStation(member, 1)
      await page.unrouteAll()
      link.cut()
      await notifyEveryone(station, 'During the gap')
      link.mend()
      await expectUnread(page, 1)
      await expect(panel.getByRole('listitem')).toHaveCount(1)
      await expect(rowOf(panel, 'During the gap')).toBeVisible()
      await expectUnreadOnStation(member, 1)
    } finally {
      await link.close()
    }
  })
})

test.describe('the inbox', () => {
  test('[NV16] has pages of twenty, filters, and a list that is cleared here only', async ({
    station,
    openChromium,
  }) => {
    const { page, member } = await openListener(station, await openChromium())
    await prefer(member, EVERYTHING)
    await notifyEveryone(station, 'The oldest', 'ALERT')
    await planShows(await station.newMember('ADMIN'), 44)
    await page.reload()
    await expectUnread(page, 45)
    await (await openBell(page)).getByRole('link', { name: TEXTS.bellFooter, exact: true }).click()
    await expect(page).toHaveURL(`${station.origin}/notifications`)
    const rows = page.getByRole('main').getByRole('listitem')
    const more = page.getByRole('button', { name: 'Load more' })
    for (const count of [20, 40]) {
      await expect(rows).toHaveCount(count)
      await more.click()
    }
    await expect(rows).toHaveCount(45)
    await expect(more).toBeHidden()

    await page.getByLabel('Type').selectOption({ label: 'Alert' })
    await expect(rows).toHaveCount(1)
    await rows.first().getByText('The oldest').click()
    await page.getByText('Unread', { exact: true }).click()
    await expect(page.getByText('None of this type')).toBeVisible()
    await page.getByLabel('Type').selectOption({ label: 'All types' })
    await expect(rows).toHaveCount(44)
    await page.getByText('All', { exact: true }).click()

    await page.getByRole('button', { name: 'Clear this list' }).click()
    await expect(rows).toHaveCount(0)
    await expectUnread(page, 0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(rows).toHaveCount(45)
    await page.getByRole('button', { name: 'Clear this list' }).click()
    await page.reload()
    await expect(rows).toHaveCount(20)
    await expectUnread(page, 44)
    await page.getByRole('button', { name: TEXTS.bellMarkAll, exact: true }).click()
    await expectUnread(page, 0)
    await expectUnreadOnStation(member, 0)
  })

  test('[NV5] has no more where a page holds nothing that is wanted, and says why', async ({
    station,
    openChromium,
  }) => {
    const { page, member } = await openListener(station, await openChromium())
    await notifyEveryone(station, 'Below a page of others')
    await planShows(await station.newMember('ADMIN'), 20)
    await page.goto(`${station.origin}/notifications`)
    await expect(page.getByText('Some types are off')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Load more' })).toBeHidden()
    await prefer(member, EVERYTHING)
    await page.reload()
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(20)
    await page.getByRole('button', { name: 'Load more' }).click()
    await expect(page.getByText('Below a page of others')).toBeVisible()
  })

  test("[NV16] says 'That's all we could load' where more cannot be loaded", async ({
    station,
    openChromium,
  }) => {
    const { page, member } = await openListener(station, await openChromium())
    await prefer(member, EVERYTHING)
    await planShows(await station.newMember('ADMIN'), 21)
    await page.goto(`${station.origin}/notifications`)
    const rows = page.getByRole('main').getByRole('listitem')
    await expect(rows).toHaveCount(20)
    await page.route('**/api/notifications?*', (route) => route.fulfill({ status: 400, body: '' }))
    await page.getByRole('button', { name: 'Load more' }).click()
    await expect(page.getByText("That's all we could load")).toBeVisible()
    await expect(rows).toHaveCount(20)
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Retry' }).click()
    await page.getByRole('button', { name: 'Load more' }).click()
    await expect(rows).toHaveCount(21)
  })
})

function isFocused(button: Locator): Promise<boolean> {
  return button.evaluate((element) => element === document.activeElement)
}

type Point = { x: number; y: number }

/** Moves one finger from here to there, as the browser's own input does. */
async function swipe(page: Page, from: Point, to: Point): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove', point: Point) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: [point] })
  await touch('touchStart', from)
  for (let step = 1; step <= 8; step += 1)
    await touch('touchMove', {
      x: from.x + ((to.x - from.x) * step) / 8,
      y: from.y + ((to.y - from.y) * step) / 8,
    })
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}
