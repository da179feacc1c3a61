import { expect, it } from 'vitest'
import { BURST_MS } from '../mount/mount.ts'
import { MAX_ITEM_TAPES } from './rewinds.ts'
import { createMount, run, SECOND, type Station, upFrom, written } from './testing.ts'

/** Time for which what is over is kept here. */
const KEPT_MS = 120_000
const NOW_MS = Date.parse('2026-11-20T15:00:00Z')
const isPublic = async () => true

const createKept = () => createMount(undefined, KEPT_MS)

/** Sound of 30 s, as a show or as an item between shows, which is over then. */
async function over(
  station: Station,
  broadcastId: number | null,
  options: Parameters<Station['begin']>[1] = {},
) {
  const begun = station.begin(broadcastId, { hasOwnPages: true, ...options })
  const from = station.mount.sent
  await station.play(30_000)
  await written(begun.recording)
  await begun.end()
  return { ...begun, from }
}

/** Place of a time so many seconds ago. */
const placeOf = ({ rewinds }: Station, seconds: number) =>
  rewinds.placeOf(NOW_MS - seconds * 1_000, NOW_MS, isPublic)

it('[RW30] goes back through items and shows that are over, without a seam', async () => {
  const station = await createKept()
  await over(station, null, { isItem: true })
  await over(station, 2)
  await over(station, null, { isItem: true })
  const now = station.begin(null, { hasOwnPages: true, isItem: true })
  await station.play(20_000)
  await written(now.recording)
  const place = await placeOf(station, 100)
  expect(place).toEqual({ position: station.mount.sent - 100 * SECOND, timeMs: NOW_MS - 100_000 })
  const probe = station.listen(place?.position ?? 0)
  await run(station, 90_000, probe, 92_000)
  const numbers = probe.numbers()
  expect(numbers).toEqual(upFrom(numbers[0] ?? 0, numbers.length))
})

it('[RW30] a time before what is kept is its beginning, and the hours are the limit', async () => {
  const station = await createKept()
  await over(station, null, { isItem: true })
  expect((await placeOf(station, 3_600))?.position).toBe(0)
  for (let at = 0; at < 4; at++) await over(station, null, { isItem: true })
  const { sent } = station.mount
  expect(await placeOf(station, 3_600)).toEqual({
    position: sent - (KEPT_MS / 1_000) * SECOND,
    timeMs: NOW_MS - KEPT_MS,
  })
})

it('[RW30] a show that was private to its end is for who goes back once it is public, and no more when it is deleted', async () => {
  const station = await createKept()
  await over(station, null, { isItem: true })
  const { from } = await over(station, 2, { isPublic: false })
  const next = await over(station, null, { isItem: true })
  // The first of the show is out of memory, its last is not.
  const place = async (isRecordingPublic: boolean) =>
    (await station.rewinds.placeOf(NOW_MS - 59_000, NOW_MS, async () => isRecordingPublic))?.position
  expect(await place(true)).toBeGreaterThan(from)
  expect(await place(false)).toBe(next.from)
})

it('[RW31] where a file could not be written nobody goes back to that, later neither', async () => {
  const station = await createKept()
  const { recording, failures } = station.begin(null, { hasOwnPages: true, isItem: true })
  await station.play(10_000)
  recording.append(new Uint8Array(5 * 1024 * 1024))
  expect(failures).toHaveLength(1)
  await station.play(90_000)
  expect(await placeOf(station, 60)).toBe(null)
})

it('[RW30] nobody goes back where nothing is kept', async () => {
  const station = await createMount()
  await over(station, null, { isItem: true })
  expect(await placeOf(station, 10)).toBe(null)
})

it('[RW30] what is private is passed over, by who comes to it and by who asks for it', async () => {
  const station = await createKept()
  await over(station, null, { isItem: true })
  const { from, tape } = await over(station, 2, { isPublic: false })
  const next = await over(station, null, { isItem: true })
  const now = station.begin(null, { hasOwnPages: true, isItem: true })
  // What is private is forgotten once it has left the memory.
  await station.play(40_000)
  await written(now.recording)
  expect(tape.isPublic).toBe(false)
  const place = await station.rewinds.placeOf(NOW_MS - 90_000, NOW_MS, async () => false)
  expect(place?.position).toBe(next.from)
  const probe = station.listen(from - 10 * SECOND)
  await run(station, 30_000, probe, 32_000)
  const numbers = probe.numbers()
  const border = numbers.findIndex((number) => station.positionOf(number) >= from)
  expect(station.positionOf(numbers[border] ?? 0)).toBe(next.from)
  expect(numbers.slice(border)).toEqual(upFrom(numbers[border] ?? 0, numbers.length - border))
})

it('[RW6] a replay whose recording becomes private is left at once', async () => {
  const station = await createKept()
  const { from } = await over(station, 7, { isItem: true })
  const now = station.begin(null, { hasOwnPages: true, isItem: true })
  await station.play(60_000)
  await written(now.recording)
  const probe = station.listen(from)
  await run(station, 0, probe, BURST_MS)
  const count = probe.numbers().length
  station.rewinds.withdraw(7)
  const edge = Math.round((station.mount.sent - station.positionOf(0)) / 960)
  await station.play(10_000)
  await run(station, 0, probe, BURST_MS + 5_000)
  expect(Math.min(...probe.numbers().slice(count))).toBeGreaterThanOrEqual(edge)
  expect((await placeOf(station, 100))?.position).not.toBe(from)
})

it('[RW31] what is over is kept for its time, and then its file is given up', async () => {
  const station = await createKept()
  const first = await over(station, null, { isItem: true })
  for (let at = 0; at < 3; at++) await over(station, null, { isItem: true })
  expect(first.closed()).toBe(0)
  for (let at = 0; at < 2; at++) await over(station, null, { isItem: true })
  await expect.poll(first.closed).toBe(1)
})

it('[RW31] with more files than there may be the oldest is given up', async () => {
  const station = await createKept()
  const first = station.begin(null, { hasOwnPages: true, isItem: true })
  await station.play(1_000)
  await first.end()
  for (let at = 1; at < MAX_ITEM_TAPES; at++)
    await station.begin(null, { hasOwnPages: true, isItem: true }).end()
  expect(first.closed()).toBe(0)
  await station.begin(null, { hasOwnPages: true, isItem: true }).end()
  await expect.poll(first.closed).toBe(1)
})
