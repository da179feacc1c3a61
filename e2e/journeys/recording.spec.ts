import { ToneSource } from '@carillon/testkit/source'
import type { Station } from '@carillon/testkit/station'
import type { Page } from '@playwright/test'
import { contextOf, programPath } from '../support/browsers.ts'
import { FIREFOX_TEST_LIMIT_MS, openFirefox } from '../support/firefox.ts'
import { expect, test } from '../support/fixtures.ts'
import { giveListenerProbes, isSilent, waitForTone } from '../support/listener-probe.ts'
import { probedMs, type RecordedShow, recordShow, TONES_HZ } from '../support/recorded-show.ts'
import { RecordingTestPage } from '../support/recording-test-page.ts'
import { complaintsAbout } from '../support/stream-validators.ts'

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
/** Where the third stretch begins: enough is left that neither it nor the recording ends before the next press. */
const IN_THIRD = 0.54
/** None of the show's. */
const LIVE_HZ = 1500

const sliderOf = (page: Page) => page.getByRole('slider', { name: 'Position in the recording' })

/** From start to end: each stretch between the drops is heard in its turn, and the length is as told. */
async function expectWholeRecording(
  testPage: RecordingTestPage,
  { durationMs }: RecordedShow,
): Promise<void> {
  expect((await testPage.now()).shown).toBe(`0 seconds of ${Math.floor(durationMs / 1000)} seconds`)
  await testPage.toggle()
  const startedAt = performance.now()
  for (const tone of TONES_HZ) await testPage.untilHears(tone)
  await testPage.untilState('ended')
  expect(performance.now() - startedAt).toBeGreaterThan(durationMs - 1_000)
  const { ended, duration, at } = await testPage.now()
  expect(ended).toBe(true)
  expect(Math.abs(duration - durationMs)).toBeLessThan(SAME_LENGTH_MS)
  expect(Math.abs(at - durationMs)).toBeLessThan(SAME_LENGTH_MS)
}

/** Any place: while it rests it begins there, while it sounds it goes on there; by pointer and by key. */
async function expectPlaces(testPage: RecordingTestPage, show: RecordedShow): Promise<void> {
  await testPage.expectAt(await testPage.pressAt(IN_THIRD, show))
  await testPage.toggle()
  await testPage.untilHears(THIRD_HZ)
  const asked = await testPage.pressAt(0.06, show)
  await testPage.expectSoundingFrom(asked)
  await testPage.untilHears(FIRST_HZ)
  await testPage.toggle()
  await testPage.untilState('paused')
  expect(await testPage.isSilent()).toBe(true)
  const { at } = await testPage.now()
  await testPage.press('ArrowRight')
  await testPage.expectAt(at + 5_000)
  await testPage.press('Home')
  await testPage.expectAt(0)
}

/** Counts in the page, from now on, how often both sound at once; gives what reads the count. */
async function noteTogether(page: Page): Promise<() => Promise<unknown>> {
  await page.evaluate(
    ([recorded, live]) => {
      const { hears } = window.listenerProbe
      let count = 0
      setInterval(() => {
        if (hears(recorded) && hears(live)) count += 1
      }, 50)
      Object.assign(window, { soundedTogether: () => count })
    },
    [FIRST_HZ, LIVE_HZ] as const,
  )
  return () => page.evaluate('window.soundedTogether()')
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
    await giveListenerProbes(context)
    const page = await context.newPage()
    const { mouse, keyboard } = page
    const testPage = new RecordingTestPage({
      goto: (url) => page.goto(url),
      evaluate: (source) => page.evaluate(source),
      mouse,
      press: (key) => keyboard.press(key),
    })
    await testPage.open(station.origin, show)
    await expectWholeRecording(testPage, show)
    await expectPlaces(testPage, show)
  })

  // Slow: the whole show sounds again, in real time.
  test('[WR1] is heard again in Firefox, from start to end and from any place', async ({ station }) => {
    test.skip(!programPath('firefox-esr', 'firefox'), 'no Firefox on this machine')
    test.setTimeout(FIREFOX_TEST_LIMIT_MS + TEST_LIMIT_MS)
    const show = await recordedShow(station)
    const { page, close } = await openFirefox()
    try {
      const testPage = new RecordingTestPage({
        goto: (url) => page.goto(url),
        evaluate: (source) => page.evaluate(source),
        mouse: page.mouse,
        press: (key) => page.keyboard.press(key as 'Home'),
      })
      await testPage.open(station.origin, show)
      await expectWholeRecording(testPage, show)
      await expectPlaces(testPage, show)
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
  await giveListenerProbes(context)
  const page = await context.newPage()
  await page.goto(`${station.origin}/broadcast/${show.id}`)
  const recording = page.getByRole('region', { name: 'Recording' })
  const whatSounds = () =>
    page.evaluate(([a, b]) => [a, b].map((tone) => window.listenerProbe.hears(tone)), [
      FIRST_HZ,
      LIVE_HZ,
    ] as const)
  const soundedTogether = await noteTogether(page)

  await recording.getByRole('button', { name: 'Play' }).click()
  await waitForTone(page, FIRST_HZ)
  await page.getByRole('button', { name: /Open player controls/ }).click()
  await page.locator('header').getByRole('button', { name: 'Play', exact: true }).click()
  await waitForTone(page, LIVE_HZ)
  await expect(recording).toHaveAttribute('data-state', 'paused')
  await expect.poll(whatSounds).toEqual([false, true])

  await page.keyboard.press('Escape')
  await sliderOf(page).press('Home')
  await recording.getByRole('button', { name: 'Play' }).click()
  await waitForTone(page, FIRST_HZ)
  await expect.poll(whatSounds, { intervals: [100] }).toEqual([true, false])
  expect(await page.evaluate(() => navigator.mediaSession.metadata?.title)).toBe('Harana Hour')
  expect(await soundedTogether()).toBe(0)
  source.close()
})

test('[WR5] P pauses what sounds: the live stream, else the recording', async ({ station, openChromium }) => {
  test.setTimeout(TEST_LIMIT_MS)
  const show = await recordedShow(station)
  const source = await ToneSource.start(station, show.dj, await show.dj.api.goLive('Later'), {
    frequencyHz: LIVE_HZ,
  })
  const context = await contextOf(await openChromium(), null)
  await giveListenerProbes(context)
  const page = await context.newPage()
  await page.goto(`${station.origin}/broadcast/${show.id}`)
  await sliderOf(page).waitFor()
  await page.getByRole('button', { name: /Open player controls/ }).click()
  await page.locator('header').getByRole('button', { name: 'Play', exact: true }).click()
  await waitForTone(page, LIVE_HZ)
  await page.keyboard.press('Escape')
  await page.keyboard.press('p')
  await expect.poll(() => isSilent(page)).toBe(true)
  await page.keyboard.press('p')
  await waitForTone(page, FIRST_HZ)
  await page.keyboard.press('p')
  await expect.poll(() => isSilent(page)).toBe(true)
  source.close()
})
