import { setTimeout as delay } from 'node:timers/promises'
import { Campus } from '@carillon/testkit/campus'
import { HlsListener, type HlsListenerReport } from '@carillon/testkit/hls-listener'
import { HlsPlayer, PLAYERS, type Played } from '@carillon/testkit/hls-players'
import type { Instance } from '@carillon/testkit/instance'
import { RecorderSource } from '@carillon/testkit/recorder-source'
import type { Member } from '@carillon/testkit/station'
import { until } from '@carillon/testkit/until'
import { contextOf, launchChromium } from '../../e2e/support/browsers.ts'
import { serveHlsPage } from '../../e2e/support/hls-page.ts'

const LIMIT_MS = 60_000
/** Segments between the newest and where players begin. */
const AHEAD = 3
/** Less than a segment, by far. */
const LEVEL_SECONDS = 0.1
/** Players have this much ahead of them at the end, and some take a while to notice it. */
const END_LIMIT_MS = 60_000

export type HlsPlay = {
  /** What a player gets that counts and checks each segment. */
  listener: HlsListenerReport
  programs: ({ name: string } & Played)[]
  /** hls.js in Chromium: how far it came, its errors, and how often it had nothing to play. */
  browser: { seconds: number; failures: string[]; waits: number; isEnded: boolean }
}

/**
 * Plays a live playlist of two instances behind HAProxy for so many minutes, from its first segment to its end, in ffmpeg,
 * GStreamer, VLC, and hls.js in Chromium. Meanwhile the DJ's line drops, the show is handed over, and the instance that leads
 * is killed, and the next one stopped; each comes back.
 */
export async function playHls(minutes: number, say: (words: string) => void = () => {}): Promise<HlsPlay> {
  const campus = await Campus.start()
  const ends: (() => unknown)[] = [() => campus.close()]
  try {
    return await play(campus, minutes, { say, atEnd: (end) => ends.unshift(end) })
  } finally {
    for (const end of ends) await end()
  }
}

type Context = { say: (words: string) => void; atEnd: (end: () => unknown) => void }

async function play(campus: Campus, minutes: number, { say, atEnd }: Context): Promise<HlsPlay> {
  const [first, second] = [await campus.newMember('DJ'), await campus.newMember('DJ')]
  const show = await first.api.goLive('Evening')
  let onAir = { id: show, source: perform(campus, first, show, atEnd) }
  const playlist = `${campus.origin}/hls/live.m3u8`
  // As many as a player wants to have ahead: all of them begin at the first.
  const segments = async () => (await (await fetch(playlist)).text()).match(/\.m4s$/gm)?.length ?? 0
  await until(async () => (await segments()) === AHEAD, LIMIT_MS, `there are ${AHEAD} segments`)
  const listener = new HlsListener(campus.origin)
  const programs = PLAYERS.map((name) => new HlsPlayer(name, playlist))
  atEnd(() => [...programs.map((program) => program.stop()), listener.leave()])
  const browser = await openBrowser(playlist, atEnd)
  const isAccepted = (since: number) =>
    until(() => onAir.source.acceptedAtMs > since, LIMIT_MS, 'the DJ is read')
  const restart = async (act: (leading: Instance) => Promise<unknown>) => {
    const leading = await campus.instanceOfDj()
    if (!leading) throw new Error('No instance has the DJ')
    const atMs = performance.now()
    await act(leading)
    await isAccepted(atMs)
    await leading.startServer()
  }
  const acts: [string, () => Promise<unknown>][] = [
    ['the line drops', async () => onAir.source.cut()],
    [
      'hand-over',
      async () => {
        onAir = await handOver(campus, { first, second, show }, atEnd)
      },
    ],
    ['the one that leads is killed', () => restart((leading) => leading.killServer())],
    ['the next one stops', () => restart((leading) => leading.stopServer())],
  ]
  const partMs = (minutes * 60_000) / (acts.length + 1)
  for (const [what, act] of acts) {
    await delay(partMs)
    await act()
    const ahead = programs.map(({ name, seconds }) => `${name} ${seconds.toFixed(1)}`)
    say(`${listener.report.seconds.toFixed(1)} s: ${what} (${ahead.join(', ')})`)
  }
  await delay(partMs)
  // GStreamer 1.22 leaves the last seconds of a playlist that has forgotten its beginning: it is compared before the end.
  const gstreamer = programs.find(({ name }) => name === 'GStreamer')
  const isLevel = () => Math.abs((gstreamer?.seconds ?? 0) - listener.report.seconds) < LEVEL_SECONDS
  await until(isLevel, LIMIT_MS, 'GStreamer has decoded all that there is')
  await second.api.data('POST', `/api/broadcasts/${onAir.id}/end`)
  await until(() => listener.isEnded, END_LIMIT_MS, 'the playlist ends')
  const limit = setTimeout(() => programs.forEach((program) => void program.stop()), END_LIMIT_MS)
  const played = await Promise.all(
    programs.map(async (program) => ({ name: program.name, ...(await program.played()) })),
  )
  clearTimeout(limit)
  await until(async () => (await browser.read()).isEnded, END_LIMIT_MS, 'hls.js is at the end').catch(
    () => null,
  )
  return { listener: listener.report, programs: played, browser: await browser.read() }
}

function perform(campus: Campus, dj: Member, id: number, atEnd: Context['atEnd']): RecorderSource {
  const source = new RecorderSource(campus, dj, id)
  atEnd(() => source.leave())
  return source
}

/** The second DJ takes over; gives that show and its recorder. */
async function handOver(
  campus: Campus,
  { first, second, show }: { first: Member; second: Member; show: number },
  atEnd: Context['atEnd'],
): Promise<{ id: number; source: RecorderSource }> {
  const { id } = await second.api.data<{ id: number }>('POST', '/api/broadcasts', { title: 'Night' })
  await second.api.data('POST', `/api/broadcasts/${id}/stand-by`)
  const source = perform(campus, second, id, atEnd)
  const isReady = async () =>
    (await first.api.data<{ next: { isReady: boolean } | null }>('GET', `/api/broadcasts/${show}/hand-over`))
      .next?.isReady === true
  await until(isReady, LIMIT_MS, 'the next DJ is ready')
  await first.api.data('POST', `/api/broadcasts/${show}/hand-over`, { to: id })
  return { id, source }
}

/** A page that plays with hls.js, and what is known of it. */
async function openBrowser(playlist: string, atEnd: Context['atEnd']) {
  const site = await serveHlsPage()
  const browser = await launchChromium()
  atEnd(() => [browser.close(), site.close()])
  const page = await (await contextOf(browser, null)).newPage()
  await page.goto(`${site.origin}/?${playlist}`)
  await page.getByRole('button', { name: 'Play' }).click()
  const read = () =>
    page.evaluate<HlsPlay['browser']>(
      '({ seconds: audio.currentTime, isEnded: audio.ended, failures, waits })',
    )
  return { read }
}
