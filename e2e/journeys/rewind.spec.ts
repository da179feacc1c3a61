import { ToneSource } from '@carillon/testkit/source'
import { expect, test } from '../support/fixtures.ts'
import { engineOf, waitForTone } from '../support/listener-probe.ts'
import { expectNear, openListener } from '../support/player.ts'

const EARLIER_HZ = 440
const NOW_HZ = 880
const BEHIND = /^-\d+:\d\d/
/** What three arrow keys go back. */
const BACK_SECONDS = 30

// Slow: a show has to be on air for longer than its listener goes back.
test('[LS921] a listener goes back ten seconds three times and hears what was sent then, pauses without losing the place, and comes back to what is live', async ({
  station,
  openChromium,
  starvation,
}) => {
  test.setTimeout(150_000)
  const dj = await station.newMember('DJ')
  const source = await ToneSource.start(station, dj, await dj.api.goLive('Evening tones'), {
    frequencyHz: EARLIER_HZ,
  })
  const page = await openListener(await openChromium(), station.origin)
  await starvation.watch(page)
  await waitForTone(page, EARLIER_HZ)
  const strip = page.getByRole('slider', { name: 'Place in the show' })
  await expect
    .poll(async () => Number(await strip.getAttribute('max')), { timeout: 60_000 })
    .toBeGreaterThan(BACK_SECONDS + 6)
  source.play({ frequencyHz: NOW_HZ })
  await waitForTone(page, NOW_HZ)
  await expectNear(page, starvation)

  await strip.focus()
  const place = async () => Number(await strip.inputValue())
  const [from, pressedAtMs] = [await place(), Date.now()]
  for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('ArrowLeft')
  const beyond = (await place()) - (from - BACK_SECONDS)
  // It moves on with the show, before the press and after.
  expect(beyond).toBeGreaterThanOrEqual(-1)
  expect(beyond).toBeLessThanOrEqual((Date.now() - pressedAtMs) / 1_000 + 1)
  // Where the tone changes, both are in what is listened to for a while: what comes back is the engine's that goes back.
  await expect.poll(() => engineOf(page)).toBe('plain')
  await waitForTone(page, EARLIER_HZ)
  const main = page.getByRole('main')
  await expect(main.getByText('Behind live', { exact: true })).toBeVisible()
  await expect(main.getByText(BEHIND)).toBeVisible()
  await expect(strip).toHaveAttribute('aria-valuetext', /behind live/)

  await main.getByRole('button', { name: 'Pause', exact: true }).click()
  const before = await place()
  const max = Number(await strip.getAttribute('max'))
  await expect.poll(async () => Number(await strip.getAttribute('max'))).toBeGreaterThan(max + 3)
  expect(Math.abs((await place()) - before)).toBeLessThanOrEqual(1)
  await main.getByRole('button', { name: 'Play', exact: true }).click()
  await waitForTone(page, EARLIER_HZ)

  const pressedAt = Date.now()
  await main.getByRole('button', { name: 'Back to live' }).click()
  await waitForTone(page, NOW_HZ)
  test.info().annotations.push({ type: 'back to live', description: `${Date.now() - pressedAt} ms` })
  await expectNear(page, starvation)
  await expect(main.getByText('Listening live')).toBeVisible()
  await expect(main.getByRole('button', { name: 'Back to live' })).toBeHidden()
  source.close()
})

// Slow: what was said comes back when its place in the sound does.
test('[LS922] from the beginning, and the chat as it was then', async ({ station, openChromium }) => {
  const dj = await station.newMember('DJ')
  const id = await dj.api.goLive('Evening tones')
  const source = await ToneSource.start(station, dj, id, { frequencyHz: EARLIER_HZ })
  const page = await openListener(await openChromium(), station.origin)
  const strip = page.getByRole('slider', { name: 'Place in the show' })
  await expect
    .poll(async () => Number(await strip.getAttribute('max')), { timeout: 60_000 })
    .toBeGreaterThan(12)
  const message = page.getByRole('log').getByText('What a song')
  await dj.api.data('POST', `/api/chats/${id}`, { content: 'What a song' })
  await expect(message).toBeVisible()
  await expect(page.getByRole('switch', { name: 'Chat as I hear it' })).toBeHidden()
  await page.getByRole('button', { name: 'From the beginning' }).click()
  await waitForTone(page, EARLIER_HZ)
  await expect(page.getByRole('banner').getByText(BEHIND)).toBeVisible()
  await page.getByRole('switch', { name: 'Chat as I hear it' }).check()
  await expect(message).toBeHidden()
  await expect(message).toBeVisible({ timeout: 30_000 })
  source.close()
})

