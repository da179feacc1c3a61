import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@carillon/contract/durations'
import { OggMuxer } from '@carillon/media/ogg/muxer'
import { silencePacket } from '@carillon/media/opus/silence'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, openShowPlace } from '../../../tests/support/show.ts'
import { createLocalBus } from '../../cluster/bus.ts'
import { createRecordingFiles } from './files.ts'
import { createKeeping } from './keep.ts'
import type { RecordingsContext } from './ports.ts'
import { findRecording } from './store.ts'
import type { RecordingTables } from './table.ts'
import { createTakeFiles } from './takes/take-files.ts'
import { Uploading } from './takes/uploading.ts'

let place: Awaited<ReturnType<typeof openShowPlace<RecordingTables>>>
let folder: string
const recordingNow = new Set<number>()
let changed: number[] = []
let failed: number[] = []
/** Shows of which nothing is sent any more. */
let cut: number[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recordings-'))
  recordingNow.clear()
  changed = []
  failed = []
  cut = []
})
afterEach(() => rm(folder, { recursive: true }))

function keeping(overrides: Partial<RecordingsContext> = {}) {
  return createKeeping({
    db: place.db,
    clock: place.clock,
    dataDir: folder,
    recordingDays: null,
    publicUrl: null,
    bus: createLocalBus(),
    files: createRecordingFiles(folder),
    takes: createTakeFiles(join(folder, 'takes')),
    uploading: new Uploading(place.clock),
    transfers: { cutShow: (id) => cut.push(id) },
    leaderOf: () => null,
    onKept: () => undefined,
    isRecording: (id) => recordingNow.has(id),
    onWithdrawn: () => undefined,
    onChanged: (id) => changed.push(id),
    onFailure: (id) => failed.push(id),
    onError: (error) => expect.fail(String(error)),
    ...overrides,
  })
}

/** A show that has ended, or is on air. */
async function show(state: 'ended' | 'on air' = 'ended'): Promise<number> {
  const id = await place.goLive(await place.person('DJ'))
  if (state === 'ended') await place.endLive()
  return id
}

const SILENCE = silencePacket(960, 240)
/** Packet of 20 ms that is no silence of the station. */
const SOUND = Uint8Array.of(0xf8, ...Array<number>(239).fill(1))

/** A second of silence, or of other packets, as its mount wrote it. */
async function writePart(name: string, packet = SILENCE): Promise<void> {
  const muxer = new OggMuxer({ serialNumber: 1 })
  const packets = Array<Uint8Array>(50).fill(packet)
  await writeFile(join(folder, name), Buffer.concat([muxer.headerPages(), muxer.lastPage(packets)]))
}

