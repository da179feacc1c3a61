import { HttpListener } from '@carillon/testkit/listener'
import type { Page } from '@playwright/test'
import { contextOf } from '../support/browsers.ts'
import { expect, test } from '../support/fixtures.ts'
import { Link } from '../support/link.ts'
import { waitForTone } from '../support/listener-probe.ts'
import { expectNear, openListener } from '../support/player.ts'
import { complaintsAbout } from '../support/stream-validators.ts'
import { endShow, expectOnAir, goLive, openStudio } from '../support/studio.ts'
import { toneFile } from '../support/wav.ts'

const TONE_HZ = 440
/** Here, pages move as they do for most people. */
const MOVING = { reducedMotion: 'no-preference' } as const

const WINDOWS = [
  { width: 1024, height: 700 },
  { width: 1280, height: 800 },
  { width: 1600, height: 900 },
]

/** The desk at each size: the page does not scroll, and what a show needs is wholly in the window. */
async function expectAllInView(studio: Page): Promise<void> {
  for (const size of WINDOWS) {
    await studio.setViewportSize(size)
    const overflow = () => studio.locator('#main').evaluate((main) => main.scrollHeight - main.clientHeight)
    await expect.poll(overflow).toBe(0)
    await expect(studio.getByLabel('Message', { exact: true })).toBeInViewport({ ratio: 1 })
    await expect(studio.getByRole('heading', { name: 'Your sound', exact: true })).toBeInViewport({
      ratio: 1,
    })
  }
}

