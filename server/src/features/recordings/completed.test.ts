import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { captureNamed } from '@carillon/media/fixtures/captures'
import { demux, packetsOf } from '@carillon/media/fixtures/demux'
import { OggMuxer } from '@carillon/media/ogg/muxer'
import { durationInSamples } from '@carillon/media/opus/packet'
import { silencePacket } from '@carillon/media/opus/silence'
import { type MapRun, mapLine } from '@carillon/media/takes/packet-map'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, openShowPlace } from '../../../tests/support/show.ts'
import { createLocalBus } from '../../cluster/bus.ts'
import { createRecordingFiles } from './files.ts'
import { createKeeping } from './keep.ts'
import { findOutages } from './outages.ts'
import type { RecordingTables } from './table.ts'
import type { Gift } from './takes/take-files.ts'
import { Uploading } from './takes/uploading.ts'

const TAKE = '0b9d6bb6-2b1e-4a53-9f2c-6c5a3d1f7e10'
const SAID = packetsOf(demux(captureNamed('chromium-desktop').chunks)).slice(0, 48)
const SECOND = 50

let place: Awaited<ReturnType<typeof openShowPlace<RecordingTables>>>
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'completed-'))
})
afterEach(() => rm(folder, { recursive: true }))

const said = (number: number, count: number): MapRun => ({ kind: 'take', takeId: TAKE, number, count })
const silence = (count: number): MapRun => ({ kind: 'silence', count })
const packetsIn = (runs: readonly MapRun[]) =>
  runs.flatMap((run) =>
    run.kind === 'take'
      ? SAID.slice(run.number, run.number + run.count)
      : Array.from({ length: run.count }, () => silencePacket(960, 240)),
  )

/** Two outages of which all was uploaded, with four seconds of silence more in each. */
const OUTAGES = [said(0, 10), silence(5 * SECOND), said(20, 10), silence(5 * SECOND), said(40, 8)]
const LOST = [10, 30]
const SAID_MS = SAID.reduce((sum, packet) => sum + durationInSamples(packet), 0) / 48

/** An instance that recorded a show, with a folder of its own. */
async function instance(name: string) {
  const files = createRecordingFiles(join(folder, name))
  await mkdir(join(folder, name))
  const url = `http://${name}`
  const changed: number[] = []
  const keeping = createKeeping({
    db: place.db,
    clock: place.clock,
    dataDir: folder,
    recordingDays: null,
    publicUrl: null,
    bus: createLocalBus(),
    instances: { url: () => url, key: 'key' },
    files,
    takes: files.takes,
    uploading: new Uploading(place.clock),
    transfers: { cutShow: () => undefined },
    leaderOf: () => null,
    onKept: () => undefined,
    isRecording: () => false,
    onWithdrawn: () => undefined,
    onChanged: (id) => changed.push(id),
    onFailure: (_, error) => expect.fail(String(error)),
    onError: (error) => expect.fail(String(error)),
  })
  return {
    url,
    changed,
    work: keeping.work,
    /** Records these packets, with a map unless no page has counted them. */
    async record(id: number, runs: readonly MapRun[], { hasMap = true } = {}): Promise<void> {
      const muxer = new OggMuxer({ serialNumber: 1 })
      const packets = packetsIn(runs)
      const pages = [muxer.headerPages()]
      for (let at = 0; at < packets.length; at += 5) pages.push(muxer.page(packets.slice(at, at + 5)))
      await writeFile(join(folder, name, `${id}.ogg`), Buffer.concat([...pages, muxer.lastPage([])]))
      if (!hasMap) return
      const take = { type: 'take', takeId: TAKE, userId: 1, from: 0, after: null } as const
      const map = [mapLine(take), mapLine({ type: 'pages', sequence: 2, runs })]
      await writeFile(join(folder, name, `${id}.map`), map.join(''))
    },
    /** Receives packets from a number on. */
    async receive(id: number, from: number, { count = 10, gift = null as Gift | null } = {}): Promise<void> {
      const packets = SAID.slice(from, from + count)
      const samples = packets.reduce((sum, packet) => sum + durationInSamples(packet), 0)
      const muxer = new OggMuxer({ serialNumber: 2 })
      const body = Buffer.concat([muxer.headerPages(), muxer.lastPage(packets)])
      await files.takes.add(id, { takeId: TAKE, from, count, samples, gift }, body)
    },
    waiting: async (id: number) => (await files.takes.list(id)).length,
    bytes: files.sizeOf,
    writtenMs: async (id: number) => (await files.stateOf(id))?.modifiedMs,
  }
}

async function ended(): Promise<number> {
  const id = await place.goLive(await place.person('DJ'))
  await place.endLive()
  return id
}

const stored = (id: number) =>
  place.db
    .selectFrom('recordings')
    .select(['holder', 'bytes', 'sound_ms'])
    .where('broadcast_id', '=', id)
    .executeTakeFirstOrThrow()

