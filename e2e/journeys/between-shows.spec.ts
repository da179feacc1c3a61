import { setPlayout } from '@carillon/contract/playout/settings'
import { PLAYOUT_ON } from '@carillon/testkit/playout-on'
import { ToneSource } from '@carillon/testkit/source'
import { type Member, Station } from '@carillon/testkit/station'
import type { Browser, Page } from '@playwright/test'
import { violationsInBothThemes } from '../support/axe.ts'
import { contextOf } from '../support/browsers.ts'
import { countConnections, expectKept, lastFailure } from '../support/connections.ts'
import { openFirefox } from '../support/firefox.ts'
import { expect, test } from '../support/fixtures.ts'
import { engineOf, giveListenerProbes, waitForTone } from '../support/listener-probe.ts'
import { expectNear, openListener, pressPlay } from '../support/player.ts'

const REPLAY_HZ = 523
const LIVE_HZ = 880
const EVENING_HZ = 660
const BACK_SECONDS = 20
const SHOW_MS = 12_000
const RECORDING_LIMIT_MS = 30_000

/** A show of 12 s whose recording anyone may hear. */
async function recordShow(station: Station, dj: Member, admin: Member): Promise<void> {
  const id = await dj.api.goLive('Harana Hour')
  const source = await ToneSource.start(station, dj, id, { frequencyHz: REPLAY_HZ })
  const beganMs = Date.now()
  await expect.poll(() => Date.now() - beganMs, { timeout: 2 * SHOW_MS }).toBeGreaterThan(SHOW_MS)
  await dj.api.data('POST', `/api/broadcasts/${id}/end`)
  source.cut()
  const isReady = () =>
    admin.api.data('GET', `/api/broadcasts/${id}/recording`).then(
      () => true,
      () => false,
    )
  await expect.poll(isReady, { timeout: RECORDING_LIMIT_MS }).toBe(true)
  await admin.api.data('PUT', `/api/broadcasts/${id}/recording/visibility`, { isPublic: true })
}

/** A listener whose browser has no WebCodecs. */
async function openPlainListener(browser: Browser, origin: string): Promise<Page> {
  const context = await contextOf(browser, null)
  await giveListenerProbes(context)
  await context.addInitScript(() => void Reflect.deleteProperty(window, 'AudioDecoder'))
  const page = await context.newPage()
  await page.goto(origin)
  await pressPlay(page)
  return page
}

