import { HOUR_MS, MINUTE_MS } from '@carillon/contract/durations'
import { fileOf, pngOf } from '@carillon/testkit/image'
import type { Member } from '@carillon/testkit/station'
import type { Browser, Locator, Page } from '@playwright/test'
import { contextOf } from '../support/browsers.ts'
import { expect, test } from '../support/fixtures.ts'
import { press, tabTo } from '../support/keyboard.ts'
import { Link } from '../support/link.ts'
import { arrive, bellOf, openBell, panelOf, rowOf, withdrawAnnouncements } from '../support/notifications.ts'

/** Manila is eight hours ahead of UTC, all year. */
const AHEAD_MS = 8 * HOUR_MS
/** Time to press the button after choosing the time, and to see that nobody else has it yet. */
const HAND_MS = 60_000
/** A minute that the field cannot say, the hand, and 30 s that the station may be late. */
const PUBLICATION_LIMIT_MS = 150_000
/** As long as the page tries again by itself. */
const GIVE_UP_MS = 40_000

async function pageOf(browser: Browser, member: Member | null): Promise<Page> {
  return (await contextOf(browser, member)).newPage()
}

const cardOf = (page: Page, title: string): Locator => page.getByRole('article', { name: title })
const buttonOf = (page: Page | Locator, name: string): Locator =>
  page.getByRole('button', { name, exact: true })
const titleOf = (page: Page): Locator => page.getByLabel('Title', { exact: true })
const textOf = (page: Page): Locator => page.getByLabel('Text', { exact: true })
const imageOf = (page: Page): Locator => page.getByLabel('Image (optional)', { exact: true })
const altOf = (page: Page): Locator => page.getByLabel('Description of the image')

async function write(page: Page, title: string, text: string): Promise<void> {
  await titleOf(page).fill(title)
  await textOf(page).fill(text)
}

/** The next minute that a person can still choose, as the field wants it. */
function soon(): string {
  const minute = Math.ceil((Date.now() + HAND_MS) / MINUTE_MS) * MINUTE_MS
  return new Date(minute + AHEAD_MS).toISOString().slice(0, 16)
}

/** The announcements of this title that the member has written. */
async function writtenBy({ api }: Member, title: string) {
  const path = '/api/announcements/my-announcements?size=100'
  const { content } = await api.data<{ content: { id: number; title: string }[] }>('GET', path)
  return content.filter((written) => written.title === title)
}

/** Neither page nor call shows the announcement to a listener or a visitor. */
async function expectHidden(onlookers: readonly Page[], member: Member, id: number, title: string) {
  expect((await member.api.send('GET', `/api/announcements/${id}`)).status).toBe(404)
  for (const page of onlookers) {
    await page.reload()
    await expect(page.getByText('No announcements yet')).toBeVisible()
    await expect(page.getByText(title)).toBeHidden()
  }
}

test.beforeEach(({ station }) => withdrawAnnouncements(station))

