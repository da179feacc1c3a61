import { setTimeout as delay } from 'node:timers/promises'
import { Campus } from '@carillon/testkit/campus'
import { HlsListener, type HlsListenerReport, untilPlayable } from '@carillon/testkit/hls-listener'
import { HlsPlayer, type Played, type PlayerName } from '@carillon/testkit/hls-players'
import type { Instance } from '@carillon/testkit/instance'
import { RecorderSource } from '@carillon/testkit/recorder-source'
import type { Member } from '@carillon/testkit/station'
import { until } from '@carillon/testkit/until'
import { contextOf, launchChromium } from '../../e2e/support/browsers.ts'
import { serveHlsPage } from '../../e2e/support/hls-page.ts'

const LIMIT_MS = 60_000
/** Segments between the newest and where players begin. */
const AHEAD = 3
/** Segments that the playlist has players keep ahead, and the one in which they begin. */
const BEHIND = 8
/** Players have this much ahead of them at the end, and some take a while to notice it. */
const END_LIMIT_MS = 60_000

/** GStreamer 1.22 leaves the last seconds of a playlist that has forgotten its beginning: it plays those of the shows. */
const ON_LIVE = ['ffmpeg', 'VLC'] as const

export type HlsPlay = {
  /** Events of a player that counts and checks each segment. */
  listener: HlsListenerReport
  /** Programs, each with the seconds of sound that there were. */
  programs: ({ name: PlayerName; of: number } & Played)[]
  /** hls.js in Chromium: how far it came, its errors, and how often it had nothing to play. */
  browser: { seconds: number; failures: string[]; waits: number; isEnded: boolean }
}

/**
 * Plays a live playlist of two instances behind HAProxy for so many minutes, from its first segment to its end, in ffmpeg,
 * VLC, and hls.js in Chromium, and each show in GStreamer. Meanwhile the DJ's line drops, the show is handed over, and the instance that leads
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
  await untilPlayable(campus.origin, LIMIT_MS)
  const listener = new HlsListener(campus.origin)
  const shows = new ShowPlayers(campus)
  await shows.begin(show)
  const programs = ON_LIVE.map((name) => new HlsPlayer(name, playlist))
  atEnd(() => [...[...programs, ...shows.players].map((player) => player.stop()), listener.leave()])
  // It begins where the playlist has listeners begin: as far back as a change of the instance that leads may take.
  await untilPlayable(campus.origin, LIMIT_MS, BEHIND)
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
    [
      'hand-over',
      async () => {
        onAir = await handOver(campus, { first, second, show }, atEnd)
        await shows.end(show)
        await shows.begin(onAir.id)
      },
    ],
    ['the line drops', async () => onAir.source.cut()],
    ['the one that leads is killed', () => restart((leading) => leading.killServer())],
    ['the next one stops', () => restart((leading) => leading.stopServer())],
  ]
  const partMs = (minutes * 60_000) / (acts.length + 1)
  for (const [what, act] of acts) {
    await delay(partMs)
    await act()
    const ahead = [...programs, ...shows.players].map(({ name, seconds }) => `${name} ${seconds.toFixed(1)}`)
    say(`${listener.report.seconds.toFixed(1)} s: ${what} (${ahead.join(', ')})`)
  }
  await delay(partMs)
  await second.api.data('POST', `/api/broadcasts/${onAir.id}/end`)
  await until(() => listener.isEnded, END_LIMIT_MS, 'the playlist ends')
  await shows.end(onAir.id)
  const all = [...programs.map((player) => ({ player, of: listener.report.seconds })), ...shows.ended]
  const limit = setTimeout(() => all.forEach(({ player }) => void player.stop()), END_LIMIT_MS)
  const played = await Promise.all(
    all.map(async ({ player, of }) => ({ name: player.name, of, ...(await player.played()) })),
  )
  clearTimeout(limit)
  await until(async () => (await browser.read()).isEnded, END_LIMIT_MS, 'hls.js is at the end').catch(
    () => null,
  )
  return { listener: listener.report, programs: played, browser: await browser.read() }
}

/** GStreamer on the playlist of each show, from its first segment to its last. */
class ShowPlayers {
  readonly players: HlsPlayer[] = []
  readonly ended: { player: HlsPlayer; of: number }[] = []
  readonly #campus: Campus

  constructor(campus: Campus) {
    this.#campus = campus
  }

  async begin(id: number): Promise<void> {
    await until(async () => (await this.#durations(id)).length >= AHEAD, LIMIT_MS, 'the show has segments')
    this.players.push(new HlsPlayer('GStreamer', this.#address(id)))
  }

  /** To be called when the show ends: its playlist is there for two minutes more. */
  async end(id: number): Promise<void> {
    const isWhole = async () =>
      (await (await fetch(this.#address(id))).text()).trimEnd().endsWith('#EXT-X-ENDLIST')
    await until(isWhole, LIMIT_MS, 'the playlist of the show ends')
    const player = this.players.at(-1)
    const of = (await this.#durations(id)).reduce((sum, seconds) => sum + seconds, 0)
    if (player) this.ended.push({ player, of })
  }

  #address(id: number): string {
    return `${this.#campus.origin}/hls/shows/${id}.m3u8`
  }

  async #durations(id: number): Promise<number[]> {
    const playlist = await (await fetch(this.#address(id))).text()
    return [...playlist.matchAll(/#EXTINF:([\d.]+)/g)].map(([, seconds]) => Number(seconds))
  }
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
