import { HttpListener } from '@carillon/testkit/listener'
import type { Page } from '@playwright/test'
import { contextOf } from '../support/browsers.ts'
import { expect, test } from '../support/fixtures.ts'
import { waitForTone } from '../support/listener-probe.ts'
import { openListener } from '../support/player.ts'
import { complaintsAbout } from '../support/stream-validators.ts'
import { chooseSource, goLive, openStudio } from '../support/studio.ts'
import { exactly, TEXTS } from '../support/texts.ts'
import { toneFile } from '../support/wav.ts'

const MICROPHONE_HZ = 440
const TAB_HZ = 880
const TAB_TITLE = 'A tab that sounds'

/** Sources that the DJ turns to on air, and the sound that only then is there. */
const CHANGES = [
  ['computer', TAB_HZ],
  ['microphone', MICROPHONE_HZ],
  ['both', TAB_HZ],
] as const

/** Answers of the browser's picker, and the page's words for each. */
const REFUSALS = [
  { name: 'NotSupportedError', text: /Chrome, Edge or Firefox, or microphone mode/ },
  { name: 'NotAllowedError', text: exactly(TEXTS.captureDenied) },
  { name: 'NotFoundError', text: exactly(TEXTS.captureNotFound) },
  { name: 'AbortError', text: exactly(TEXTS.captureCancelled) },
] as const

/** A tab of another site that sounds until it is closed. */
async function playInTab(page: Page): Promise<void> {
  await page.setContent(`<title>${TAB_TITLE}</title><button>Play</button>`)
  await page.getByRole('button').click()
  await page.evaluate((frequency) => {
    const context = new AudioContext()
    const oscillator = new OscillatorNode(context, { frequency })
    oscillator.connect(new GainNode(context, { gain: 0.4 })).connect(context.destination)
    oscillator.start()
  }, TAB_HZ)
}

