import { readFile } from 'node:fs/promises'
import type { Member, Station } from '@carillon/testkit/station'
import type { Browser, Locator, Page } from '@playwright/test'
import { contextOf } from '../support/browsers.ts'
import { expect, test } from '../support/fixtures.ts'
import { press } from '../support/keyboard.ts'

type Planned = { id: number; status: string; title: string }

/** As long as an open page may not know of a change. */
const REFRESH_MS = 30_000
/** A Friday night that ends in another year, in a week that ends in another year. */
const NEW_YEAR = {
  title: 'Countdown',
  scheduledStart: '2094-12-31T23:00:00.000',
  scheduledEnd: '2095-01-01T01:00:00.000',
}
const NEW_YEAR_WEEK = '/schedule?week=2094-12-31'

function plan({ api }: Member, show: Omit<Planned, 'id' | 'status'> & object): Promise<Planned> {
  return api.data('POST', '/api/broadcasts/schedule', show)
}

async function schedulePage(
  browser: Browser,
  station: Station,
  { member = null, path = '/schedule' }: { member?: Member | null; path?: string },
): Promise<Page> {
  const page = await (await contextOf(browser, member)).newPage()
  await page.goto(station.origin + path)
  return page
}

/** A visitor's page on a machine of this zone. */
async function pageIn(browser: Browser, timezoneId: string, address: string): Promise<Page> {
  const page = await (await contextOf(browser, null, { timezoneId })).newPage()
  await page.goto(address)
  return page
}

const buttonOf = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true })
const weekOf = (page: Page) => page.getByRole('heading', { level: 2 }).first()
const blockOf = (page: Page, title: string) => page.getByRole('table').getByRole('button', { name: title })
const articleOf = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title })

async function fillPlan(dialog: Locator, title: string, starts: string, ends: string): Promise<void> {
  await dialog.getByLabel('Title').fill(title)
  await dialog.getByLabel('Starts').fill(starts)
  await dialog.getByLabel('Ends').fill(ends)
}

/** The entries of a calendar (RFC 5545 3.1: a line goes on where the next begins with a space). */
function entriesOf(calendar: string): Record<string, string>[] {
  const lines = calendar.replaceAll('\r\n ', '').split('\r\n')
  expect(lines[0]).toBe('BEGIN:VCALENDAR')
  expect(lines.slice(-2)).toEqual(['END:VCALENDAR', ''])
  const entries = calendar.replaceAll('\r\n ', '').split('BEGIN:VEVENT\r\n').slice(1)
  return entries.map((entry) =>
    Object.fromEntries(entry.split('\r\n').map((line) => line.split(/:(.*)/s).slice(0, 2))),
  )
}

/** Removes what other journeys planned as well; the call lists no more than this many at once. */
test.beforeEach(async ({ station }) => {
  const { api } = await station.admin()
  for (let isEmpty = false; !isEmpty; ) {
    const planned = await api.data<Planned[]>('GET', '/api/broadcasts/upcoming')
    for (const { id } of planned) await api.data('DELETE', `/api/broadcasts/${id}`)
    isEmpty = planned.length === 0
  }
})

