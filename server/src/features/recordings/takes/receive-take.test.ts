import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HOUR_MS } from '@carillon/contract/durations'
import { OggMuxer } from '@carillon/media/ogg/muxer'
import { silencePacket } from '@carillon/media/opus/silence'
import { mapLine } from '@carillon/media/takes/packet-map'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, openShowPlace } from '../../../../tests/support/show.ts'
import { createLocalBus } from '../../../cluster/bus.ts'
import { createRecordingFiles } from '../files.ts'
import type { RecordingTables } from '../table.ts'
import { createTakeReceiver } from './receive-take.ts'
import { Uploading } from './uploading.ts'

const TAKE = '0b9d6bb6-2b1e-4a53-9f2c-6c5a3d1f7e10'
const SECOND = 50
const RECORDED_SECONDS = 60

let place: Awaited<ReturnType<typeof openShowPlace<RecordingTables>>>
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'received-'))
})
afterEach(() => rm(folder, { recursive: true }))

const packets = (seconds: number) => Array.from({ length: seconds * SECOND }, () => silencePacket(960, 240))

function streamOf(seconds: number): Buffer {
  const muxer = new OggMuxer({ serialNumber: 1 })
  const pages = [muxer.headerPages()]
  for (let second = 1; second < seconds; second++) pages.push(muxer.page(packets(1)))
  return Buffer.concat([...pages, muxer.lastPage(packets(1))])
}

describe.each(ENGINES)('an upload, on %s,', (engine) => {
  beforeAll(async () => {
    place = await openShowPlace<RecordingTables>(engine)
  })
  afterAll(() => place.close())

  it('[RE962] may be as long as what is recorded, whatever the clock was set back to, and not longer', async () => {
    const dj = await place.person('DJ')
    const broadcastId = await place.goLive(dj)
    await writeFile(join(folder, `${broadcastId}.ogg`), streamOf(RECORDED_SECONDS))
    const map = [
      mapLine({ type: 'take', takeId: TAKE, userId: dj.id, from: 0, after: null }),
      mapLine({
        type: 'pages',
        sequence: 2,
        runs: [{ kind: 'silence', count: RECORDED_SECONDS * SECOND }],
      }),
    ]
    await writeFile(join(folder, `${broadcastId}.map`), map.join(''))
    const files = createRecordingFiles(folder)
    const receive = createTakeReceiver({
      ...{ db: place.db, clock: place.clock, dataDir: folder, recordingDays: null, publicUrl: null },
      ...{ bus: createLocalBus(), files, takes: files.takes, uploading: new Uploading(place.clock) },
      ...{ leaderOf: () => null, onKept: () => undefined, isRecording: () => true },
      ...{ onWithdrawn: () => undefined, onChanged: () => undefined },
      onFailure: (_, error) => expect.fail(String(error)),
      onError: (error) => expect.fail(String(error)),
    })
    place.clock.nowMs -= HOUR_MS
    const upload = (from: number, seconds: number) =>
      receive({
        ...{ broadcastId, takeId: TAKE, userId: dj.id },
        ...{ query: { from }, body: streamOf(seconds) },
      })
    expect(await upload(0, RECORDED_SECONDS)).toEqual({
      takeId: TAKE,
      writtenUpTo: RECORDED_SECONDS * SECOND,
    })
    await expect(upload(RECORDED_SECONDS * SECOND, 31)).rejects.toMatchObject({ code: 'TAKE_TOO_LONG' })
    place.clock.nowMs += HOUR_MS
    await place.endLive()
  })
})
