import type { Member } from '@carillon/testkit/station'
import { violationsInBothThemes } from '../support/axe.ts'
import { contextOf } from '../support/browsers.ts'
import { expect, test } from '../support/fixtures.ts'
import { press } from '../support/keyboard.ts'
import { goLive, openStudio } from '../support/studio.ts'
import { silentFile } from '../support/wav.ts'

/** Twenty seconds of silence, what is on the way, and the next word of the station. */
const DEAD_AIR_LIMIT_MS = 45_000

/** Leaves nothing of other journeys to review. */
async function emptyReview({ api }: Member): Promise<void> {
  const drafts = () =>
    api.data<{ content: { id: number }[] }>('GET', '/api/announcements/by-status/DRAFT?page=0&size=50')
  for (let { content } = await drafts(); content.length > 0; { content } = await drafts())
    for (const { id } of content) await api.data('DELETE', `/api/announcements/${id}`)
}

// Slow: it walks the whole page with the keyboard alone.
test('[MV25] a moderator answers, finds, lifts and ends by keyboard alone', async ({
  station,
  openChromium,
}) => {
  test.setTimeout(180_000)
  const [dj, moderator, listener] = [
    await station.newMember('DJ'),
    await station.newMember('MODERATOR'),
    await station.newMember('LISTENER'),
  ]
  await emptyReview(await station.admin())
  await dj.api.data('POST', '/api/announcements', { title: 'Open studio', content: 'Come to the studio.' })
  const title = 'Harana Hour'
  const id = await dj.api.goLive(title)
  await moderator.api.data('POST', `/api/auth/${listener.id}/ban`, {
    unit: 'DAYS',
    amount: 1,
    reason: 'Rude',
  })
  const page = await (await contextOf(await openChromium(), moderator)).newPage()
  await page.goto(`${station.origin}/moderator`)

  await press(page.getByRole('button', { name: 'Review Open studio…' }))
  await press(page.getByRole('dialog', { name: 'Open studio' }).getByRole('button', { name: 'Publish…' }))
  await press(page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }))
  await expect(page.getByText('No announcements are waiting for review.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'To review' })).toBeFocused()

  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: 'Search people' })).toBeFocused()
  await page.keyboard.type(listener.email)
  await expect(page.getByRole('list', { name: /^People/ }).getByText(listener.email)).toBeVisible()

  await page.reload()
  await press(page.getByRole('button', { name: /^Lift .+'s ban/ }).first())
  const question = page.getByRole('alertdialog')
  await expect(question.getByText('“Rude”')).toBeVisible()
  await press(question.getByRole('button', { name: 'Lift the ban' }))
  await expect(page.getByText('The ban is lifted')).toBeFocused()

  await press(page.getByRole('button', { name: 'End broadcast…' }))
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  expect(await violationsInBothThemes(page, 'the question')).toEqual([])
  await press(question.getByRole('button', { name: 'End broadcast' }))
  await expect(page.getByRole('heading', { name: 'Chat of the last show' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  const { status } = await dj.api.data<{ status: string }>('GET', `/api/broadcasts/${id}`)
  expect(status).toBe('ENDED')
})

test('[MV621] the chat of a moderator has the height of the window, with its text field in view, and the search beside it a line of its own', async ({
  station,
  openChromium,
}) => {
  const moderator = await station.newMember('MODERATOR')
  await (await station.newMember('DJ')).api.goLive()
  const page = await (await contextOf(await openChromium(), moderator)).newPage()
  await page.goto(`${station.origin}/moderator`)
  await expect(page.getByRole('searchbox', { name: 'Search people' })).toBeAttached()
  for (const [width, height] of [
    [1024, 700],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height })
    const overflow = () => page.locator('#main').evaluate((main) => main.scrollHeight - main.clientHeight)
    await expect.poll(overflow).toBe(0)
    await expect(page.getByLabel('Message', { exact: true })).toBeInViewport({ ratio: 1 })
  }
  const search = page.getByRole('searchbox', { name: 'Search people' })
  const bottom = await search.evaluate((field) => field.getBoundingClientRect().bottom)
  const filters = await page
    .getByRole('button', { name: /^Filters/ })
    .last()
    .boundingBox()
  expect(filters?.y).toBeGreaterThanOrEqual(bottom)
})

// Slow: silence is dead air after 20 s.
test('[GU7] a DJ whose microphone is silent reads that listeners hear silence, and moderators see it', async ({
  station,
  openChromium,
}) => {
  test.setTimeout(180_000)
  const pageOf = async (member: Member, microphone?: string) =>
    (await contextOf(await openChromium(microphone ? { microphone } : {}), member)).newPage()
  const studio = await pageOf(await station.newMember('DJ'), silentFile())
  const dashboard = await pageOf(await station.newMember('MODERATOR'))
  await dashboard.goto(`${station.origin}/moderator`)
  await openStudio(studio, station.origin)
  await goLive(studio)

  await expect(studio.getByText(/^Listeners hear silence · \d+ s$/)).toBeVisible({
    timeout: DEAD_AIR_LIMIT_MS,
  })
  const bar = studio.getByRole('region', { name: 'On air' })
  await expect(bar.getByText(/^SILENCE \d+ s$/)).toBeVisible()
  expect(await violationsInBothThemes(studio, 'the studio')).toEqual([])
  await expect(dashboard.getByText('for 20 seconds or more')).toBeVisible({ timeout: DEAD_AIR_LIMIT_MS })
  expect(await violationsInBothThemes(dashboard, 'the desk')).toEqual([])
})
