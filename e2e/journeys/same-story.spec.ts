import { expect, test } from '../support/fixtures.ts'
import { resize } from '../support/pages.ts'
import { goLive, openStudio } from '../support/studio.ts'
import { feedOf, say } from '../support/test-page.ts'

const WIDTHS = [360, 640, 768, 1024, 1280, 1600]
const PHONE = 360

test('[DJ711] on air the desk says how long and to how many once, at every width', async ({
  station,
  openContext,
}) => {
  const page = await (await openContext(await station.newMember('DJ'))).newPage()
  await openStudio(page, station.origin)
  await goLive(page)
  for (const width of WIDTHS) {
    await resize(page, width)
    await expect(page.getByText(/^\d\d:\d\d:\d\d$/).filter({ visible: true })).toHaveCount(1)
    await expect(page.getByText(/^\d+ listening/).filter({ visible: true })).toHaveCount(1)
  }
})

test('[CV711] on a phone the button that announces messages is out of sight, and covers none with the focus', async ({
  station,
  openContext,
}) => {
  const studio = await (await openContext(await station.newMember('DJ'))).newPage()
  await openStudio(studio, station.origin)
  await goLive(studio)
  const page = await (await openContext(await station.newMember('LISTENER'))).newPage()
  await resize(page, PHONE)
  await page.goto(`${station.origin}/dashboard`)
  for (let at = 1; at <= 8; at += 1)
    await say(page, `A message that is as wide as the phone is, number ${at}`)
  const rows = feedOf(page).locator('[data-message]')
  await expect(rows.last()).toContainText('number 8')
  const button = page.getByRole('button', { name: /^Announce new messages/ })
  const heightOfHead = () => button.evaluate((element) => element.closest('header')?.offsetHeight)
  expect(await heightOfHead()).toBeLessThanOrEqual(1)
  await button.focus()
  const bottom = await button.evaluate((element) => element.getBoundingClientRect().bottom)
  const feed = await feedOf(page).boundingBox()
  expect(feed?.y).toBeGreaterThanOrEqual(bottom)
})
