import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { silencePacket } from '@carillon/media/opus/silence'
import { expect, it, onTestFinished } from 'vitest'
import { createEdge } from '../../../../http/edge.ts'
import { BARE_EDGE } from '../../../../http/testing.ts'
import { findProgram } from '../../../../kernel/find-program.ts'
import { Hls } from './hls.ts'
import { hlsRoutes, MAX_READS } from './routes.ts'

/** Sound of so many segments, in packets of 60 ms. */
const soundFor = (segments: number) =>
  Array.from({ length: Math.ceil((segments * 4_000) / 60) }, () => silencePacket(2_880, 40))

/** HLS of this sound, where it is asked for. */
async function serveSound(
  isPublic: (broadcastId: number) => Promise<boolean>,
  play: (hls: Hls, timeline: ReturnType<Hls['open']>) => void,
  ffmpeg: string | null = null,
) {
  const directory = mkdtempSync(join(tmpdir(), 'hls-'))
  const log = { info() {}, warn() {}, error() {} }
  const hls = new Hls({ clock: Date, directory, log, ffmpeg })
  const timeline = hls.open()
  play(hls, timeline)
  const edge = await createEdge({ ...BARE_EDGE, rawRoutes: hlsRoutes(hls, isPublic) })
  await edge.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(async () => {
    await edge.close()
    await hls.close()
    rmSync(directory, { recursive: true })
  })
  const { port } = edge.server.address() as AddressInfo
  const get = (path: string) => fetch(`http://127.0.0.1:${port}/hls/${path}`)
  const segmentOf = (epoch: number, at: number) => `${epoch}/${timeline.firstNumber + at}.m4s`
  const untilKept = (at: number) =>
    expect.poll(() => hls.shows.read(timeline.epoch, timeline.firstNumber + at)).not.toBeNull()
  return { get, port, hls, timeline, segmentOf, untilKept }
}

/** Show 7 of fifty segments and a half, and show 8 after it. */
async function serve(isPublic: (broadcastId: number) => Promise<boolean>, ffmpeg: string | null = null) {
  const playTwo = (hls: Hls, timeline: ReturnType<Hls['open']>) => {
    hls.beginShow(7)
    timeline.append(soundFor(50.5))
    hls.beginShow(8)
    hls.endShow(7)
    timeline.append(soundFor(50))
  }
  const { timeline, segmentOf, untilKept, ...served } = await serveSound(isPublic, playTwo, ffmpeg)
  await untilKept(99)
  return { ...served, segment: (at: number) => segmentOf(timeline.epoch, at) }
}

/** Show 7, whose first forty segments have an epoch that the memory has no more. */
async function serveTwoEpochs(isPublic: (broadcastId: number) => Promise<boolean>) {
  let firstEpoch = 0
  const served = await serveSound(isPublic, (hls, timeline) => {
    hls.beginShow(7)
    timeline.append(soundFor(40.5))
    firstEpoch = timeline.epoch
    timeline.follow()
    timeline.lead()
    timeline.append(soundFor(50))
  })
  await served.untilKept(80)
  expect([served.hls.hasEpoch(firstEpoch), firstEpoch]).toEqual([false, expect.any(Number)])
  return { ...served, firstEpoch }
}

it('[HL8] of a show whose recording is private there is nothing but what is in memory for those who hear what is live', async () => {
  const publicShows = new Set([7])
  const { get, segment } = await serve(async (id) => publicShows.has(id))
  const missing = await (await get('shows/9.m3u8')).json()
  const statuses = async () => {
    // The first show, the segment over the hand-over, the second show, and what is in memory of it.
    const paths = ['shows/7.m3u8', segment(10), segment(50), 'shows/8.m3u8', segment(60), segment(99)]
    const replies = await Promise.all([...paths, 'live.m3u8'].map(get))
    for (const reply of replies.filter(({ ok }) => !ok)) {
      expect(await reply.json()).toMatchObject({ code: 'NOT_FOUND' })
      const names = ['cache-control', 'vary', 'set-cookie', 'access-control-allow-origin']
      expect(names.map((name) => reply.headers.get(name))).toEqual(['no-store', null, null, '*'])
    }
    return replies.map(({ status }) => status)
  }
  expect(await statuses()).toEqual([200, 200, 200, 404, 404, 200, 200])
  const { message } = (await (await get('shows/8.m3u8')).json()) as { message: string }
  expect(missing).toMatchObject({ message })
  publicShows.add(8).delete(7)
  expect(await statuses()).toEqual([404, 404, 200, 200, 200, 200, 200])
  publicShows.clear()
  expect(await statuses()).toEqual([404, 404, 404, 404, 404, 200, 200])
})

