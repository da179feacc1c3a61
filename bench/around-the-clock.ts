/**
 * A station around the clock as people listen to it: three shows and the pauses before, between and after them, in which files
 * of the library play. Chromium and Firefox on the page, with each engine; ffmpeg on /live.ogg, VLC on /live.mp3, and ffmpeg at
 * an Icecast that relays the station's. Prints for each when it was silent and what it complained of, for programs where the
 * sound clicks, and how loud the pauses are.
 *
 *   node bench/around-the-clock.ts
 *
 * Environment: MINUTES (120).
 */
import { setTimeout as delay } from 'node:timers/promises'
import { setPlayout } from '@carillon/contract/playout/settings'
import { HlsPlayer, type PlayerName } from '@carillon/testkit/hls-players'
import { IcecastServer } from '@carillon/testkit/icecast-server'
import { PLAYOUT_ON } from '@carillon/testkit/playout-on'
import { ToneSource } from '@carillon/testkit/source'
import { type Member, Station } from '@carillon/testkit/station'
import { until } from '@carillon/testkit/until'
import type { Page } from '@playwright/test'
import { contextOf, launchChromium } from '../e2e/support/browsers.ts'
import { countConnections } from '../e2e/support/connections.ts'
import { openFirefox } from '../e2e/support/firefox.ts'
import { soundFiles } from '../e2e/support/library-files.ts'
import { giveListenerProbes } from '../e2e/support/listener-probe.ts'
import { pressPlay } from '../e2e/support/player.ts'
import { ClickMeter } from './lib/click-meter.ts'
import { loudnessOf } from './lib/loudness-of.ts'

declare global {
  interface Window {
    standsStill: () => boolean
  }
}

const MINUTES = Number(process.env.MINUTES ?? 120)
const SHOWS = [440, 660, 880]
const LIMIT_MS = 60_000
const beganAt = performance.now()
const elapsed = () => `${((performance.now() - beganAt) / 1_000).toFixed(0)} s:`
/** In the middle of what plays, everybody is looked at this often. */
const LOOK_MS = 5_000

type FirefoxPage = Awaited<ReturnType<typeof openFirefox>>['page']

/** Somebody who listens: whether it sounds for them now, and what there is to say at the end. */
type Listener = { name: string; isSilent(): Promise<boolean>; silentLooks: number; report(): Promise<string> }

const ends: (() => unknown)[] = []
try {
  await listenAround()
} finally {
  for (const end of ends.reverse()) await end()
}
process.exit()

async function listenAround(): Promise<void> {
  const icecast = await IcecastServer.start()
  const relay = await IcecastServer.start(icecast)
  const station = await Station.start({
    ICECAST_URL: icecast.settings.url,
    ICECAST_ADMIN_URL: icecast.adminUrl,
  })
  ends.push(() => [station.close(), relay.close(), icecast.close()])
  await fillLibrary(station)
  const isStreaming = async (url: string) => (await fetch(url, { method: 'HEAD' })).ok
  for (const url of [`${station.origin}/live.ogg`, `${station.origin}/live.mp3`])
    await until(() => isStreaming(url), LIMIT_MS, `${url} plays`)
  await until(
    async () => {
      const { ok, body } = await fetch(relay.listenUrl)
      await body?.cancel()
      return ok
    },
    LIMIT_MS,
    'the relay plays',
  )
  const listeners = [
    ...(await browsers(station)),
    program('ffmpeg', 'live.ogg', `${station.origin}/live.ogg`),
    program('VLC', 'live.mp3', `${station.origin}/live.mp3`),
    program('ffmpeg', 'a relay', relay.listenUrl),
  ]
  const partMs = (MINUTES * 60_000) / (2 * SHOWS.length + 1)
  const dj = await station.newMember('DJ')
  const pause = async () => {
    await listenFor(listeners, partMs)
    console.log(
      `${elapsed()} a pause has been, at ${(await loudnessOf(`${station.origin}/live.ogg`)).toFixed(1)} LUFS`,
    )
  }
  await pause()
  for (const frequencyHz of SHOWS) {
    await show(station, dj, frequencyHz, () => listenFor(listeners, partMs))
    console.log(`${elapsed()} the show at ${frequencyHz} Hz has been`)
    await pause()
  }
  for (const listener of listeners)
    console.log(
      `${listener.name.padEnd(20)} silent in ${listener.silentLooks} looks; ${await listener.report()}`,
    )
}

/** Two files, converted and uploaded by the page, in a playlist that plays between shows. */
async function fillLibrary(station: Station): Promise<void> {
  const files = soundFiles()
  const admin = await station.newMember('ADMIN')
  const browser = await launchChromium()
  try {
    const page = await (await contextOf(browser, admin)).newPage()
    await page.goto(`${station.origin}/library`)
    await page.getByLabel('Files').setInputFiles([files.quietWav(), files.taggedMp3()])
    const stored = page.getByRole('list', { name: 'Uploads' }).getByText('In the library')
    await until(async () => (await stored.count()) === 2, LIMIT_MS, 'both are in the library')
  } finally {
    await browser.close()
    files.close()
  }
  const { content } = await admin.api.data<{ content: { id: number }[] }>('GET', '/api/library')
  const { id } = await admin.api.data<{ id: number }>('POST', '/api/playlists', { name: 'All day' })
  await admin.api.data('PUT', `/api/playlists/${id}/items`, { itemIds: content.map((item) => item.id) })
  await admin.api.data(setPlayout.method, setPlayout.path, { ...PLAYOUT_ON, replayWeight: 0 })
}