describe.each(ENGINES)('what was recorded, on %s', (engine) => {
  beforeAll(async () => {
    place = await openShowPlace<RecordingTables>(engine)
  })
  afterAll(() => place.close())

  it('[RE1] is joined in the order of its parts, the tenth after the second', async () => {
    const id = await show()
    for (const name of [`${id}-10.ogg`, `${id}-2.ogg`, `${id}.ogg`]) await writePart(name)
    const parts = await createRecordingFiles(folder).listParts()
    expect(parts.get(id)).toEqual(['', '-2', '-10'].map((part) => join(folder, `${id}${part}.ogg`)))
    await keeping().work()
    expect(await findRecording(place.db, id)).toMatchObject({
      broadcastId: id,
      durationMs: 2_994,
      isPublic: true,
    })
    expect([await readdir(folder), changed]).toEqual([['shows'], [id]])
  })

  it('[RE2] waits while the show is on air or its file is being written', async () => {
    const [ended, live] = [await show(), await show('on air')]
    for (const id of [live, ended]) await writePart(`${id}.ogg`)
    recordingNow.add(ended)
    await keeping().work()
    expect((await readdir(folder)).sort()).toEqual([`${ended}.ogg`, `${live}.ogg`].sort())
    recordingNow.clear()
    await keeping().work()
    expect((await readdir(folder)).sort()).toEqual([`${live}.ogg`, 'shows'].sort())
    await place.endLive()
  })

  it('[RE2] is left alone when no sound can be read, or no show is known', async () => {
    const id = await show()
    await writeFile(join(folder, `${id}.ogg`), Buffer.alloc(5_000, 'something else'))
    for (const name of ['2147483647.ogg', 'notes.txt', 'x.ogg', '0.ogg', '99999999999.ogg'])
      await writePart(name)
    await keeping().work()
    expect(failed).toEqual([id])
    expect(await readdir(folder)).toHaveLength(7)
    expect(await findRecording(place.db, id)).toBeUndefined()
  })

  it('[RE2] of a process that died before a second was over is nothing', async () => {
    const id = await show()
    await writeFile(join(folder, `${id}.ogg`), new OggMuxer({ serialNumber: 1 }).headerPages())
    await keeping().work()
    expect([await readdir(folder), failed, changed]).toEqual([['shows'], [], []])
  })

  it('[RE2] of an instance that was killed before it said that it has more than another is joined again', async () => {
    const id = await show()
    await writePart(`${id}.ogg`, SOUND)
    await keeping({ instances: { url: () => 'http://first', key: 'key' } }).work()
    for (const name of [`${id}.ogg`, `${id}-2.ogg`]) await writePart(name, SOUND)
    await createRecordingFiles(folder).place(id, (path) => writeFile(path, 'joined').then(() => true))
    await keeping({ instances: { url: () => 'http://second', key: 'key' } }).work()
    expect(await findRecording(place.db, id)).toMatchObject({ holder: 'http://second', durationMs: 1_994 })
  })

  it('[RE9] is tried again after ten minutes when it failed', async () => {
    const id = await show()
    await writePart(`${id}.ogg`)
    await mkdir(join(folder, 'shows', `${id}.ogg`, 'in the way'), { recursive: true })
    const { work } = keeping()
    await work()
    await rm(join(folder, 'shows', `${id}.ogg`), { recursive: true })
    place.clock.nowMs += 9 * MINUTE_MS
    await work()
    expect([failed, changed]).toEqual([[id], []])
    place.clock.nowMs += MINUTE_MS
    await work()
    expect([failed, changed]).toEqual([[id], [id]])
  })

  it('[RE12] is tried at once when it failed before the clock was set back', async () => {
    const id = await show()
    await writePart(`${id}.ogg`)
    await mkdir(join(folder, 'shows', `${id}.ogg`, 'in the way'), { recursive: true })
    const { work } = keeping()
    place.clock.nowMs += HOUR_MS
    await work()
    await rm(join(folder, 'shows', `${id}.ogg`), { recursive: true })
    place.clock.nowMs -= HOUR_MS
    await work()
    expect([failed, changed]).toEqual([[id], [id]])
  })

  it('[RE8] is deleted on its day and not before, by one of many instances', async () => {
    const id = await show()
    await writePart(`${id}.ogg`)
    await keeping().work()
    const instances = [1, 2, 3].map(() => keeping({ recordingDays: 30 }))
    changed = []
    place.clock.nowMs += 30 * DAY_MS - 1
    for (const { work } of instances) await work()
    expect(changed).not.toContain(id)
    place.clock.nowMs += 2
    await Promise.all(instances.map(({ work }) => work()))
    expect(changed.filter((each) => each === id)).toHaveLength(1)
    expect(await readdir(join(folder, 'shows'))).toEqual([])
    // [RE7] What is being sent of it ends.
    expect(cut).toContain(id)
  })

  it('[RE2] that is being made ready at the end of the process is begun anew', async () => {
    const id = await show()
    await writePart(`${id}.ogg`)
    const { work, abort } = keeping()
    const working = work()
    abort()
    await working
    expect([await readdir(folder), failed]).toEqual([[`${id}.ogg`], []])
    await keeping().work()
    expect(changed).toEqual([id])
  })
})
