import { type Member, Station } from '@carillon/testkit/station'
import type { Browser, Locator, Page } from '@playwright/test'
import { contextOf } from '../support/browsers.ts'
import { test as base, expect } from '../support/fixtures.ts'

/** The clock of New York skips an hour on this Sunday, at 2 AM, and repeats one on that, at 1 AM. */
const SPRING = '2094-03-14'
const AUTUMN = '2094-11-07'
const NEW_YORK = 'New York (UTC-5 or UTC-4, by season)'

/** A station in another zone than the usual one. */
const test = base.extend<object, { station: Station }>({
  station: [
    async ({ playwright: _ }, use) => {
      const station = await Station.start({ STATION_TIME_ZONE: 'America/New_York' })
      await use(station)
      await station.close()
    },
    { scope: 'worker' },
  ],
})

const buttonOf = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true })
const blockOf = (page: Page, title: string) => page.getByRole('table').getByRole('button', { name: title })

/** A page on a machine of this zone. */
async function pageIn(browser: Browser, timezoneId: string, member: Member | null): Promise<Page> {
  return await (await contextOf(browser, member, { timezoneId })).newPage()
}

test('[SH7] a station in New York shows its own times to a visitor in Kathmandu', async ({
  station,
  openChromium,
}) => {
  const dj = await station.newMember('DJ')
  const summer = { scheduledStart: '2094-07-05T07:00:00.000', scheduledEnd: '2094-07-05T09:00:00.000' }
  const winter = { scheduledStart: '2094-12-06T07:00:00.000', scheduledEnd: '2094-12-06T09:00:00.000' }
  await dj.api.data('POST', '/api/broadcasts/schedule', { title: 'Summer', ...summer })
  await dj.api.data('POST', '/api/broadcasts/schedule', { title: 'Winter', ...winter })
  const page = await pageIn(await openChromium(), 'Asia/Kathmandu', null)
  await page.goto(`${station.origin}/schedule?week=2094-07-05`)
  await expect(page.getByText(`Times in ${NEW_YORK}`)).toBeVisible()
  await expect(blockOf(page, 'Summer')).toContainText('7:00 AM – 9:00 AM')
  await expect(blockOf(page, 'Summer')).toContainText('your time 4:45 PM')
  await blockOf(page, 'Summer').click()
  await expect(page.getByRole('dialog')).toContainText('New York · your time 4:45 PM')
  await page.goto(`${station.origin}/schedule?week=2094-12-06`)
  await expect(blockOf(page, 'Winter')).toContainText('7:00 AM – 9:00 AM')
  await expect(blockOf(page, 'Winter')).toContainText('your time 5:45 PM')
  await page.goto(`${station.origin}/contact`)
  await expect(page.getByText('Times on this station are New York time')).toBeVisible()
})

test('[SC39] a DJ plans over both changes of the clock, and the weeks show what was planned', async ({
  station,
  openChromium,
}) => {
  const dj = await station.newMember('DJ')
  const page = await pageIn(await openChromium(), 'Asia/Kathmandu', dj)
  const dialog = page.getByRole('dialog')
  const plan = async (title: string, starts: string, ends: string) => {
    await buttonOf(page, 'Schedule a broadcast').click()
    await expect(dialog.getByText(`Times in ${NEW_YORK}`)).toBeVisible()
    await dialog.getByLabel('Title').fill(title)
    await dialog.getByLabel('Starts').fill(starts)
    await dialog.getByLabel('Ends').fill(ends)
    await buttonOf(dialog, 'Schedule it').click()
    await expect(dialog).toBeHidden()
  }

  await page.goto(`${station.origin}/schedule?week=${SPRING}`)
  await plan('Before dawn', `${SPRING}T01:00`, `${SPRING}T04:00`)
  await plan('In the gap', `${SPRING}T02:30`, `${SPRING}T05:00`)
  await plan('Late Sunday', `${SPRING}T22:00`, `${SPRING}T23:00`)
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('Mar 08 – 14, 2094')
  await expect(blockOf(page, 'Before dawn')).toContainText('1:00 AM – 4:00 AM')
  await expect(blockOf(page, 'In the gap')).toContainText('3:30 AM – 5:00 AM')
  await expect(blockOf(page, 'Late Sunday')).toHaveAccessibleName(/Sunday, Mar 14, 2094, 10:00 PM – 11:00 PM/)

  await page.goto(`${station.origin}/schedule?week=${AUTUMN}`)
  await plan('All night', `${AUTUMN}T01:30`, `${AUTUMN}T03:00`)
  await expect(blockOf(page, 'All night')).toContainText('1:30 AM – 3:00 AM')
  const [first] = await dj.api.data<{ scheduledStart: string }[]>('GET', `/api/broadcasts/upcoming`)
  expect(first?.scheduledStart).toBe('2094-03-14T01:00:00.000')
  await buttonOf(page, 'Next week').click()
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('Nov 08 – 14, 2094')
})