describe.each(ENGINES)('of two instances that recorded a show, on %s,', (engine) => {
  beforeAll(async () => {
    place = await openShowPlace<RecordingTables>(engine)
  })
  afterAll(() => place.close())

  it.each([
    { lackingMs: 9_000, isTaken: true },
    { lackingMs: 4_000, isTaken: false },
  ])(
    '[RE961] what was said of a show after its recording had stopped $lackingMs ms before its end goes in: $isTaken',
    async ({ lackingMs, isTaken }) => {
      const own = await instance('own')
      const runs = [silence(3 * SECOND), said(0, 20)]
      const recordedMs = packetsIn(runs).reduce((sum, packet) => sum + durationInSamples(packet), 0) / 48
      const { nowMs } = place.clock
      const id = await place.goLive(await place.person('DJ'))
      const { startedAt } = await place.db
        .selectFrom('broadcasts')
        .select('actual_start as startedAt')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      place.clock.nowMs = (startedAt?.getTime() ?? 0) + recordedMs + lackingMs
      await place.endLive()
      await own.record(id, runs)
      await own.receive(id, 20)
      await own.work()
      const before = (await stored(id)).sound_ms
      // The rest comes when the recording is ready.
      await own.receive(id, 30, { count: 18 })
      await own.work()
      const lengthOf = (count: number) =>
        SAID.slice(0, count).reduce((sum, packet) => sum + durationInSamples(packet), 0) / 48
      expect([before, (await stored(id)).sound_ms]).toEqual(
        isTaken ? [lengthOf(30), lengthOf(48)] : [lengthOf(20), lengthOf(20)],
      )
      place.clock.nowMs = nowMs
    },
  )

  it.each(['last', 'first'])(
    '[RE45] the one with what was uploaded counts, when it is ready %s',
    async (when) => {
      const [own, other] = [await instance('own'), await instance('other')]
      const id = await ended()
      await own.record(id, OUTAGES)
      await other.record(id, OUTAGES)
      for (const from of LOST) await own.receive(id, from)
      for (const each of when === 'last' ? [other, own] : [own, other]) await each.work()
      expect(await stored(id)).toEqual({ holder: own.url, bytes: await own.bytes(id), sound_ms: SAID_MS })
      expect([await own.waiting(id), own.changed]).toEqual([0, [id]])
    },
  )

  it.each([
    ['an outage of the line where the page has uploaded it', null, [{ silentMs: 0 }]],
    ['[RE51] it too where that was at another instance', 'late' as const, [{ silentMs: 0 }]],
    ['[RE51] none where another instance has recorded it', 'air' as const, []],
  ])('[RE47] tells %s', async (_, gift, outages) => {
    const own = await instance('own')
    const id = await ended()
    await own.record(id, [said(0, 4), said(44, 4)])
    await own.receive(id, 4, { count: 40, gift })
    await own.work()
    expect((await stored(id)).sound_ms).toBe(SAID_MS)
    expect(await findOutages(place.db, id)).toMatchObject(outages)
  })

  it('[RE45] of equals the first counts, and gets what was lost', async () => {
    const [own, other] = [await instance('own'), await instance('other')]
    const id = await ended()
    for (const each of [own, other]) await each.record(id, OUTAGES)
    for (const each of [other, own]) await each.work()
    expect((await stored(id)).holder).toBe(other.url)
    for (const each of [own, other]) for (const from of LOST) await each.receive(id, from)
    await other.work()
    const whole = { holder: other.url, bytes: await other.bytes(id), sound_ms: SAID_MS }
    expect(await stored(id)).toEqual(whole)
    await own.work()
    expect([await stored(id), await own.waiting(id), await other.waiting(id)]).toEqual([whole, 0, 0])
  })

  it('[RE45] its newer version counts, also where more than a minute of silence that nobody said goes', async () => {
    const own = await instance('own')
    const id = await ended()
    const lost = Array.from({ length: 15 }, (_, index) => 3 * index + 2)
    const runs = lost.flatMap((number) => [said(number - 2, 2), silence(5 * SECOND)])
    await own.record(id, [...runs, said(45, 3)])
    await own.work()
    for (const number of lost) await own.receive(id, number, { count: 1 })
    await own.work()
    expect(await stored(id)).toEqual({ holder: own.url, bytes: await own.bytes(id), sound_ms: SAID_MS })
  })

  it('[RE45] the one that was ready first stays when nothing was lost', async () => {
    const [own, other] = [await instance('own'), await instance('other')]
    const id = await ended()
    const whole = [silence(SECOND), said(0, 20), silence(5), said(20, 28)]
    await own.record(id, whole)
    await other.record(id, whole, { hasMap: false })
    for (const each of [other, own]) await each.work()
    expect(await stored(id)).toMatchObject({ holder: other.url })
  })

  it('[RE45] the one with more sound counts, however much silence the other has', async () => {
    const [own, other] = [await instance('own'), await instance('other')]
    const id = await ended()
    await own.record(id, [said(0, 10), silence(SECOND), said(20, 10)])
    await other.record(id, [said(0, 10), silence(61 * SECOND), said(20, 5)])
    for (const each of [other, own]) await each.work()
    expect((await stored(id)).holder).toBe(own.url)
  })

  it('[RE45] what another version has as much of is not kept for this one, before and after it is ready', async () => {
    const [own, other] = [await instance('own'), await instance('other')]
    const id = await ended()
    await own.record(id, [said(0, 10), silence(SECOND), said(20, 10)])
    await other.record(id, [said(0, 48)])
    await own.receive(id, 10, { count: 5 })
    for (const each of [other, own]) await each.work()
    expect([(await stored(id)).holder, await own.waiting(id)]).toEqual([other.url, 0])
    await own.receive(id, 15, { count: 5 })
    await own.work()
    expect([(await stored(id)).holder, await own.waiting(id)]).toEqual([other.url, 0])
  })
})