it('[HL8] what another instance cut of a show can be fetched when it has left the memory, and only while that is public', async () => {
  const publicShows = new Set([7])
  const { get, firstEpoch, segmentOf } = await serveTwoEpochs(async (id) => publicShows.has(id))
  const playlist = await (await get('shows/7.m3u8')).text()
  expect(playlist).toContain(`../${firstEpoch}/init.mp4`)
  expect(playlist).toContain(`../${segmentOf(firstEpoch, 0)}`)
  const paths = [`${firstEpoch}/init.mp4`, segmentOf(firstEpoch, 0), segmentOf(firstEpoch, 39)]
  const statuses = async () => (await Promise.all(paths.map(get))).map(({ status }) => status)
  expect(await statuses()).toEqual([200, 200, 200])
  publicShows.clear()
  expect(await statuses()).toEqual([404, 404, 404])
})

it('[HL30] MP3 is of what is in memory alone, and there is none without ffmpeg', async () => {
  const program = findProgram('ffmpeg', process.env.PATH ?? '')
  for (const [ffmpeg, expected] of [
    [program, [200, 404, 200, 200]],
    [null, [404, 404, 404, 200]],
  ] as const) {
    const { get, segment } = await serve(async () => true, ffmpeg)
    const asMp3 = (at: number) => segment(at).replace('.m4s', '.mp3')
    const replies = await Promise.all([asMp3(99), asMp3(60), 'live.mp3.m3u8', 'main.m3u8'].map(get))
    expect(replies.map(({ status }) => status)).toEqual(expected)
    // The Opus of what is read from the disk is there.
    expect((await get(segment(60))).status).toBe(200)
  }
})

it('[HL26] a playlist whose segments are to come is away for now, and one that is not there is not found', async () => {
  const { get, hls } = await serve(async (id) => id !== 8)
  const codes = (paths: string[]) =>
    Promise.all(
      paths.map(async (path) => {
        const reply = await get(path)
        return [
          reply.status,
          reply.headers.get('retry-after'),
          /"code":"(\w+)"/.exec(await reply.text())?.[1],
        ]
      }),
    )
  const timeline = hls.open()
  expect(await codes(['live.m3u8', 'shows/9.m3u8'])).toEqual([
    [503, '2', 'MEDIA_AWAY'],
    [404, null, 'NOT_FOUND'],
  ])
  hls.beginShow(9)
  hls.beginShow(8)
  expect(await codes(['shows/9.m3u8', 'shows/8.m3u8'])).toEqual([
    [503, '2', 'MEDIA_AWAY'],
    [404, null, 'NOT_FOUND'],
  ])
  const statuses = () =>
    Promise.all(['live.m3u8', 'main.m3u8', 'shows/9.m3u8'].map(async (path) => (await get(path)).status))
  timeline.append(soundFor(1.5))
  // Players that begin with one segment have played it before they learn of the next.
  expect(await statuses()).toEqual([503, 503, 200])
  timeline.append(soundFor(1))
  expect(await statuses()).toEqual([200, 200, 200])
})

it('[HL17] so many segments are read at once and no more, and replies that nobody reads take no place', async () => {
  const asked: (() => void)[] = []
  let isHeld = true
  const { get, port, segment } = await serve(async () => {
    if (isHeld) await new Promise<void>((resolve) => asked.push(resolve))
    return true
  })
  // One after the other on one connection: all replies wait behind the first.
  const waiting = connect(port, '127.0.0.1').on('error', () => undefined)
  onTestFinished(() => void waiting.destroy())
  waiting.write(`GET /hls/${segment(10)} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(MAX_READS))
  await expect.poll(() => asked.length).toBe(MAX_READS)
  const refused = await get(segment(11))
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
  expect(await refused.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  isHeld = false
  for (const answer of asked.slice(1)) answer()
  const statusOf = async (path: string) => {
    const reply = await get(path)
    await reply.arrayBuffer()
    return reply.status
  }
  const others = Array.from({ length: MAX_READS - 1 }, () => segment(12))
  await expect
    .poll(async () => (await Promise.all(others.map(statusOf))).filter((status) => status === 200))
    .toHaveLength(others.length)
  asked[0]?.()
})
