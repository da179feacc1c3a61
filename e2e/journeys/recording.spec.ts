import type { Page } from '@playwright/test'
import { contextOf, programPath } from '../support/browsers.ts'
import { giveEars, hearTone, isSilent } from '../support/ear.ts'
import { FIREFOX_TEST_LIMIT_MS, openFirefox } from '../support/firefox.ts'
import { expect, test } from '../support/fixtures.ts'
import { complaintsAbout } from '../support/judges.ts'
import { probedMs, type RecordedShow, recordShow, TONES_HZ } from '../support/recorded-show.ts'
import { RecordingSeat } from '../support/recording-seat.ts'
import { ToneSource } from '../support/source.ts'
import type { Station } from '../support/station.ts'

/** The show, the whole of it again in real time, and a little more. */
const TEST_LIMIT_MS = 150_000
/** Browsers and ffprobe count the first 6.5 ms, the pre-skip, each in its way. */
const SAME_LENGTH_MS = 50

// One worker, so that one show is enough for all of them.
test.describe.configure({ mode: 'default' })

const shows = new WeakMap<Station, Promise<RecordedShow>>()

/** One show is enough for all who hear it again. */
function recordedShow(station: Station): Promise<RecordedShow> {
  const show = shows.get(station) ?? recordShow(station)
  shows.set(station, show)
  return show
}

const [FIRST_HZ = 0, , THIRD_HZ = 0] = TONES_HZ
/** Early in the third stretch: enough is left that the recording does not end before the next press. */
const IN_THIRD = 0.6
/** None of the show's. */
const LIVE_HZ = 1500

const sliderOf = (page: Page) => page.getByRole('slider', { name: 'Place in the recording' })

/** From start to end: each stretch between the drops is heard in its turn, and the length is as told. */
async function hearAll(seat: RecordingSeat, { durationMs }: RecordedShow): Promise<void> {
  expect((await seat.now()).shown).toBe(`0 seconds of ${Math.floor(durationMs / 1000)} seconds`)
  await seat.toggle()
  const startedAt = performance.now()
  for (const tone of TONES_HZ) await seat.untilHears(tone)
  await seat.untilState('ended')
  expect(performance.now() - startedAt).toBeGreaterThan(durationMs - 1_000)
  const { ended, duration, at } = await seat.now()
  expect(ended).toBe(true)
  expect(Math.abs(duration - durationMs)).toBeLessThan(SAME_LENGTH_MS)
  expect(Math.abs(at - durationMs)).toBeLessThan(SAME_LENGTH_MS)
}

/** Any place: while it rests it begins there, while it sounds it goes on there; by pointer and by key. */
async function hearPlaces(seat: RecordingSeat, show: RecordedShow): Promise<void> {
  await seat.expectAt(await seat.pressAt(IN_THIRD, show))
  await seat.toggle()
  await seat.untilHears(THIRD_HZ)
  const asked = await seat.pressAt(0.06, show)
  await seat.expectSoundingFrom(asked)
  await seat.untilHears(FIRST_HZ)
  await seat.toggle()
  await seat.untilState('paused')
  expect(await seat.isSilent()).toBe(true)
  const { at } = await seat.now()
  await seat.press('ArrowRight')
  await seat.expectAt(at + 5_000)
  await seat.press('Home')
  await seat.expectAt(0)
}