// Slow: the field says minutes, and the station publishes when the next one begins.
test('[ON47] a draft is rejected, mended, scheduled, published by the station, and opened from the bell', async ({
  station,
  openChromium,
}) => {
  test.setTimeout(240_000)
  const title = 'Open studio on Saturday'
  const reason = 'Say when it begins.'
  const browser = await openChromium()
  const [dj, moderator, listener] = [
    await station.newMember('DJ'),
    await station.newMember('MODERATOR'),
    await station.newMember('LISTENER'),
  ]
  const author = await pageOf(browser, dj)
  const dashboard = await pageOf(browser, moderator)
  const waiting = await pageOf(browser, listener)
  const onlookers = [await pageOf(browser, listener), await pageOf(browser, null)]
  for (const page of onlookers) await page.goto(`${station.origin}/announcements`)
  await arrive(dashboard, `${station.origin}/moderator`)
  await arrive(author, `${station.origin}/announcements/create`)

  await write(author, title, 'Come to the **studio**.')
  await imageOf(author).setInputFiles(fileOf(pngOf()))
  await altOf(author).fill('The red door')
  await buttonOf(author, 'Send for review').click()
  await expect(cardOf(author, title).getByText('Draft', { exact: true })).toBeVisible()
  const id = (await writtenBy(dj, title))[0]?.id ?? 0
  await expectHidden(onlookers, listener, id, title)

  await expect(bellOf(dashboard)).toHaveText('1')
  await dashboard.goto(`${station.origin}/announcements?show=drafts`)
  await buttonOf(cardOf(dashboard, title), 'Reject…').click()
  await dashboard.getByRole('dialog').getByLabel('Reason').fill(reason)
  await buttonOf(dashboard.getByRole('dialog'), 'Reject').click()
  await expect(cardOf(dashboard, title)).toBeHidden()
  await expectHidden(onlookers, listener, id, title)

  await expect(bellOf(author)).toHaveText('1')
  await expect(rowOf(await openBell(author), reason)).toBeVisible()
  await author.goto(`${station.origin}/announcements?show=mine`)
  await expect(cardOf(author, title).getByText(reason)).toBeVisible()
  await cardOf(author, title).getByRole('link', { name: 'Fix and resubmit' }).click()
  await textOf(author).fill('Come to the **studio** at nine.')
  await buttonOf(author, 'Save and resubmit').click()
  await expect(cardOf(author, title).getByText('Draft', { exact: true })).toBeVisible()

  await arrive(waiting, `${station.origin}/contact`)
  await dashboard.reload()
  await expect(cardOf(dashboard, title).getByText('at nine')).toBeVisible()
  await buttonOf(cardOf(dashboard, title), 'Schedule…').click()
  await dashboard.getByRole('dialog').getByLabel('Publish at').fill(soon())
  await buttonOf(dashboard.getByRole('dialog'), 'Schedule').click()
  await expect(cardOf(dashboard, title)).toBeHidden()
  await expectHidden(onlookers, listener, id, title)

  await expect(bellOf(waiting)).toHaveText('1', { timeout: PUBLICATION_LIMIT_MS })
  await expect(buttonOf(onlookers[1] as Page, '1 new announcement')).toBeVisible()
  await rowOf(await openBell(waiting), title)
    .getByRole('link')
    .click()
  await expect(waiting).toHaveURL(/\/announcements/)
  await expect(panelOf(waiting)).toBeHidden()
  await expect(cardOf(waiting, title).getByText('at nine')).toBeVisible()
  const image = cardOf(waiting, title).getByRole('img', { name: 'The red door' })
  await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(160)
})

test('[AV11] the station refuses what is no image, whatever its name says', async ({
  station,
  openChromium,
}) => {
  const dj = await station.newMember('DJ')
  const page = await pageOf(await openChromium(), dj)
  await page.goto(`${station.origin}/announcements/create`)
  await write(page, 'With a picture', 'Look.')
  const image = pngOf()
  const hostile = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')
  for (const [bytes, words] of [
    [hostile, 'Choose a JPEG, PNG or WebP image'],
    [image.subarray(0, 60), 'This image is damaged'],
    [Buffer.concat([image, hostile]), 'This file holds more than an image'],
  ] as const) {
    await imageOf(page).setInputFiles(fileOf(Buffer.from(bytes)))
    await expect(page.getByText(words, { exact: true })).toBeVisible()
    await expect(altOf(page)).toBeHidden()
  }
  await imageOf(page).setInputFiles(fileOf(image))
  await expect(altOf(page)).toBeVisible()
  await buttonOf(page, 'Send for review').click()
  await expect(page.getByRole('link', { name: /Please describe the image/ })).toBeVisible()
  expect(await writtenBy(dj, 'With a picture')).toEqual([])
})