test.describe('what the DJ sends', () => {
  for (const [mode, frequencies] of [
    ['computer', [TAB_HZ]],
    ['both', [TAB_HZ, MICROPHONE_HZ]],
  ] as const) {
    test(`[ON27] ${mode}: the sound of a real tab reaches the listener`, async ({
      station,
      openChromium,
    }) => {
      const browser = await openChromium({ microphone: toneFile(MICROPHONE_HZ), captureTab: TAB_TITLE })
      const context = await contextOf(browser, await station.newMember('DJ'))
      await playInTab(await context.newPage())
      const studio = await context.newPage()
      await openStudio(studio, station.origin)
      await chooseSource(studio, mode)
      await goLive(studio)
      const listener = await openListener(await openChromium(), station.origin)
      for (const frequency of frequencies) await waitForTone(listener, frequency)
    })
  }

  // Slow: the source changes three times, and each change has to be heard.
  test('[ON29] a source that changes on air is heard, and 200 listeners stay on one stream', async ({
    station,
    openChromium,
  }) => {
    const browser = await openChromium({ microphone: toneFile(MICROPHONE_HZ), captureTab: TAB_TITLE })
    const context = await contextOf(browser, await station.newMember('DJ'))
    await playInTab(await context.newPage())
    const studio = await context.newPage()
    await openStudio(studio, station.origin)
    await goLive(studio)
    const listeners = await Promise.all(
      Array.from({ length: 200 }, (_, number) =>
        HttpListener.join(station.origin, '/live.ogg', number === 0),
      ),
    )
    const listenerProbe = await openListener(await openChromium(), station.origin)
    await waitForTone(listenerProbe, MICROPHONE_HZ)
    for (const [mode, frequency] of CHANGES) {
      await chooseSource(studio, mode)
      await waitForTone(listenerProbe, frequency)
    }
    for (const listener of listeners) listener.leave()
    expect(listeners.filter(({ isDisconnected }) => isDisconnected)).toHaveLength(0)
    expect(listeners.flatMap(({ watcher }) => watcher.faults)).toEqual([])
    expect(Math.max(...listeners.map(({ watcher }) => watcher.serials.length))).toBe(1)
    expect(complaintsAbout(listeners[0]?.bytes() ?? Buffer.alloc(0))).toEqual([])
  })

  for (const { name, text } of REFUSALS) {
    test(`[ON28] a picker that answers ${name} is explained`, async ({ station, openChromium }) => {
      const context = await contextOf(await openChromium(), await station.newMember('DJ'))
      await context.addInitScript((errorName) => {
        navigator.mediaDevices.getDisplayMedia = async () => {
          throw new DOMException('refused', errorName)
        }
      }, name)
      const studio = await context.newPage()
      await openStudio(studio, station.origin)
      await chooseSource(studio, 'computer')
      await expect(studio.getByText(text).first()).toBeVisible()
    })
  }

  test('[ON28] a source without sound is explained', async ({ station, openChromium }) => {
    const context = await contextOf(await openChromium(), await station.newMember('DJ'))
    await context.addInitScript(() => {
      navigator.mediaDevices.getDisplayMedia = async () => document.createElement('canvas').captureStream()
    })
    const studio = await context.newPage()
    await openStudio(studio, station.origin)
    await chooseSource(studio, 'computer')
    await expect(studio.getByText(exactly(TEXTS.captureWithoutAudio)).first()).toBeVisible()
  })

  test('[ON28] a browser without screen capture says so', async ({ station, openChromium }) => {
    const context = await contextOf(await openChromium(), await station.newMember('DJ'))
    await context.addInitScript(() => Reflect.deleteProperty(MediaDevices.prototype, 'getDisplayMedia'))
    const studio = await context.newPage()
    await openStudio(studio, station.origin)
    await expect(studio.getByText(exactly(TEXTS.captureMissing)).first()).toBeVisible()
  })

  test('[ON28] a page without a secure connection says so', async ({ station, openChromium }) => {
    const context = await contextOf(await openChromium(), await station.newMember('DJ'))
    await context.addInitScript(() => Object.defineProperty(window, 'isSecureContext', { value: false }))
    const studio = await context.newPage()
    await openStudio(studio, station.origin)
    await expect(studio.getByText(exactly(TEXTS.captureInsecure)).first()).toBeVisible()
  })

  test('[ON28] a source below stereo and 44.1 kHz is refused before the show', async ({
    station,
    openChromium,
  }) => {
    const context = await contextOf(await openChromium(), await station.newMember('DJ'))
    await context.addInitScript(() => {
      navigator.mediaDevices.getDisplayMedia = async () => {
        const { stream } = new MediaStreamAudioDestinationNode(new AudioContext())
        for (const track of stream.getTracks())
          track.getSettings = () => ({ channelCount: 1, sampleRate: 22_050 })
        return stream
      }
    })
    const studio = await context.newPage()
    await openStudio(studio, station.origin)
    await chooseSource(studio, 'computer')
    await expect(studio.getByText(exactly(TEXTS.sourceQuality)).first()).toBeVisible()
  })

  test('[ON28] a show that the station refuses for its sound says so', async ({ station, openChromium }) => {
    const browser = await openChromium({ microphone: toneFile(MICROPHONE_HZ) })
    const studio = await (await contextOf(browser, await station.newMember('DJ'))).newPage()
    const REFUSED_FOR_SOUND = 4000
    await studio.routeWebSocket(/\/ws\/live/, (socket) => socket.close({ code: REFUSED_FOR_SOUND }))
    await openStudio(studio, station.origin)
    const button = studio.getByRole('button', { name: 'Go live', exact: true })
    await expect(button).not.toHaveAttribute('aria-disabled', 'true', { timeout: 20_000 })
    await button.click()
    await expect(studio.getByText(exactly(TEXTS.sourceRejected)).first()).toBeVisible()
    await expect(studio.getByRole('region', { name: 'On air' })).toBeHidden()
  })

  test('[ON28] "Both" without the computer falls back to the microphone and explains', async ({
    station,
    openChromium,
  }) => {
    const browser = await openChromium({ microphone: toneFile(MICROPHONE_HZ) })
    const context = await contextOf(browser, await station.newMember('DJ'))
    await context.addInitScript(() => {
      navigator.mediaDevices.getDisplayMedia = async () => {
        throw new DOMException('refused', 'NotAllowedError')
      }
    })
    const studio = await context.newPage()
    await openStudio(studio, station.origin)
    await chooseSource(studio, 'both')
    await expect(studio.getByText(/Only your microphone is used/).first()).toBeVisible()
  })
})