test.describe('a show whose source dropped out three times', () => {
  // Slow: the show is held in real time, with three drops.
  test('[WR1] is one faultless file, as long as the station says', async ({ station }) => {
    test.setTimeout(TEST_LIMIT_MS)
    const { durationMs, file } = await recordedShow(station)
    expect(complaintsAbout(file)).toEqual([])
    expect(Math.abs(probedMs(file) - durationMs)).toBeLessThan(SAME_LENGTH_MS)
  })

  // Slow: the whole show sounds again, in real time.
  test('[WR1] is heard again in Chromium, from start to end and from any place', async ({
    station,
    openChromium,
  }) => {
    test.setTimeout(TEST_LIMIT_MS)
    const show = await recordedShow(station)
    const context = await contextOf(await openChromium(), null)
    await giveEars(context)
    const page = await context.newPage()
    const { mouse, keyboard } = page
    const seat = new RecordingSeat({
      goto: (url) => page.goto(url),
      evaluate: (source) => page.evaluate(source),
      mouse,
      press: (key) => keyboard.press(key),
    })
    await seat.open(station.origin, show)
    await hearAll(seat, show)
    await hearPlaces(seat, show)
  })

  // Slow: the whole show sounds again, in real time.
  test('[WR1] is heard again in Firefox, from start to end and from any place', async ({ station }) => {
    test.skip(!programPath('firefox-esr', 'firefox'), 'no Firefox on this machine')
    test.setTimeout(FIREFOX_TEST_LIMIT_MS + TEST_LIMIT_MS)
    const show = await recordedShow(station)
    const { page, close } = await openFirefox()
    try {
      const seat = new RecordingSeat({
        goto: (url) => page.goto(url),
        evaluate: (source) => page.evaluate(source),
        mouse: page.mouse,
        press: (key) => page.keyboard.press(key as 'Home'),
      })
      await seat.open(station.origin, show)
      await hearAll(seat, show)
      await hearPlaces(seat, show)
    } finally {
      await close()
    }
  })
})

test('[WR3] a recording and the live stream never sound together', async ({ station, openChromium }) => {
  test.setTimeout(TEST_LIMIT_MS)
  const show = await recordedShow(station)
  const source = await ToneSource.start(station, show.dj, await show.dj.api.goLive('Later'), {
    frequencyHz: LIVE_HZ,
  })
  const context = await contextOf(await openChromium(), null)
  await giveEars(context)
  const page = await context.newPage()
  await page.goto(`${station.origin}/broadcast/${show.id}`)
  const recording = page.getByRole('region', { name: 'Recording' })
  const whatSounds = () =>
    page.evaluate(([a, b]) => [a, b].map((tone) => window.ear.hears(tone)), [FIRST_HZ, LIVE_HZ] as const)

  await recording.getByRole('button', { name: 'Play' }).click()
  await hearTone(page, FIRST_HZ)
  await page.getByRole('button', { name: /Open player controls/ }).click()
  await page.locator('header').getByRole('button', { name: 'Play', exact: true }).click()
  await hearTone(page, LIVE_HZ)
  await expect(recording).toHaveAttribute('data-state', 'paused')
  expect(await whatSounds()).toEqual([false, true])

  await page.keyboard.press('Escape')
  await sliderOf(page).press('Home')
  await recording.getByRole('button', { name: 'Play' }).click()
  await hearTone(page, FIRST_HZ)
  expect(await whatSounds()).toEqual([true, false])
  expect(await page.evaluate(() => navigator.mediaSession.metadata?.title)).toBe('Harana Hour')
  source.close()
})

test('[WR5] P pauses what sounds: the live stream, else the recording', async ({ station, openChromium }) => {
  test.setTimeout(TEST_LIMIT_MS)
  const show = await recordedShow(station)
  const source = await ToneSource.start(station, show.dj, await show.dj.api.goLive('Later'), {
    frequencyHz: LIVE_HZ,
  })
  const context = await contextOf(await openChromium(), null)
  await giveEars(context)
  const page = await context.newPage()
  await page.goto(`${station.origin}/broadcast/${show.id}`)
  await sliderOf(page).waitFor()
  await page.getByRole('button', { name: /Open player controls/ }).click()
  await page.locator('header').getByRole('button', { name: 'Play', exact: true }).click()
  await hearTone(page, LIVE_HZ)
  await page.keyboard.press('Escape')
  await page.keyboard.press('p')
  await expect.poll(() => isSilent(page)).toBe(true)
  await page.keyboard.press('p')
  await hearTone(page, FIRST_HZ)
  await page.keyboard.press('p')
  await expect.poll(() => isSilent(page)).toBe(true)
  source.close()
})
