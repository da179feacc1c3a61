import type { Browser, Page } from '@playwright/test'
import { IcecastServer } from '../../scripts/lib/icecast-server.ts'
import { contextOf } from '../support/browsers.ts'
import { engineOf, giveEars, hearTone } from '../support/ear.ts'
import { expect, test } from '../support/fixtures.ts'
import { openListener, pressPlay } from '../support/player.ts'
import { ToneSource } from '../support/source.ts'
import { Station } from '../support/station.ts'

const TONE_HZ = 523

/** What an older iPhone answers. */
function playNoOgg(): void {
  Reflect.deleteProperty(window, 'AudioDecoder')
  const ask = HTMLMediaElement.prototype.canPlayType
  HTMLMediaElement.prototype.canPlayType = function (type) {
    return type.includes('ogg') ? '' : ask.call(this, type)
  }
}

async function onAir(station: Station): Promise<ToneSource> {
  const dj = await station.newMember('DJ')
  return ToneSource.start(station, dj, await dj.api.goLive('Evening tones'), { frequencyHz: TONE_HZ })
}

async function openWithoutOgg(browser: Browser, origin: string): Promise<Page> {
  const context = await contextOf(browser, null)
  await giveEars(context)
  await context.addInitScript(playNoOgg)
  const page = await context.newPage()
  await page.goto(origin)
  await pressPlay(page)
  return page
}

test('[MP9] a browser that cannot play Ogg Opus hears the studio as MP3', async ({
  station,
  openChromium,
}) => {
  const source = await onAir(station)
  const page = await openWithoutOgg(await openChromium(), station.origin)
  await hearTone(page, TONE_HZ)
  expect(await engineOf(page)).toBe('plain')
  const asked = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  expect(asked.filter((name) => name.includes('/live.')).map((name) => new URL(name).pathname)).toEqual([
    '/live.mp3',
  ])
  source.close()
})

test('[IC13] a visitor hears the studio from Icecast, and from the station when Icecast goes, without a click', async ({
  openChromium,
}) => {
  const icecast = await IcecastServer.start()
  const { url, adminUrls } = icecast.settings
  const station = await Station.start({ ICECAST_URL: url, ICECAST_ADMIN_URL: adminUrls.join() })
  try {
    const source = await onAir(station)
    const page = await openListener(await openChromium(), station.origin)
    await hearTone(page, TONE_HZ)
    expect(await engineOf(page)).toBe('near')
    expect((await icecast.mount())?.listeners).toBe(1)
    await icecast.stop()
    await expect.poll(() => ownListeners(page), { timeout: 20_000 }).toBe(1)
    await hearTone(page, TONE_HZ)
    source.close()
  } finally {
    await station.close()
    await icecast.close()
  }
})

/** Connections that this page has opened to the station's own stream. */
function ownListeners(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.startsWith(`${location.origin}/live.ogg`)).length,
  )
}