// Slow: the page tries for 15 s again before it gives up, twice.
test('[AV10] what is written outlives a reload and a cut network, and is written down once', async ({
  station,
  openChromium,
}) => {
  test.setTimeout(180_000)
  const title = 'Kept through everything'
  const dj = await station.newMember('DJ')
  const link = await Link.to(station.origin)
  const page = await pageOf(await openChromium(), dj)
  await page.goto(`${link.origin}/announcements/create`)
  await write(page, title, 'Not a letter is lost.')
  await page.reload()
  await expect(textOf(page)).toHaveValue('Not a letter is lost.')

  link.cut()
  await buttonOf(page, 'Send for review').click()
  await expect(page.getByRole('alert').getByText(/Your text stays here/)).toBeVisible({ timeout: GIVE_UP_MS })
  expect(await writtenBy(dj, title)).toEqual([])
  link.mend()

  // What the station answers is lost on the way.
  link.spoil((url) => (url.startsWith('/api/announcements') ? () => undefined : null))
  await buttonOf(page, 'Send for review').click()
  await expect.poll(async () => (await writtenBy(dj, title)).length).toBe(1)
  await expect(buttonOf(page, 'Send for review')).not.toHaveAttribute('aria-busy', 'true', {
    timeout: GIVE_UP_MS,
  })
  link.spoil(() => null)
  await page.reload()
  await expect(titleOf(page)).toHaveValue(title)
  await textOf(page).fill('Not a letter is lost, and this one is new.')
  await buttonOf(page, 'Send for review').click()
  await expect(cardOf(page, title).getByText('this one is new')).toBeVisible()
  expect(await writtenBy(dj, title)).toHaveLength(1)
  await page.goto(`${link.origin}/announcements/create`)
  await expect(titleOf(page)).toHaveValue('')
  await link.close()
})

test('[AV8] with the keyboard alone one writes, marks, looks, adds an image, sends and schedules', async ({
  station,
  openChromium,
}) => {
  const title = 'Written without a mouse'
  const browser = await openChromium()
  const author = await pageOf(browser, await station.newMember('DJ'))
  // Waited for early: a chooser that nobody waits for yet stays with the browser.
  const chooser = author.waitForEvent('filechooser')
  await author.goto(`${station.origin}/announcements`)
  await press(author.getByRole('link', { name: 'New announcement' }))
  // The new page takes the focus a frame after it is there: what is typed before then would be lost.
  await expect(author.getByRole('heading', { name: 'Create announcement', level: 1 })).toBeFocused()
  await tabTo(titleOf(author))
  await author.keyboard.type(title)
  await tabTo(textOf(author))
  await author.keyboard.type('Tea')
  await author.keyboard.press('Control+A')
  await author.keyboard.press('Control+B')
  await expect(textOf(author)).toHaveValue('**Tea**')
  await author.keyboard.press('Shift+Tab')
  await expect(author.getByRole('button', { name: /^Bold/ })).toBeFocused()
  await author.keyboard.press('ArrowRight')
  await author.keyboard.press('Enter')
  await expect(textOf(author)).toHaveValue('***Tea***')
  await author.keyboard.press('Control+Z')
  await expect(textOf(author)).toHaveValue('**Tea**')

  await tabTo(imageOf(author))
  await author.keyboard.press('Enter')
  await (await chooser).setFiles(fileOf(pngOf()))
  await expect(altOf(author)).toBeVisible()
  await tabTo(altOf(author))
  await author.keyboard.type('A cup')
  const write = author.getByRole('tab', { name: 'Write' })
  for (let steps = 0; steps < 20 && !(await isFocused(write)); steps += 1)
    await author.keyboard.press('Shift+Tab')
  await author.keyboard.press('ArrowRight')
  await expect(cardOf(author, title).getByText('Tea')).toBeVisible()
  await press(buttonOf(author, 'Send for review'))
  await expect(cardOf(author, title)).toBeVisible()

  const dashboard = await pageOf(browser, await station.newMember('MODERATOR'))
  await dashboard.goto(`${station.origin}/announcements`)
  await tabTo(dashboard.getByRole('tab', { name: 'Published' }))
  await dashboard.keyboard.press('ArrowRight')
  await expect(cardOf(dashboard, title)).toBeVisible()
  await press(buttonOf(cardOf(dashboard, title), 'Schedule…'))
  await expect(dashboard.getByLabel('Publish at')).toBeFocused()
  await dashboard.keyboard.type('11212099')
  await dashboard.keyboard.press('Tab')
  await dashboard.keyboard.type('0800AM')
  await press(buttonOf(dashboard.getByRole('dialog'), 'Schedule'))
  await expect(dashboard.getByText('Scheduled for Nov 21, 2099, 8:00 AM')).toBeVisible()
  await expect(dashboard.getByRole('dialog')).toBeHidden()
})

function isFocused(control: Locator): Promise<boolean> {
  return control.evaluate((element) => element === document.activeElement)
}
