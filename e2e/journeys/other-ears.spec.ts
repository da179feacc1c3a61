import { IcecastServer } from '@carillon/testkit/icecast-server'
import { ToneSource } from '@carillon/testkit/source'
import { Station } from '@carillon/testkit/station'
import type { Browser } from '@playwright/test'
import { contextOf } from '../support/browsers.ts'
import { expect, test } from '../support/fixtures.ts'
import { engineOf, giveListenerProbes, waitForTone } from '../support/listener-probe.ts'
import { expectNear, pressPlay } from '../support/player.ts'

const TONE_HZ = 523

/** Answers as an older iPhone does, which knows Opus in no file. */
function playNoOgg(): void {
  Reflect.deleteProperty(window, 'AudioDecoder')
  const ask = HTMLMediaElement.prototype.canPlayType
  HTMLMediaElement.prototype.canPlayType = function (type) {
    return type.includes('opus') ? '' : ask.call(this, type)
  }
}

async function onAir(station: Station): Promise<ToneSource> {
  const dj = await station.newMember('DJ')
  return ToneSource.start(station, dj, await dj.api.goLive('Evening tones'), { frequencyHz: TONE_HZ })
}

/** A visitor who has let the page load, and the addresses of the streams that it has asked for. */
async function openListener(browser: Browser, origin: string, prepare?: () => void) {
  const context = await contextOf(browser, null)
  await giveListenerProbes(context)
  if (prepare) await context.addInitScript(prepare)
  const page = await context.newPage()
  const asked: string[] = []
  page.on('request', (request) => {
    const { origin: from, pathname } = new URL(request.url())
    if (pathname.startsWith('/live.')) asked.push(from + pathname)
  })
  const configLoaded = page.waitForResponse((response) => response.url().includes('/api/stream/config'))
  await page.goto(origin)
  await (await configLoaded).finished()
  await pressPlay(page)
  return { page, asked }
}

test('[MP9] a browser that cannot play Ogg Opus hears the studio as MP3', async ({
  station,
  openChromium,
}) => {
  const source = await onAir(station)
  const { page, asked } = await openListener(await openChromium(), station.origin, playNoOgg)
  await waitForTone(page, TONE_HZ)
  expect(await engineOf(page)).toBe('plain')
  expect(asked).toEqual([`${station.origin}/live.mp3`])
  source.close()
})

// Slow: the page plays what it has before it leaves an Icecast that is gone.
test('[IC13] a visitor hears the studio from Icecast, and from the station when Icecast goes, without a click', async ({
  openChromium,
  starvation,
}) => {
  const icecast = await IcecastServer.start()
  const { url, adminUrls } = icecast.settings
  const station = await Station.start({ ICECAST_URL: url, ICECAST_ADMIN_URL: adminUrls.join() })
  try {
    const source = await onAir(station)
    const { page, asked } = await openListener(await openChromium(), station.origin)
    await starvation.watch(page)
    await waitForTone(page, TONE_HZ)
    await expectNear(page, starvation)
    expect(asked).toEqual([icecast.listenUrl])
    expect((await icecast.mount())?.listeners).toBe(1)
    await icecast.stop()
    await expect.poll(() => asked.slice(1), { timeout: 20_000 }).toEqual([`${station.origin}/live.ogg`])
    await expect(page.getByRole('main').getByRole('button', { name: 'Pause', exact: true })).toBeVisible()
    await waitForTone(page, TONE_HZ)
    source.close()
  } finally {
    await station.close()
    await icecast.close()
  }
})