test('[SC10] a DJ plans, is warned, changes and cancels, and who looks on from elsewhere sees it', async ({
  station,
  openChromium,
}) => {
  const browser = await openChromium()
  const jana = await station.newMember('DJ', { firstname: 'Jana', lastname: 'Ramos' })
  await plan(jana, NEW_YEAR)
  const mikael = await station.newMember('DJ', { firstname: 'Mikael', lastname: 'Reyes' })
  const page = await schedulePage(browser, station, { member: mikael, path: NEW_YEAR_WEEK })
  const onlooker = await (await contextOf(browser, null)).newPage()
  await onlooker.clock.install()
  await onlooker.goto(station.origin + NEW_YEAR_WEEK)
  await expect(blockOf(onlooker, 'Countdown')).toBeVisible()
  const later = () => onlooker.clock.fastForward(REFRESH_MS)

  await buttonOf(page, 'Schedule a broadcast').click()
  const dialog = page.getByRole('dialog')
  await buttonOf(dialog, 'Schedule it').click()
  await expect(dialog.getByText('Please enter a title')).toBeVisible()
  await fillPlan(dialog, 'Fireworks', '2094-12-31T22:00', '2094-12-31T21:00')
  await buttonOf(dialog, 'Schedule it').click()
  await expect(dialog.getByText('The end must be after the start')).toBeVisible()
  await dialog.getByLabel('Ends').fill('2094-12-31T23:30')
  await expect(dialog.getByRole('status')).toContainText('Countdown with Jana Ramos, Dec 31, 2094')
  await buttonOf(dialog, 'Schedule it').click()
  await expect(dialog).toBeHidden()
  await expect(blockOf(page, 'Fireworks')).toContainText('10:00 PM – 11:30 PM')
  await later()
  await expect(blockOf(onlooker, 'Fireworks')).toBeVisible()

  await blockOf(page, 'Countdown').click()
  await expect(page.getByRole('dialog', { name: 'Countdown' })).toBeVisible()
  await expect(buttonOf(page, 'Edit')).toBeHidden()
  await page.keyboard.press('Escape')
  await blockOf(page, 'Fireworks').click()
  await buttonOf(page, 'Edit').click()
  await dialog.getByLabel('Title').fill('Quiet Fireworks')
  await dialog.getByLabel('Starts').fill('2094-12-31T20:00')
  await expect(dialog.getByLabel('Ends')).toHaveValue('2094-12-31T21:30')
  await expect(dialog.getByText('At the same time')).toBeHidden()
  await buttonOf(dialog, 'Save changes').click()
  await expect(blockOf(page, 'Quiet Fireworks')).toContainText('8:00 PM – 9:30 PM')
  await later()
  await expect(blockOf(onlooker, 'Quiet Fireworks')).toContainText('8:00 PM – 9:30 PM')

  await blockOf(page, 'Quiet Fireworks').click()
  await buttonOf(page, 'Cancel the show').click()
  const question = page.getByRole('alertdialog', { name: 'Cancel this show?' })
  await buttonOf(question, 'Cancel the show').click()
  await expect(question).toBeHidden()
  await later()
  for (const each of [page, onlooker]) {
    await expect(blockOf(each, 'Quiet Fireworks')).toContainText('Cancelled')
    await each.reload()
    await expect(blockOf(each, 'Countdown')).toBeVisible()
    await expect(each.getByText('Quiet Fireworks')).toBeHidden()
  }
})

test('[SH33] a listener abroad reads the times of Manila and their own beside them', async ({
  station,
  openChromium,
}) => {
  const browser = await openChromium()
  const dj = await station.newMember('DJ')
  await plan(dj, NEW_YEAR)
  const summer = { scheduledStart: '2094-07-05T07:00:00.000', scheduledEnd: '2094-07-05T09:00:00.000' }
  await plan(dj, { title: 'Monday Morning', ...summer })
  const OWN = {
    'America/New_York': ['10:00 AM', 'Sun, 7:00 PM'],
    'Europe/Berlin': ['4:00 PM', '1:00 AM'],
  }
  for (const [zone, [atNewYear, inSummer]] of Object.entries(OWN)) {
    const page = await pageIn(browser, zone, `${station.origin}${NEW_YEAR_WEEK}&view=list`)
    await expect(page.getByText('Times in Manila (PHT, UTC+8)')).toBeVisible()
    await expect(articleOf(page, 'Countdown')).toContainText('11:00 PM – 1:00 AM (Jan 01)')
    await expect(articleOf(page, 'Countdown')).toContainText(`your time ${atNewYear}`)
    await page.goto(`${station.origin}/schedule?week=2094-07-05`)
    await expect(blockOf(page, 'Monday Morning')).toContainText('7:00 AM – 9:00 AM')
    await expect(blockOf(page, 'Monday Morning')).toContainText(`your time ${inSummer}`)
    await page.context().close()
  }
  const home = await pageIn(browser, 'Asia/Manila', `${station.origin}${NEW_YEAR_WEEK}&view=list`)
  await expect(articleOf(home, 'Countdown')).toBeVisible()
  await expect(home.getByText('your time')).toBeHidden()
})

test('[SC7] weeks go on over the end of a month and of a year, and a night over it is there once', async ({
  station,
  openChromium,
}) => {
  await plan(await station.newMember('DJ'), NEW_YEAR)
  const page = await schedulePage(await openChromium(), station, { path: '/schedule?week=2094-11-30' })
  const next = buttonOf(page, 'Next week')
  await expect(weekOf(page)).toHaveText('Nov 29 – Dec 05, 2094')
  for (const week of ['Dec 06 – 12, 2094', 'Dec 13 – 19, 2094', 'Dec 20 – 26, 2094']) {
    await next.click()
    await expect(weekOf(page)).toHaveText(week)
    await expect(page.getByText('Nothing scheduled this week')).toBeVisible()
  }
  await next.click()
  await expect(weekOf(page)).toHaveText('Dec 27, 2094 – Jan 02, 2095')
  await expect(blockOf(page, 'Countdown')).toHaveCount(1)
  await next.click()
  await expect(weekOf(page)).toHaveText('Jan 03 – 09, 2095')
  await expect(page.getByText('Nothing scheduled this week')).toBeVisible()
  await buttonOf(page, 'Show that week').click()
  await expect(blockOf(page, 'Countdown')).toBeVisible()
})