// Slow: a show has to be on air for longer than its listener goes back.
test('[LS929] a recording that becomes private leaves who is behind at what is live, on another page too', async ({
  station,
  openChromium,
}) => {
  const dj = await station.newMember('DJ')
  const id = await dj.api.goLive('Evening tones')
  const source = await ToneSource.start(station, dj, id, { frequencyHz: EARLIER_HZ })
  const page = await openListener(await openChromium(), station.origin)
  const strip = page.getByRole('slider', { name: 'Place in the show' })
  await expect
    .poll(async () => Number(await strip.getAttribute('max')), { timeout: 60_000 })
    .toBeGreaterThan(12)
  await page.getByRole('button', { name: 'From the beginning' }).click()
  await waitForTone(page, EARLIER_HZ)
  source.play({ frequencyHz: NOW_HZ })
  const pill = page.getByRole('banner').getByText(BEHIND)
  await expect(pill).toBeVisible()
  await page.getByRole('link', { name: 'Full schedule' }).click()
  await expect(page).toHaveURL(/\/schedule$/)
  await dj.api.data('PUT', `/api/broadcasts/${id}/recording/visibility`, { isPublic: false })
  await waitForTone(page, NOW_HZ)
  await expect(pill).toBeHidden()
  expect(await engineOf(page)).toBe('near')
  source.close()
})

// Slow: the sound is lost for seconds, and the show goes on until that is behind what is live.
test('[LS926] the strip names where another show was taken over from, and where the sound was lost', async ({
  station,
  openChromium,
}) => {
  const [dj, next] = [await station.newMember('DJ'), await station.newMember('DJ')]
  const from = await dj.api.goLive('Morning show')
  const before = await ToneSource.start(station, dj, from)
  const { id } = await next.api.data<{ id: number }>('POST', '/api/broadcasts', { title: 'Evening tones' })
  await next.api.data('POST', `/api/broadcasts/${id}/stand-by`)
  const cut = await ToneSource.start(station, next, id)
  await dj.api.data('POST', `/api/broadcasts/${from}/hand-over`, { to: id })
  before.close()
  const page = await openListener(await openChromium(), station.origin)
  const strip = page.getByRole('slider', { name: 'Place in the show' })
  const lengthOf = async () => Number(await strip.getAttribute('max'))
  await expect.poll(lengthOf, { timeout: 60_000 }).toBeGreaterThan(13)
  cut.close()
  await strip.focus()
  await expect(page.getByTitle('Sound is lost')).toBeAttached({ timeout: 30_000 })
  const source = await ToneSource.start(station, next, id)
  await expect(page.getByTitle(/^Sound was lost for \d+ s$/)).toBeAttached({ timeout: 30_000 })
  const lossBeganAt = await lengthOf()
  await expect.poll(lengthOf).toBeGreaterThan(lossBeganAt + 12)

  const main = page.getByRole('main')
  // The words are there for 5 s of the show: a pause holds the place, unless it comes later than that.
  await expect(async () => {
    await page.getByRole('button', { name: 'From the beginning' }).click()
    await main.getByRole('button', { name: 'Pause', exact: true }).click()
    await expect(main.getByText('Taken over from Morning show', { exact: true })).toBeVisible({
      timeout: 2_000,
    })
  }).toPass({ timeout: 20_000 })
  await expect(strip).toHaveAttribute('aria-valuetext', /, Taken over from Morning show$/)
  await main.getByRole('button', { name: 'Play', exact: true }).click()
  await strip.press('ArrowRight')
  await expect(main.getByText(/^Sound was lost for \d+ s$/)).toBeVisible({ timeout: 15_000 })
  await expect(strip).toHaveAttribute('aria-valuetext', /, Sound was lost for \d+ s$/)
  source.close()
})
