import { ToneSource } from '@carillon/testkit/source'
import type { Station } from '@carillon/testkit/station'
import type { Browser, Page } from '@playwright/test'
import { contextOf, programPath } from '../support/browsers.ts'
import { FIREFOX_TEST_LIMIT_MS, openFirefox } from '../support/firefox.ts'
import { expect, test } from '../support/fixtures.ts'
import { inGrowingBursts, Link } from '../support/link.ts'
import { engineOf, giveListenerProbes, waitForTone } from '../support/listener-probe.ts'
import { expectNear, pressPlay } from '../support/player.ts'

const TONE_HZ = 523

async function onAir(station: Station): Promise<ToneSource> {
  const dj = await station.newMember('DJ')
  return ToneSource.start(station, dj, await dj.api.goLive('Evening tones'), { frequencyHz: TONE_HZ })
}

async function openPlayer(browser: Browser, origin: string, prepare?: () => void): Promise<Page> {
  const context = await contextOf(browser, null)
  await giveListenerProbes(context)
  if (prepare) await context.addInitScript(prepare)
  const page = await context.newPage()
  await page.goto(origin)
  await pressPlay(page)
  return page
}

function withoutCodecs(): void {
  Reflect.deleteProperty(window, 'AudioDecoder')
}

/** The page's own decoder gets bytes that are no packet, from the fiftieth on. */
function breakDecoder(): void {
  const decode = AudioDecoder.prototype.decode
  let packets = 0
  AudioDecoder.prototype.decode = function (chunk) {
    packets += 1
    const { type, timestamp } = chunk
    // Code 3 without a frame count (RFC 6716 s3.2.5).
    const broken = () => new EncodedAudioChunk({ type, timestamp, data: new Uint8Array([0xff]) })
    decode.call(this, packets < 50 ? chunk : broken())
  }
}

test.describe('listening', () => {
  test('[ON18] a visitor presses Play and hears the studio through the near engine', async ({
    station,
    openChromium,
    starvation,
  }) => {
    const source = await onAir(station)
    const page = await openPlayer(await openChromium(), station.origin)
    await starvation.watch(page)
    await waitForTone(page, TONE_HZ)
    await expectNear(page, starvation)
    source.close()
  })

  test('[ON19] without WebCodecs the plain engine plays', async ({ station, openChromium }) => {
    const source = await onAir(station)
    const page = await openPlayer(await openChromium(), station.origin, withoutCodecs)
    await waitForTone(page, TONE_HZ)
    expect(await engineOf(page)).toBe('plain')
    source.close()
  })

  test('[ON19] a decoder that fails hands over to the plain engine without a click', async ({
    station,
    openChromium,
  }) => {
    const source = await onAir(station)
    const page = await openPlayer(await openChromium(), station.origin, breakDecoder)
    await expect.poll(() => engineOf(page), { timeout: 20_000 }).toBe('plain')
    await waitForTone(page, TONE_HZ)
    source.close()
  })

  // Slow: the page gives up on its engine after the third time that sound is missing.
  test('[ON19] a network that starves and floods hands over to the plain engine without a click', async ({
    station,
    openChromium,
    starvation,
  }) => {
    const source = await onAir(station)
    const link = await Link.to(station.origin)
    const page = await openPlayer(await openChromium({ over: link }), station.origin)
    await starvation.watch(page)
    await waitForTone(page, TONE_HZ)
    await expectNear(page, starvation)
    // Also where the sound comes from an Icecast beside the station.
    link.spoil((url) => (url.includes('/live.ogg') ? inGrowingBursts(1_000, 500, 3_000) : null))
    await expect.poll(() => engineOf(page), { timeout: 45_000 }).toBe('plain')
    await waitForTone(page, TONE_HZ)
    source.close()
    await link.close()
  })

  for (const engine of ['near', 'plain'] as const) {
    // Slow: Firefox starts in seconds, or in many where nobody has started it for long.
    test(`[ON20] Firefox hears the same, ${engine}`, async ({ station, starvation }) => {
      test.skip(!programPath('firefox-esr', 'firefox'), 'no Firefox on this machine')
      test.setTimeout(FIREFOX_TEST_LIMIT_MS)
      const source = await onAir(station)
      const { page, close } = await openFirefox()
      try {
        if (engine === 'plain') await page.evaluateOnNewDocument(withoutCodecs)
        await page.goto(station.origin)
        await starvation.watch(page)
        await page.locator('main ::-p-aria([name="Play"][role="button"])').click()
        const options = { timeout: 30_000, polling: 200 }
        await page.waitForFunction((toneHz) => window.listenerProbe.hears(toneHz), options, TONE_HZ)
        if (engine === 'near') await expectNear(page, starvation)
        else expect(await page.evaluate(() => window.listenerProbe.engine())).toBe(engine)
      } finally {
        await close()
        source.close()
      }
    })
  }
})
