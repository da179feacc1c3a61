import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setPlayout } from '@carillon/contract/playout/settings'
import { getNowPlaying } from '@carillon/contract/plays/now-playing'
import { deleteRecording, setRecordingVisibility } from '@carillon/contract/recordings/endpoints'
import { listEarlier } from '@carillon/contract/stream/endpoints'
import { durationInSamples } from '@carillon/media/opus/packet'
import { PLAYOUT_ON } from '@carillon/testkit/playout-on'
import { expect, it } from 'vitest'
import { oggOf, packetsOf } from '../src/features/stream/playout/testing.ts'
import { ListenerProbe } from '../src/features/stream/testing.ts'
import { pagesOf, perform } from './support/fake-recorder.ts'
import { requireOneStream } from './support/one-stream.ts'
import { placeIn } from './support/place-in.ts'
import { dj, end, folder, goLive, newRecording, station, useRecordings } from './support/recordings.ts'
import { complaints } from './support/stream-validators.ts'

useRecordings()

const LIMIT = { timeout: 300_000 }
const tapeFolder = () => join(station.config.dataDir, 'station-tape')
const files = () => readdir(tapeFolder()).catch(() => [])
const set = (changes: object) => station.call(setPlayout, { as: station.admin, body: changes })
const onAir = async () => (await station.call(getNowPlaying)).data.onAir
const earlier = async () => (await station.call(listEarlier)).data
const publish = (id: number, isPublic: boolean) =>
  station.call(setRecordingVisibility, { as: station.admin, params: { id }, body: { isPublic } })
const packetsIn = (probe: ListenerProbe) =>
  requireOneStream(pagesOf(probe.bytes))
    .slice(2)
    .map((packet) => Buffer.from(packet).toString('base64'))
const ask = (from: string) => fetch(`${station.origin}/live.ogg?from=${from}`, { method: 'HEAD' })

/** A public recording, unless said otherwise of about half a minute. */
async function newReplay(times = 7): Promise<number> {
  const { broadcastId } = await newRecording()
  const packets = packetsOf('firefox-destination')
  await writeFile(
    join(folder(), 'shows', `${broadcastId}.ogg`),
    oggOf(Array.from({ length: times }, () => packets).flat()),
  )
  await publish(broadcastId, true)
  return broadcastId
}

// Slow: somebody who is behind has to come to the show. Long: one station, from its first item to its end.
it('[RW32] who goes back between shows hears on into the show that begins', LIMIT, async () => {
  const [first, second] = [await newReplay(), await newReplay()]
  const switchedOnMs = Date.now()
  await set({ ...PLAYOUT_ON, rewindHours: 1 })
  await expect.poll(onAir, LIMIT).toMatchObject({ kind: 'REPLAY' })
  const live = new ListenerProbe(`${station.origin}/live.ogg?delay=low`)
  await live.head
  const beganMs = Date.now()
  await expect.poll(() => pagesOf(live.bytes).length, LIMIT).toBeGreaterThan(30)
  await expect.poll(files, LIMIT).toHaveLength(1)

  const answer = await ask('3600')
  expect(answer.status).toBe(200)
  // The mount began when it was switched on, ahead of its first listener.
  const fromMs = Date.parse(answer.headers.get('rewind-from') ?? '')
  expect(fromMs).toBeGreaterThan(switchedOnMs - 5_000)
  expect(fromMs).toBeLessThan(beganMs + 5_000)
  expect((await ask('3')).status).toBe(200)

  const behind = new ListenerProbe(`${station.origin}/live.ogg?from=5`)
  const id = await goLive()
  const recorder = await perform(station, dj.token, id)
  await expect.poll(onAir, LIMIT).toMatchObject({ kind: 'LIVE', broadcastId: id })
  // Chromium records packets of 60 ms; those of an item and of silence are shorter.
  const isOfShow = (packet: string) => durationInSamples(Buffer.from(packet, 'base64')) === 2_880
  await expect.poll(() => packetsIn(behind).length, LIMIT).toBeGreaterThan(500)
  await expect.poll(() => packetsIn(behind).some(isOfShow), LIMIT).toBe(true)
  const [sent, received] = [packetsIn(live), packetsIn(behind)]
  const at = placeIn(sent, received)
  expect(at).toBeGreaterThan(0)
  const both = Math.min(sent.length - at, received.length)
  expect(received.slice(0, both)).toEqual(sent.slice(at, at + both))
  expect(received.slice(0, both).some(isOfShow)).toBe(true)

  await end(id)
  recorder.stop()
  await expect.poll(onAir, LIMIT).toMatchObject({ kind: 'REPLAY' })
  // The show is over, and what was ahead of it can be heard all the same.
  const again = await ask(new Date(fromMs + 1_000).toISOString())
  expect(Math.abs(Date.parse(again.headers.get('rewind-from') ?? '') - fromMs - 1_000)).toBeLessThan(50)
  for (const one of [first, second, id]) await publish(one, false)
  await expect.poll(onAir, LIMIT).toBeNull()
  await behind.ended()
  await live.ended()
  expect(await complaints(behind.bytes)).toEqual([])
  await expect.poll(files, LIMIT).toEqual([])
})