test.describe('going live', () => {
  test('[ON25] a DJ signs in, goes live by the buttons of the page, is heard, and ends the show', async ({
    station,
    openChromium,
    starvation,
  }) => {
    const dj = await station.newMember('DJ')
    const browser = await openChromium({ microphone: toneFile(TONE_HZ) })
    const studio = await (await contextOf(browser, null, MOVING)).newPage()
    await studio.goto(`${station.origin}/login`)
    await studio.getByLabel('Email').fill(dj.email)
    await studio.getByLabel('Password', { exact: true }).fill(dj.password)
    await studio.getByRole('button', { name: 'Sign in', exact: true }).click()
    await studio.waitForURL(/\/dj-dashboard$/)
    await goLive(studio)

    const listener = await openListener(await openChromium(), station.origin, MOVING)
    await starvation.watch(listener)
    await waitForTone(listener, TONE_HZ)
    await expectNear(listener, starvation)

    await endShow(studio)
    await expect(listener.getByText('Broadcast ended').first()).toBeVisible({ timeout: 15_000 })
  })

  test('[DJ47] a line that stalls, and a muted microphone, are told on every page within seconds', async ({
    station,
    openChromium,
  }) => {
    const dj = await station.newMember('DJ')
    const link = await Link.to(station.origin)
    const context = await contextOf(await openChromium({ microphone: toneFile(TONE_HZ) }), dj)
    const studio = await context.newPage()
    await openStudio(studio, link.origin)
    await goLive(studio)
    const bar = studio.getByRole('region', { name: 'On air' })
    await expect(bar.getByText('ON AIR', { exact: true })).toBeVisible()
    await bar.getByRole('button', { name: 'Mute' }).click()
    await expect(bar.getByText('MUTED', { exact: true })).toBeVisible()
    await bar.getByRole('button', { name: 'Unmute' }).click()
    await expect(bar.getByText('ON AIR', { exact: true })).toBeVisible()

    await studio.getByRole('link', { name: 'Schedule' }).first().click()
    await expect(studio).toHaveURL(/\/schedule$/)
    link.stall()
    // Never 0 or 1: the alarm itself takes longer, and the seconds count from the last packet that arrived.
    await expect(bar.getByText(/^NOT REACHING LISTENERS ([2-9]|\d\d+) s$/)).toBeVisible()
    await expect(studio).toHaveTitle(/^✕ NOT REACHING LISTENERS \d+ s — /)
    link.flow()
    await expect(bar.getByText('ON AIR', { exact: true })).toBeVisible()
    await expect(studio).toHaveTitle(/^● ON AIR /)
    await link.close()
  })

  test('[DJ50] a DJ whose stream is stopped by the staff reads that, and when it goes on', async ({
    station,
    openContext,
  }) => {
    const dj = await station.newMember('DJ')
    const admin = await station.newMember('ADMIN', { firstname: 'Ada', lastname: 'Lim' })
    const studio = await (await openContext(dj)).newPage()
    await openStudio(studio, station.origin)
    await goLive(studio)
    const bar = studio.getByRole('region', { name: 'On air' })
    await admin.api.data('POST', '/api/stream/stop')
    await expect(bar.getByText(/^NOT REACHING LISTENERS \d+ s$/)).toBeVisible()
    await expect(
      studio.getByRole('heading', { name: /^Stream stopped by Ada Lim, \d+:\d\d [AP]M$/ }),
    ).toBeVisible()
    await admin.api.data('POST', '/api/stream/start')
    await expect(bar.getByText('ON AIR', { exact: true })).toBeVisible()
  })

  test('[DJ53] the desk on air does not scroll: sound, chat and its text field are in view, with an alarm too', async ({
    station,
    openChromium,
  }) => {
    const dj = await station.newMember('DJ')
    const link = await Link.to(station.origin)
    const context = await contextOf(await openChromium({ microphone: toneFile(TONE_HZ) }), dj)
    const studio = await context.newPage()
    await openStudio(studio, link.origin)
    await goLive(studio)
    await expectAllInView(studio)
    link.stall()
    await expect(
      studio.getByRole('heading', { name: 'Your sound is not reaching the station' }),
    ).toBeVisible()
    await expectAllInView(studio)
    link.flow()
    await link.close()
  })

  // Slow: the connection is away for seconds, and the tab comes back after that.
  test('[ON26] a DJ whose connection breaks, and whose tab reloads, keeps every listener on one stream', async ({
    station,
    openChromium,
  }) => {
    test.setTimeout(150_000)
    const dj = await station.newMember('DJ')
    const link = await Link.to(station.origin)
    const context = await contextOf(await openChromium({ microphone: toneFile(TONE_HZ) }), dj)
    const studio = await context.newPage()
    await openStudio(studio, link.origin)
    await goLive(studio)
    const listeners = await Promise.all(
      Array.from({ length: 200 }, (_, number) =>
        HttpListener.join(station.origin, '/live.ogg', number === 0),
      ),
    )
    const [first] = listeners
    await first?.more(50_000)

    const isRecovering = async () =>
      (await dj.api.data<{ recovering: boolean }>('GET', '/api/stream/health')).recovering
    link.cut()
    await expect(studio.getByText('Connection lost. Reconnecting…').first()).toBeVisible({ timeout: 10_000 })
    await new Promise((resolve) => setTimeout(resolve, 5_000))
    link.mend()
    await expect(studio.getByText('Connection lost. Reconnecting…').first()).toBeHidden({ timeout: 20_000 })
    await expectOnAir(studio)

    studio.on('dialog', (dialog) => void dialog.accept())
    await studio.reload()
    await expectOnAir(studio)
    await expect.poll(isRecovering, { timeout: 20_000 }).toBe(false)
    await first?.more(50_000)

    for (const listener of listeners) listener.leave()
    await link.close()
    expect(listeners.filter(({ isDisconnected }) => isDisconnected)).toHaveLength(0)
    expect(listeners.flatMap(({ watcher }) => watcher.faults)).toEqual([])
    expect(Math.max(...listeners.map(({ watcher }) => watcher.serials.length))).toBe(1)
    expect(complaintsAbout(first?.bytes() ?? Buffer.alloc(0))).toEqual([])
  })
})
