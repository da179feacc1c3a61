import { renewEncoderPassword } from '@carillon/contract/encoder/endpoints'
import { planReplay } from '@carillon/contract/playout/replays'
import { type PlayoutSettings, setPlayout } from '@carillon/contract/playout/settings'
import { getRecording } from '@carillon/contract/recordings/endpoints'
import { bodyOf } from '@carillon/testkit/recorded-takes'
import { addressOf, type Take, TakingPage } from '../../support/taking-page.ts'
import type { Seed, Seeds } from '../seed.ts'
import type { World } from '../world.ts'

const SILENT: PlayoutSettings = {
  betweenShows: 'OFF',
  replayWeight: 1,
  jingleEvery: 4,
  stationIdHourly: true,
  artistGapMinutes: 60,
  trackGapMinutes: 240,
  rewindHours: 2,
}

/** A show that can be heard again: it was on air for a moment, and is joined in a process of its own. */
async function recording(world: World): Promise<number> {
  // Where items play between shows, one that nobody heard leaves none.
  await world.station.call(setPlayout, { as: world.root, body: SILENT })
  const id = await world.broadcast('ENDED')
  const deadlineMs = Date.now() + 30_000
  while (Date.now() < deadlineMs) {
    const { status } = await world.station.call(getRecording, { as: world.root, params: { id } })
    if (status === 200) return id
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('the recording was never ready')
}

const kept = new WeakMap<World, Promise<number>>()
/** Of those calls that only look at one: any will do. */
async function anyRecording(world: World): Promise<number> {
  const known = kept.get(world) ?? recording(world)
  kept.set(world, known)
  const { status } = await world.station.call(getRecording, { as: world.root, params: { id: await known } })
  if (status === 200) return known
  kept.delete(world)
  return anyRecording(world)
}

const onAir: Seed = async (world) => {
  await world.live()
  return { as: 'DJ' }
}

/** A show of which a segment is there; gives its address within `/hls/`. */
async function segmentOnAir(world: World): Promise<{ show: number; segment: string }> {
  const show = await world.live()
  const playlist = await playlistOf(world, `shows/${show}.m3u8`)
  const [, segment = ''] = /^\.\.\/(.*m4s)$/m.exec(playlist) ?? []
  return { show, segment }
}

/** A playlist of HLS, as soon as it is there. */
async function playlistOf(world: World, path: string): Promise<string> {
  const deadlineMs = Date.now() + 30_000
  while (Date.now() < deadlineMs) {
    const reply = await fetch(`${world.station.origin}/hls/${path}`)
    const text = await reply.text()
    if (reply.ok) return text
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('no segment was ever there')
}

type Said = { id: number; take: Take }
const said = new WeakMap<World, Said>()
/** A take of the DJ that the station knows, and the beginning of what was said in it. */
async function takeOf(world: World): Promise<Said & { body: Buffer }> {
  const { station } = world
  const { token } = world.person('DJ')
  const known = said.get(world)
  const body = known && bodyOf(known.take.packets.slice(0, 5))
  if (known && body) {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'audio/ogg' }
    const address = station.origin + addressOf(known.id, known.take, 0)
    const reply = await fetch(address, { method: 'PUT', headers, body: new Uint8Array(body) })
    if (reply.ok) return { ...known, body }
  }
  const id = await world.live()
  const page = new TakingPage(station, token, id)
  await page.connect()
  await page.untilWritten(5)
  page.close()
  said.set(world, { id, take: page.take })
  return takeOf(world)
}

/** A show whose DJ may connect a program of their own. */
const planned: Seed = async (world) => ({ as: 'DJ', path: { id: await world.broadcast('SCHEDULED') } })

/** Request of a program that sends the title of a song. */
const withPassword: Seed = async (world) => {
  const id = await world.broadcast('SCHEDULED')
  const { data } = await world.station.call(renewEncoderPassword, { as: world.root, params: { id } })
  return { as: 'visitor', headers: { authorization: `Basic ${btoa(`source:${data.password}`)}` } }
}

let replays = 0
/** A replay that is not planned yet, at a time of its own. Switched on, the station plays nothing by the rules. */
async function replay(world: World) {
  const broadcastId = await anyRecording(world)
  await world.station.call(setPlayout, {
    as: world.root,
    body: { ...SILENT, betweenShows: 'ON', replayWeight: 0 },
  })
  const startsAt = new Date(Date.UTC(2080, 0, 1, ++replays)).toISOString().slice(0, -1)
  return { broadcastId, startsAt }
}

async function segmentedOnAir(world: World) {
  await world.live()
  await playlistOf(world, 'main.m3u8')
  return {}
}

export const streamSeeds: Seeds = {
  'GET /admin/metadata': withPassword,
  'POST /admin/metadata': withPassword,
  'GET /api/broadcasts/{id}/encoder': planned,
  'PUT /api/broadcasts/{id}/encoder/password': planned,
  'DELETE /api/broadcasts/{id}/encoder/password': planned,
  'GET /live.ogg': onAir,
  'GET /live.mp3': onAir,
  'GET /hls/live.m3u8': segmentedOnAir,
  'GET /hls/live.mp3.m3u8': segmentedOnAir,
  'GET /hls/main.m3u8': segmentedOnAir,
  'GET /hls/shows/{file}': async (world) => ({ path: { file: `${(await segmentOnAir(world)).show}.m3u8` } }),
  'GET /hls/{epoch}/{file}': async (world) => {
    const [epoch = '', file = ''] = (await segmentOnAir(world)).segment.split('/')
    return { path: { epoch, file } }
  },
  'PUT /api/broadcasts/{id}/takes/{take}': async (world) => {
    const { id, take, body } = await takeOf(world)
    return { as: 'DJ', path: { id, take: take.id }, query: { from: 0 }, body }
  },
  'GET /test/{file}': async (world) => ({
    as: 'DJ',
    path: { file: `${await world.broadcast('TESTING')}.ogg` },
  }),
  'PUT /api/playout/settings': () => ({ body: SILENT }),
  'POST /api/playout/replays': async (world) => ({ as: 'MODERATOR', body: await replay(world) }),
  'DELETE /api/playout/replays/{id}': async (world) => {
    const { data } = await world.station.call(planReplay, { as: world.root, body: await replay(world) })
    return { as: 'MODERATOR', path: { id: data.id } }
  },
  'POST /api/stream/start': onAir,
  'POST /api/stream/stop': onAir,
  'POST /api/radio/stop': async (world) => {
    await world.offAir()
    return {}
  },
  'GET /recordings/{file}': async (world) => ({ path: { file: `${await anyRecording(world)}.ogg` } }),
  'GET /metrics': ({ station }) => ({ headers: { authorization: `Bearer ${station.config.metricsToken}` } }),
  'GET /api/broadcasts/{id}/recording': async (world) => ({ path: { id: await anyRecording(world) } }),
  'PUT /api/broadcasts/{id}/recording': async (world) => ({ path: { id: await anyRecording(world) } }),
  'DELETE /api/broadcasts/{id}/recording': async (world) => ({ path: { id: await recording(world) } }),
}