it('[RW33] what can be gone back to has its names, newest first, and nothing private', LIMIT, async () => {
  await set({ betweenShows: 'OFF' })
  const ids = [await newReplay(4), await newReplay(4)]
  await set({ ...PLAYOUT_ON, rewindHours: 1 })
  await expect.poll(earlier, LIMIT).toHaveLength(2)
  const [now, before] = await earlier()
  expect([now?.broadcastId, before?.broadcastId].sort()).toEqual(ids.sort())
  await expect.poll(onAir, LIMIT).toEqual(now)
  expect(before?.endsAt).toBeDefined()
  expect(Date.parse(now?.startedAt ?? '') - Date.parse(before?.endsAt ?? '')).toBeLessThan(2_000)
  const inBefore = new Date(Date.parse(before?.endsAt ?? '') - 3_000).toISOString()
  const playedFrom = async () => Date.parse((await ask(inBefore)).headers.get('rewind-from') ?? '')
  expect(Math.abs((await playedFrom()) - Date.parse(inBefore))).toBeLessThan(50)
  const params = { id: before?.broadcastId ?? 0 }
  await station.call(deleteRecording, { as: station.admin, params })
  expect((await earlier()).map(({ broadcastId }) => broadcastId)).not.toContain(before?.broadcastId)
  expect(await playedFrom()).toBeGreaterThan(Date.parse(inBefore) + 2_000)
  await set({ betweenShows: 'OFF' })
  expect(await earlier()).toEqual([])
})

it('[RW30] with 0 hours nobody goes back, and nothing is kept', LIMIT, async () => {
  await set({ betweenShows: 'OFF' })
  await expect.poll(onAir, LIMIT).toBeNull()
  await newReplay()
  await set({ ...PLAYOUT_ON, rewindHours: 0 })
  await expect.poll(onAir, LIMIT).toMatchObject({ kind: 'REPLAY' })
  expect((await ask('5')).status).toBe(409)
  await set({ rewindHours: 1 })
  await expect.poll(files, LIMIT).toHaveLength(1)
  expect((await ask('5')).status).toBe(200)
})

it('[RW31] what was kept before a restart is removed', LIMIT, async () => {
  await expect.poll(files, LIMIT).toHaveLength(1)
  await set({ betweenShows: 'OFF' })
  await writeFile(join(tapeFolder(), '77.ogg'), 'of before')
  await station.restart()
  await expect.poll(files, LIMIT).toEqual([])
})

it('[RW31] where the disk takes nothing the station plays on, and nobody goes back', LIMIT, async () => {
  await rm(tapeFolder(), { recursive: true, force: true })
  await writeFile(tapeFolder(), 'a file where the folder should be')
  await newReplay()
  await set({ ...PLAYOUT_ON, rewindHours: 1 })
  await expect.poll(onAir, LIMIT).toMatchObject({ kind: 'REPLAY' })
  const probe = new ListenerProbe(`${station.origin}/live.ogg?delay=low`)
  await expect.poll(async () => (await ask('5')).status, LIMIT).toBe(409)
  const before = pagesOf(probe.bytes).length
  await expect.poll(() => pagesOf(probe.bytes).length, LIMIT).toBeGreaterThan(before + 4)
  probe.leave()
})
