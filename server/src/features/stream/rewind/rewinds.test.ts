import { readdir, readlink, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { complaints } from '../../../../tests/support/stream-validators.ts'
import { BURST_MS } from '../mount/mount.ts'
import { MAX_BEHIND_MS } from '../mount/page-buffer.ts'
import { MAX_REWINDS } from './limits.ts'
import { AT_THE_DISK, SharedFile } from './page-reads.ts'
import {
  createFolder,
  createMount,
  PACKET_MS,
  run,
  SECOND,
  type Station,
  upFrom,
  written,
} from './testing.ts'

it('[RW1] gets what was sent then, from the recording into the last pages and on into what is live, without a seam', async () => {
  const station = await createMount()
  const { recording } = station.begin(1)
  await station.play(120_000)
  await written(recording)
  const at = station.mount.sent - 60 * SECOND
  const probe = station.listen(at)
  // The mount stands still meanwhile: it catches up.
  await run(station, 60_000, probe, 60_000)
  await station.play(5_000)
  await run(station, 1_000, probe, 65_000)
  const numbers = probe.numbers()
  const first = numbers[0] ?? 0
  expect(station.positionOf(first)).toBeLessThanOrEqual(at)
  expect(station.positionOf(first)).toBeGreaterThan(at - 0.32 * SECOND)
  expect(numbers).toEqual(upFrom(first, numbers.length))
  expect(numbers.length * PACKET_MS).toBeGreaterThanOrEqual(65_000)
  station.mount.close()
  station.rewinds.close()
  await expect.poll(() => complaints(probe.bytes())).toEqual([])
})

it('[RW2] gets a burst of 3 s and then real time, and waits for a slow reader as the live ones do', async () => {
  const station = await createMount()
  const { recording } = station.begin(1)
  await station.play(300_000)
  await written(recording)
  const probe = station.listen(0)
  await run(station, 0, probe, BURST_MS)
  expect(probe.receivedMs()).toBeLessThan(BURST_MS + 2_500)
  await run(station, 10_000, probe, 10_000 + BURST_MS)
  expect(probe.receivedMs()).toBeLessThan(10_000 + BURST_MS + 2_500)
  probe.hold()
  await run(station, 5_000, probe, 10_000 + BURST_MS)
  const heldMs = probe.receivedMs()
  await run(station, 10_000, probe, heldMs)
  expect(probe.receivedMs()).toBe(heldMs)
  probe.letGo()
  await run(station, 1_000, probe, 26_000 + BURST_MS)
  probe.hold()
  await run(station, 3_000, probe, 29_000)
  await run(station, MAX_BEHIND_MS + 5_000, probe, 29_000)
  await expect
    .poll(() => {
      station.rewinds.tick()
      return station.rewinds.size
    })
    .toBe(0)
  expect(probe.ends).toEqual(['too slow'])
})

it('[RW3] what was sent before a restart comes first, and times mean the clock', async () => {
  const folder = await createFolder()
  const before = await createMount(folder)
  const earlier = before.begin(1)
  await before.play(60_000)
  await earlier.end()
  const endedAtMs = Date.now()
  const station = await createMount(folder)
  const { recording, tape } = station.begin(1)
  await station.play(40_000)
  await written(recording)
  const place = (timeMs: number) => tape.placeAt(timeMs, endedAtMs + 100_000, station.mount.sent)
  // It was away for a minute: its first sound is what comes after that.
  expect(place(endedAtMs + 30_000).position).toBe(0)
  expect(place(endedAtMs + 30_000).timeMs).toBeCloseTo(endedAtMs + 100_000 - station.mount.sent / 48, -1)
  expect(place(0).position).toBe(-earlier.recording.length)
  const { position } = place(endedAtMs - 10_000)
  expect(Math.abs(position + 10 * SECOND)).toBeLessThan(5 * SECOND)
  const probe = station.listen(-10 * SECOND)
  await run(station, 20_000, probe, 20_000)
  const numbers = probe.numbers()
  const border = numbers.indexOf(0)
  // Between them is the silence that a mount begins with.
  expect(border).toBeGreaterThan(480)
  expect(numbers.slice(0, border)).toEqual(upFrom(numbers[0] ?? 0, border))
  expect(numbers.slice(border)).toEqual(upFrom(0, numbers.length - border))
})

it('[RW4] hears on over a hand-over: each show from its own recording', async () => {
  const station = await createMount()
  const first = station.begin(1)
  await station.play(60_000)
  await first.end()
  const second = station.begin(2, { hasOwnPages: true })
  await station.play(60_000)
  await written(second.recording)
  expect(station.rewinds.tapeOf(1)).toBe(null)
  // Nobody hears the first one any more, and it is let go.
  const again = station.listen(station.mount.sent - 50 * SECOND)
  await run(station, 1_000, again, 4_000)
  const numbers = again.numbers()
  expect(numbers).toEqual(upFrom(numbers[0] ?? 0, numbers.length))
  expect(Math.abs(station.positionOf(numbers[0] ?? 0) - (station.mount.sent - 50 * SECOND))).toBeLessThan(
    0.32 * SECOND,
  )
})

it('[RW4] who is behind when a show hands over hears the rest of it, then the next one', async () => {
  const station = await createMount()
  const first = station.begin(1)
  await station.play(60_000)
  await written(first.recording)
  const probe = station.listen(10 * SECOND)
  await first.end()
  const second = station.begin(2, { hasOwnPages: true })
  await station.play(60_000)
  await written(second.recording)
  await run(station, 50_000, probe, 100_000)
  const numbers = probe.numbers()
  expect(numbers).toEqual(upFrom(numbers[0] ?? 0, numbers.length))
})

/** Packets of a listener who is in show 1 when 40 s of show 2 were sent; `edge` is the newest packet at that time. */
async function walkOver(isPublic: boolean, whileBehind: (station: Station) => void = () => undefined) {
  const station = await createMount()
  const first = station.begin(1)
  await station.play(60_000)
  await written(first.recording)
  const probe = station.listen(10 * SECOND)
  await run(station, 0, probe, BURST_MS)
  await first.end()
  const border = Math.round((station.mount.sent - station.positionOf(0)) / 960)
  /** Sound of the first show that is ahead of the listener. */
  const aheadMs = (station.mount.sent - 10 * SECOND) / 48
  const second = station.begin(2, { hasOwnPages: true, isPublic })
  await station.play(40_000)
  await written(second.recording)
  whileBehind(station)
  const edge = Math.round((station.mount.sent - station.positionOf(0)) / 960)
  await run(station, 20_000, probe, aheadMs + 1)
  await station.play(5_000)
  await run(station, 1_000, probe, aheadMs + 4_500)
  const numbers = probe.numbers()
  const inFirst = numbers.filter((number) => number < border)
  expect(inFirst).toEqual(upFrom(numbers[0] ?? 0, inFirst.length))
  return { before: inFirst.at(-1), border, after: numbers.slice(inFirst.length), edge }
}

it('[RW4] nobody walks out of a show into a private one: what is live follows, without a hole', async () => {
  const { before, border, after, edge } = await walkOver(false)
  expect(before).toBe(border - 1)
  // The last page, at most, was sent before that.
  expect(after[0]).toBeGreaterThan(edge - 50)
  expect(after).toEqual(upFrom(after[0] ?? 0, after.length))
  expect(after.length).toBeGreaterThan(200)
})

it('[RW6] nor into one that was made private while they were still in the show before', async () => {
  const { before, border, after, edge } = await walkOver(true, ({ rewinds }) => rewinds.withdraw(2))
  expect(before).toBe(border - 1)
  expect(after[0]).toBeGreaterThan(edge - 50)
  expect(after).toEqual(upFrom(after[0] ?? 0, after.length))
})

it('[RW6] an answer from before it was made private opens nothing', async () => {
  const station = await createMount()
  const { tape } = station.begin(1, { isPublic: false })
  let answer: (isPublic: boolean) => void = () => undefined
  const learnt = tape.learnIsPublic(() => new Promise((resolve) => (answer = resolve)))
  station.rewinds.withdraw(1)
  answer(true)
  expect([await learnt, tape.isPublic]).toEqual([false, false])
  expect(await tape.learnIsPublic(async () => true)).toBe(true)
})

it('[RW5] when the disk fails nobody goes back any more, and who did goes on with what is still there', async () => {
  const station = await createMount()
  const { recording, failures } = station.begin(1)
  await station.play(60_000)
  await written(recording)
  const probe = station.listen(5 * SECOND)
  await run(station, 0, probe, BURST_MS)
  await expect.poll(() => recording.files?.writtenBytes).toBeGreaterThan(1_000_000)
  recording.append(new Uint8Array(5 * 1024 * 1024))
  expect(failures).toHaveLength(1)
  expect(station.rewinds.tapeOf(1)).toBe(null)
  await station.play(120_000)
  await run(station, 120_000, probe, 70_000)
  const numbers = probe.numbers()
  const jumps = numbers.filter((number, index) => index > 0 && number !== (numbers[index - 1] ?? 0) + 1)
  expect(jumps).toHaveLength(1)
})

it('[RW5] a file that cannot be opened is passed over: nobody is cut', async () => {
  const station = await createMount()
  const { recording } = station.begin(1)
  await station.play(60_000)
  await written(recording)
  await rm(recording.files?.path ?? expect.fail())
  const probe = station.listen(5 * SECOND)
  await run(station, 5_000, probe, BURST_MS)
  const numbers = probe.numbers()
  expect(numbers).toEqual(upFrom(numbers[0] ?? 0, numbers.length))
  expect(station.positionOf(numbers[0] ?? 0)).toBeGreaterThan(5 * SECOND)
})

it('[RW21] a file that could not be opened is tried again, and read once it can be', async () => {
  const station = await createMount()
  const { recording, tape } = station.begin(1)
  await station.play(60_000)
  await written(recording)
  const path = recording.files?.path ?? expect.fail()
  await rename(path, `${path}.away`)
  expect(await tape.isReadable()).toBe(false)
  const passedOver = station.listen(15 * SECOND)
  await run(station, 0, passedOver, BURST_MS)
  expect(station.positionOf(passedOver.numbers()[0] ?? 0)).toBeGreaterThan(15 * SECOND)
  await rename(`${path}.away`, path)
  const probe = station.listen(15 * SECOND)
  await run(station, 0, probe, BURST_MS)
  expect(station.positionOf(probe.numbers()[0] ?? 0)).toBeLessThanOrEqual(15 * SECOND)
  expect(await tape.isReadable()).toBe(true)
})

/** Paths of the files that this process has open. */
async function openFiles(): Promise<string[]> {
  const folder = '/proc/self/fd'
  return Promise.all((await readdir(folder)).map((name) => readlink(join(folder, name)).catch(() => '')))
}

it('[RW4] a show that was joined and put away meanwhile still reaches whoever is behind it', async () => {
  const station = await createMount()
  const first = station.begin(1)
  await station.play(60_000)
  await written(first.recording)
  const probe = station.listen(10 * SECOND)
  await first.end()
  const second = station.begin(2, { hasOwnPages: true })
  await station.play(20_000)
  await written(second.recording)
  const path = second.recording.files?.path ?? expect.fail()
  await second.end()
  await expect.poll(() => openFiles()).toContain(path)
  await rm(path)
  const third = station.begin(3, { hasOwnPages: true })
  await station.play(60_000)
  await written(third.recording)
  await run(station, 70_000, probe, 120_000)
  const numbers = probe.numbers()
  expect(numbers).toEqual(upFrom(numbers[0] ?? 0, numbers.length))
})

it('[RW6] a recording that becomes private is left at once, for what is live', async () => {
  const station = await createMount()
  const { recording } = station.begin(1)
  await station.play(120_000)
  await written(recording)
  const probe = station.listen(5 * SECOND)
  await run(station, 0, probe, BURST_MS)
  const count = probe.numbers().length
  station.rewinds.withdraw(1)
  const edge = Math.round((station.mount.sent - station.positionOf(0)) / 960)
  await station.play(10_000)
  await run(station, 0, probe, BURST_MS + 5_000)
  expect(Math.min(...probe.numbers().slice(count))).toBeGreaterThanOrEqual(edge)
})

it('[RW7] at its end who is within half a minute gets the rest, and everybody a last page', async () => {
  const station = await createMount()
  const { recording, tape } = station.begin(1)
  await station.play(120_000)
  await written(recording)
  const [near, far] = [station.listen(station.mount.sent - 10 * SECOND), station.listen(0)]
  await run(station, 0, near, BURST_MS)
  await run(station, 0, far, BURST_MS)
  tape.end()
  station.mount.close()
  station.rewinds.close()
  expect(near.receivedMs()).toBeGreaterThanOrEqual(10_000)
  for (const probe of [near, far]) expect(await complaints(probe.bytes())).toEqual([])
})

it('[RW8] there are a thousand at most', async () => {
  const station = await createMount()
  const { recording } = station.begin(1)
  await station.play(60_000)
  await written(recording)
  const probes = Array.from({ length: MAX_REWINDS }, (_, index) => station.listen(index * 960))
  expect(() => station.rewinds.placeAt(0)).toThrow(expect.objectContaining({ code: 'BUSY' }))
  const haveSound = () => probes.every((probe) => probe.receivedBytes() > 40_000)
  await expect.poll(haveSound, { timeout: 240_000 }).toBe(true)
  for (const index of [400, 600, 999]) {
    const first = station.positionOf(probes[index]?.numbers()[0] ?? 0)
    expect(Math.abs(first - index * 960)).toBeLessThan(0.32 * SECOND)
  }
})

it('[RW8] they share what they read, and few read at once', async () => {
  const station = await createMount()
  const { recording } = station.begin(1)
  await station.play(10_000)
  await written(recording)
  const file = new SharedFile(recording.files?.path ?? '')
  onTestFinished(() => file.close())
  const [first, second] = await Promise.all([file.read(0, 9_000), file.read(0, 9_000)])
  expect(second).toBe(first)
  let [atWork, most] = [0, 0]
  await Promise.all(
    Array.from({ length: 50 }, () =>
      file.run(async (handle) => {
        most = Math.max(most, ++atWork)
        await handle.stat()
        atWork--
      }),
    ),
  )
  expect(most).toBe(AT_THE_DISK)
})