async function show(
  station: Station,
  dj: Member,
  frequencyHz: number,
  act: () => Promise<void>,
): Promise<void> {
  const id = await dj.api.goLive(`Show at ${frequencyHz} Hz`)
  const source = await ToneSource.start(station, dj, id, { frequencyHz })
  await act()
  await dj.api.data('POST', `/api/broadcasts/${id}/end`)
  source.cut()
}

/** Listens for so long; what changes over at its beginning, and is ahead of somebody, is not looked at. */
async function listenFor(listeners: readonly Listener[], ms: number): Promise<void> {
  const endsAt = performance.now() + ms
  await delay(2 * LOOK_MS)
  // A shorter look at the end would find that nothing more was decoded.
  while (performance.now() + LOOK_MS < endsAt) {
    await delay(LOOK_MS)
    for (const listener of listeners)
      if (await listener.isSilent()) {
        listener.silentLooks += 1
        console.log(`${elapsed()} ${listener.name} is silent`)
      }
  }
  await delay(Math.max(0, endsAt - performance.now()))
}

async function browsers(station: Station): Promise<Listener[]> {
  const chromium = await launchChromium()
  ends.push(() => chromium.close())
  const open = async (name: string, prepare: (() => void) | null): Promise<Page> => {
    const context = await contextOf(chromium, null)
    await giveListenerProbes(context)
    if (prepare) await context.addInitScript(prepare)
    const page = await context.newPage()
    await page.goto(station.origin)
    streamsOf.set(name, countConnections(page))
    await pressPlay(page)
    return page
  }
  const streamsOf = new Map<string, ReturnType<typeof countConnections>>()
  const listenerOf = (name: string, isSilent: () => Promise<boolean>): Listener => ({
    name,
    silentLooks: 0,
    isSilent,
    report: async () => `${streamsOf.get(name)?.streams} streams asked for`,
  })
  const near = await open('Chromium, near', null)
  const plain = await open('Chromium, plain', playPlainly)
  const openFox = async (prepare: (() => void) | null): Promise<FirefoxPage> => {
    const { page, close } = await openFirefox()
    ends.push(close)
    if (prepare) await page.evaluateOnNewDocument(prepare)
    await page.goto(station.origin)
    await (await page.waitForSelector('main ::-p-aria([name="Play"][role="button"])'))?.click()
    return page
  }
  const listenerInFox = (name: string, isSilent: () => Promise<boolean>): Listener => ({
    name,
    silentLooks: 0,
    isSilent,
    report: async () => 'its sound alone is looked at',
  })
  const nearFox = await openFox(null)
  const plainFox = await openFox(playPlainly)
  return [
    listenerOf('Chromium, near', () => near.evaluate(() => window.listenerProbe.isSilent())),
    listenerOf('Chromium, plain', () => plain.evaluate(() => window.standsStill())),
    listenerInFox('Firefox, near', () => nearFox.evaluate(() => window.listenerProbe.isSilent())),
    listenerInFox('Firefox, plain', () => plainFox.evaluate(() => window.standsStill())),
  ]
}

/**
 * Runs in the page: has it play without WebCodecs. It goes to Icecast then, whose sound no page may look into: what plays is
 * silent where its time stands still.
 */
function playPlainly(): void {
  Reflect.deleteProperty(window, 'AudioDecoder')
  const { play } = HTMLMediaElement.prototype
  let element: HTMLMediaElement | null = null
  let seconds = 0
  HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
    element = this
    return play.call(this)
  }
  window.standsStill = () => {
    const before = seconds
    seconds = element?.currentTime ?? 0
    return seconds <= before
  }
}

/** A program of its own, which has sound while it decodes more of it. */
function program(player: PlayerName, place: string, url: string): Listener {
  const meter = new ClickMeter()
  const hls = new HlsPlayer(player, url, (bytes) => meter.add(bytes))
  ends.push(() => hls.stop())
  const beganAt = performance.now()
  let seconds = 0
  return {
    name: `${player} on ${place}`,
    silentLooks: 0,
    async isSilent() {
      const isStill = hls.seconds <= seconds
      seconds = hls.seconds
      return isStill
    },
    async report() {
      const wall = (performance.now() - beganAt) / 1_000
      const decoded = hls.seconds
      hls.stop()
      const { complaints } = await hls.played()
      return (
        `${decoded.toFixed(1)} s of sound in ${wall.toFixed(1)} s, clicks at [${meter.clicks.map((at) => at.toFixed(2)).join(', ')}], ` +
        `${complaints.length} complaints\n${complaints.join('\n')}`
      )
    },
  }
}
