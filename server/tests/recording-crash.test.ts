import { once } from 'node:events'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { login } from '@carillon/contract/auth/endpoints'
import { createBroadcast, endBroadcast, startBroadcast } from '@carillon/contract/broadcasts/endpoints'
import { getRecording } from '@carillon/contract/recordings/endpoints'
import { captureNamed } from '@carillon/media/fixtures/captures'
import { type OggPage, OggReader } from '@carillon/media/ogg/reader'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { createPlace, type Place } from './support/database.ts'
import { type ServerProcess, spawnServer } from './support/process.ts'
import { callStation } from './support/station.ts'
import { complaints, durationsOf } from './support/stream-validators.ts'

const ADMIN = { ADMIN_EMAIL: 'admin@station.test', ADMIN_PASSWORD: 'correct horse battery' }
/** More than the headers and a second of sound. */
const SOME_BYTES = 4_000

let place: Place
let server: ServerProcess
let origin: string
let token: string
beforeEach(async () => {
  place = await createPlace()
  await start()
  const body = { email: ADMIN.ADMIN_EMAIL, password: ADMIN.ADMIN_PASSWORD }
  token = (await callStation(origin, login, { body })).data.token
})
afterEach(async () => {
  await kill()
  await place.remove()
})

async function start(): Promise<void> {
  const { dataDir, databaseUrl } = place
  server = spawnServer({ DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }), ...ADMIN })
  origin = await server.origin
}

/** As a crash does: nothing is finished, nothing is said. */
async function kill(): Promise<void> {
  server.child.kill('SIGKILL')
  await server.ended
}

const folder = () => join(place.dataDir, 'recordings')
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function goLive(): Promise<number> {
  const { data } = await callStation(origin, createBroadcast, { as: token, body: { title: 'Late night' } })
  await callStation(origin, startBroadcast, { as: token, params: { id: data.id } })
  return data.id
}

/** Is on air with a capture until some of it is on the disk. */
async function play(id: number, part: string, name: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` }
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/ws/live?broadcastId=${id}`, { headers })
  socket.on('error', () => {})
  await once(socket, 'open')
  for (const chunk of captureNamed(name).chunks) socket.send(chunk)
  const written = () => stat(join(folder(), part)).catch(() => ({ size: 0 }))
  while ((await written()).size < SOME_BYTES) await pause(50)
}

/** Number of packets in the whole pages of a recording, headers included. */
async function packetsIn(part: string): Promise<number> {
  return countPackets(pagesOf(await readFile(join(folder(), part))))
}

function pagesOf(bytes: Uint8Array): OggPage[] {
  const result = new OggReader().push(bytes)
  return result.ok ? result.pages : expect.fail(result.error)
}

const countPackets = (pages: readonly OggPage[]) => pages.flatMap(({ packets }) => packets).length

/** Waits for the recording and judges it; it has this many packets at least. */
async function expectWhole(id: number, leastPackets = 0): Promise<void> {
  const params = { id }
  let recording = await callStation(origin, getRecording, { params })
  for (; recording.status !== 200; recording = await callStation(origin, getRecording, { params }))
    await pause(50)
  const file = Buffer.from(await (await fetch(recording.data.url)).arrayBuffer())
  expect(await complaints(file)).toEqual([])
  // ffprobe counts the pre-skip of 6.5 ms as well.
  for (const seconds of await durationsOf(file))
    expect(Math.abs(seconds - recording.data.durationMs / 1_000)).toBeLessThan(0.01)
  const pages = pagesOf(file)
  expect(pages.map(({ sequence }) => sequence)).toEqual(pages.map((_, index) => index))
  expect(countPackets(pages)).toBeGreaterThanOrEqual(leastPackets)
  while ((await readdir(folder())).length > 1) await pause(50)
  expect([await readdir(folder()), await readdir(join(folder(), 'shows'))]).toEqual([
    ['shows'],
    [`${id}.ogg`],
  ])
}

// Slow: a program is started three times.
it('[RE2] a show whose process was killed twice can be heard again, all its parts in one', async () => {
  const id = await goLive()
  await play(id, `${id}.ogg`, 'chromium-desktop')
  await kill()
  await start()
  await play(id, `${id}-2.ogg`, 'firefox-destination')
  await kill()
  const before = [await packetsIn(`${id}.ogg`), await packetsIn(`${id}-2.ogg`)]
  await start()
  await play(id, `${id}-3.ogg`, 'chromium-vbr')
  const third = await packetsIn(`${id}-3.ogg`)
  await callStation(origin, endBroadcast, { as: token, params: { id } })
  // Headers are in each part and once in the whole: each has two.
  const sound = [...before, third].map((packets) => packets - 2)
  await expectWhole(
    id,
    sound.reduce((sum, each) => sum + each),
  )
})

// Slow: a program is killed and started again.
it.each(['at once', 'when its whole is begun', 'when its whole is there'])(
  '[RE2] a process that is killed when a show has ended, %s, leaves its recording to the next one',
  async (when) => {
    const id = await goLive()
    await play(id, `${id}.ogg`, 'chromium-desktop')
    await callStation(origin, endBroadcast, { as: token, params: { id } })
    const shows = (): Promise<string[]> => readdir(join(folder(), 'shows')).catch(() => [])
    if (when === 'when its whole is begun') while ((await shows()).length === 0) await pause(1)
    if (when === 'when its whole is there') while (!(await shows()).includes(`${id}.ogg`)) await pause(1)
    await kill()
    await start()
    await expectWhole(id)
  },
)
