import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { silencePacket } from '@carillon/media/opus/silence'
import { pino } from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import { createEdge } from '../../../../http/edge.ts'
import { Hls } from './hls.ts'
import { hlsRoutes } from './routes.ts'

/** Sound of so many segments, in packets of 60 ms. */
const soundFor = (segments: number) =>
  Array.from({ length: Math.ceil((segments * 4_000) / 60) }, () => silencePacket(2_880, 40))

const HOUSE = {
  onUnshowable: () => undefined,
  routes: [],
  webFolder: '/nowhere',
  soundOrigins: [],
  stationName: 'Radyo',
  timeZone: 'Asia/Manila',
  contact: { email: null, studio: null, hours: null, mail: null },
  authenticate: async () => null,
  translate: () => null,
  paceWrite: async () => undefined,
  idempotency: {
    watch: async <T>(run: () => Promise<T>) => ({ ok: true as const, value: await run() }),
    claim: async () => ({ state: 'mine' as const }),
    answer: async () => undefined,
    release: async () => undefined,
  },
  origins: { publicUrl: null, allowedOrigins: [] },
  trust: () => false,
  logger: pino({ level: 'silent' }),
  isClosing: () => false,
}

/** Show 7 of fifty segments and a half, and show 8 after it, where HLS is asked for. */
async function serve(isPublic: (broadcastId: number) => Promise<boolean>) {
  const directory = mkdtempSync(join(tmpdir(), 'hls-'))
  const log = { info() {}, warn() {}, error() {} }
  const hls = new Hls({ clock: Date, directory, log })
  const timeline = hls.open()
  hls.beginShow(7)
  timeline.append(soundFor(50.5))
  hls.beginShow(8)
  hls.endShow(7)
  timeline.append(soundFor(50))
  const edge = await createEdge({ ...HOUSE, rawRoutes: hlsRoutes(hls, isPublic) })
  await edge.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(async () => {
    await edge.close()
    await hls.close()
    rmSync(directory, { recursive: true })
  })
  const { epoch, firstNumber } = timeline
  await expect.poll(() => hls.read(epoch, firstNumber + 99)).not.toBeNull()
  const { port } = edge.server.address() as AddressInfo
  const get = (path: string) => fetch(`http://127.0.0.1:${port}/hls/${path}`)
  return { get, port, segment: (at: number) => `${epoch}/${firstNumber + at}.m4s` }
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