test.describe('a station that plays between shows', () => {
  test.describe.configure({ mode: 'default', timeout: 240_000 })
  let station: Station
  let dj: Member
  test.beforeAll(async () => {
    test.setTimeout(120_000)
    // Of its own: what anyone else recorded would be played as well.
    station = await Station.start()
    dj = await station.newMember('DJ')
    const admin = await station.newMember('ADMIN')
    await recordShow(station, dj, admin)
    await admin.api.data(setPlayout.method, setPlayout.path, PLAYOUT_ON)
  })
  test.afterAll(() => station.close())

  // Slow: three browsers hear two shows.
  test('[LS904] near, plain and in Firefox a listener hears a replay, the show and a replay again, with one press', async ({
    openChromium,
    starvation,
  }) => {
    await expect
      .poll(async () => (await fetch(`${station.origin}/live.ogg`, { method: 'HEAD' })).status)
      .toBe(200)
    const browser = await openChromium()
    const near = await openListener(browser, station.origin)
    await starvation.watch(near)
    const plain = await openPlainListener(browser, station.origin)
    const [ofNear, ofPlain] = [countConnections(near), countConnections(plain)]
    const [nearFailure, plainFailure] = [await lastFailure(near), await lastFailure(plain)]
    const { page: fox, close } = await openFirefox()
    try {
      await expect(near.getByRole('main').getByText('Replay', { exact: true })).toBeVisible()
      await Promise.all([near, plain].map((page) => waitForTone(page, REPLAY_HZ)))
      await expectNear(near, starvation)
      expect(await engineOf(plain)).toBe('plain')
      expect(await violationsInBothThemes(near, 'between shows')).toEqual([])
      await fox.goto(station.origin)
      await fox.waitForSelector('::-p-aria(Play)')
      await (await fox.$('main ::-p-aria([name="Play"][role="button"])'))?.click()
      const foxHears = (hz: number) =>
        fox.waitForFunction(
          (toneHz: number) => window.listenerProbe.hears(toneHz),
          { timeout: 60_000, polling: 100 },
          hz,
        )
      await foxHears(REPLAY_HZ)
      const everybodyHears = (hz: number) =>
        Promise.all([waitForTone(near, hz), waitForTone(plain, hz), foxHears(hz)])

      const id = await dj.api.goLive('Kundiman at Noon')
      const source = await ToneSource.start(station, dj, id, { frequencyHz: LIVE_HZ })
      await everybodyHears(LIVE_HZ)
      await expect(near.getByRole('heading', { level: 1, name: 'Kundiman at Noon' })).toBeVisible()
      await expect(near.getByText('Listening live').first()).toBeVisible()

      await dj.api.data('POST', `/api/broadcasts/${id}/end`)
      source.cut()
      await everybodyHears(REPLAY_HZ)
      await expect(near.getByText('Broadcast ended').first()).toBeVisible()
      await expect(near.getByRole('main').getByRole('button', { name: 'Pause' })).toBeVisible()
      await expectKept(near, nearFailure, ofNear, starvation)
      await expectKept(plain, plainFailure, ofPlain, starvation)
    } finally {
      await close()
    }
  })

  // Slow: who is behind comes to the show in real time.
  test('[LS932] [LS933] a listener goes back between shows, and hears on into the show that begins', async ({
    openChromium,
    starvation,
  }) => {
    const page = await openListener(await openChromium(), station.origin)
    await starvation.watch(page)
    await waitForTone(page, REPLAY_HZ)
    await expectNear(page, starvation)
    const main = page.getByRole('main')
    const strip = main.getByRole('slider', { name: 'Place in the last hours' })
    // What the journey before has left can be gone back to.
    await strip.focus()
    const length = async () => Number(await strip.getAttribute('max'))
    await expect.poll(length).toBeLessThan(3_600)
    await expect.poll(length).toBeGreaterThan(BACK_SECONDS)
    for (let back = 0; back < BACK_SECONDS; back += 10) await page.keyboard.press('ArrowLeft')
    await expect.poll(() => engineOf(page)).toBe('plain')
    await waitForTone(page, REPLAY_HZ)
    await expect(main.getByText('From earlier', { exact: true })).toBeVisible()
    await expect(strip).toHaveAttribute('aria-valuetext', / ago/)
    await main.getByRole('button', { name: 'Back to now' }).click()
    await expect.poll(() => engineOf(page)).toBe('near')
    await main.getByRole('button', { name: 'Back 5 min' }).click()
    await expect.poll(() => engineOf(page)).toBe('plain')
    await strip.focus()
    await page.keyboard.press('End')
    await expect.poll(() => engineOf(page)).toBe('near')
    for (let back = 0; back < BACK_SECONDS; back += 10) await page.keyboard.press('ArrowLeft')
    await expect.poll(() => engineOf(page)).toBe('plain')

    const id = await dj.api.goLive('Evening tones')
    const source = await ToneSource.start(station, dj, id, { frequencyHz: EVENING_HZ })
    await expect(page.getByRole('heading', { level: 1, name: 'Evening tones' })).toBeVisible()
    await waitForTone(page, REPLAY_HZ)
    await expect(main.getByText('Behind live', { exact: true })).toBeVisible()
    await waitForTone(page, EVENING_HZ)
    await expect(main.getByText('Behind live', { exact: true })).toBeVisible()
    await main.getByRole('button', { name: 'Back to live' }).click()
    await expect(main.getByText('Listening live')).toBeVisible()
    await dj.api.data('POST', `/api/broadcasts/${id}/end`)
    source.cut()
  })
})