test('[SC14] a show comes as a calendar file, the schedule as an address to subscribe to', async ({
  station,
  openChromium,
}) => {
  const { id } = await plan(await station.newMember('DJ'), NEW_YEAR)
  const page = await schedulePage(await openChromium(), station, { path: `${NEW_YEAR_WEEK}&view=list` })
  const arriving = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Add Countdown to calendar' }).click()
  const download = await arriving
  expect(download.suggestedFilename()).toBe(`broadcast-${id}.ics`)
  const [entry] = entriesOf(await readFile(await download.path(), 'utf8'))
  expect(entry).toMatchObject({
    SUMMARY: 'Countdown',
    DTSTART: '20941231T150000Z',
    DTEND: '20941231T170000Z',
    URL: `${station.origin}/broadcast/${id}`,
  })

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await buttonOf(page, 'Subscribe').click()
  await buttonOf(page, 'Copy the address').click()
  await expect(page.getByText('Address copied')).toBeVisible()
  const address = await page.evaluate(() => navigator.clipboard.readText())
  await expect(page.getByLabel('Calendar address')).toHaveValue(address)
  const feed = entriesOf(await (await fetch(address)).text())
  expect(feed.find(({ UID }) => UID === entry?.UID)).toEqual(entry)
  const opener = page.getByRole('link', { name: 'Open in my calendar' })
  await expect(opener).toHaveAttribute('href', address.replace('http', 'webcal'))
})

test('[BR14] two shows may be planned at once, and the second to begin is told who is on air', async ({
  station,
  openChromium,
}) => {
  const jana = await station.newMember('DJ', { firstname: 'Jana', lastname: 'Ramos' })
  const mikael = await station.newMember('DJ')
  const times = { scheduledStart: '2094-10-01T20:00:00.000', scheduledEnd: '2094-10-01T22:00:00.000' }
  const first = await plan(jana, { title: 'First Come', ...times })
  const second = await plan(mikael, { title: 'Next Served', ...times })
  const page = await schedulePage(await openChromium(), station, {
    path: '/schedule?week=2094-10-01&view=list',
  })
  await expect(articleOf(page, 'Next Served')).toBeVisible()
  await jana.api.data('POST', `/api/broadcasts/${first.id}/start`)
  await expect(articleOf(page, 'First Come').getByText('LIVE')).toBeVisible()
  const refused = await mikael.api.send('POST', `/api/broadcasts/${second.id}/start`)
  expect(refused.status).toBe(409)
  expect(await refused.json()).toMatchObject({
    code: 'ALREADY_LIVE',
    message: expect.stringContaining('Jana Ramos'),
  })
  await expect(articleOf(page, 'Next Served').getByText('LIVE')).toBeHidden()
})

test('[SC9] the keyboard alone plans a show, walks the weeks and opens what the grid holds', async ({
  station,
  openChromium,
}) => {
  const dj = await station.newMember('DJ')
  await plan(dj, NEW_YEAR)
  const page = await schedulePage(await openChromium(), station, { member: dj, path: NEW_YEAR_WEEK })
  await press(buttonOf(page, 'Schedule a broadcast'))
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Title')).toBeFocused()
  await page.keyboard.type('Typed Blind')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  const planned = await dj.api.data<Planned[]>('GET', '/api/broadcasts/upcoming')
  expect(planned.map(({ title }) => title)).toContain('Typed Blind')

  await press(buttonOf(page, 'Next week'))
  await expect(weekOf(page)).toHaveText('Jan 03 – 09, 2095')
  await page.keyboard.press('ArrowLeft')
  await expect(weekOf(page)).toHaveText('Dec 27, 2094 – Jan 02, 2095')
  const block = blockOf(page, 'Countdown')
  await press(block)
  await expect(page.getByRole('dialog', { name: 'Countdown' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(block).toBeFocused()
})

test('[SC18] a phone has the agenda and the days of the week', async ({ station, openChromium }) => {
  await plan(await station.newMember('DJ'), NEW_YEAR)
  const page = await schedulePage(await openChromium(), station, { path: NEW_YEAR_WEEK })
  await expect(page.getByRole('table')).toBeVisible()
  await page.setViewportSize({ width: 360, height: 760 })
  await expect(page.getByRole('table')).toBeHidden()
  await expect(articleOf(page, 'Countdown')).toBeVisible()
  await buttonOf(page, 'Friday, Dec 31, 2094').click()
  await expect(page.getByRole('heading', { name: 'Friday, Dec 31, 2094' })).toBeFocused()
  await expect(buttonOf(page, 'Saturday, Jan 01, 2095')).toBeDisabled()
})
