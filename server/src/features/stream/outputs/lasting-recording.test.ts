import { mkdir, mkdtemp, readdir, readFile, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { OggMuxer } from '@carillon/media/ogg/muxer'
import { OggReader } from '@carillon/media/ogg/reader'
import { silencePacket } from '@carillon/media/opus/silence'
import { type MapRun, readMap } from '@carillon/media/takes/packet-map'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { LastingRecording } from './lasting-recording.ts'

const TAKE = { takeId: '0199d1a2-6c1e-7a55-9d2e-0b6f6f3c1a77', userId: 3, from: 0, after: null }

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'lasting-'))
})
afterEach(() => rm(directory, { recursive: true }))

it('[RE50] goes on in another part once the disk takes something again, which says whose packets it has', async () => {
  const failures: unknown[] = []
  const disk = { isFull: true, nowMs: 0 }
  const recording = new LastingRecording({
    directory,
    broadcastId: 7,
    onFailure: (error) => failures.push(error),
    now: () => disk.nowMs,
    get leastFreeBytes() {
      return disk.isFull ? Number.MAX_SAFE_INTEGER : 0
    },
  })
  recording.takes.beginTake(TAKE)
  const muxer = new OggMuxer({ serialNumber: 7 })
  let number = 0
  const appendSecond = () => {
    const runs: MapRun[] = [{ kind: 'take', takeId: TAKE.takeId, number, count: 50 }]
    recording.append(muxer.page(Array<Uint8Array>(50).fill(silencePacket(960, 240))), runs)
    number += 50
  }
  recording.append(muxer.headerPages())
  const hasFailedAtNext = () => {
    appendSecond()
    return recording.hasFailed
  }
  await expect.poll(hasFailedAtNext).toBe(true)
  const lost = number
  disk.nowMs += 10_000
  appendSecond()
  expect([recording.hasFailed, await readdir(directory)]).toEqual([true, ['7.ogg']])
  disk.isFull = false
  disk.nowMs += 10_000
  await expect.poll(hasFailedAtNext).toBe(false)
  for (let second = 0; second < 5; second++) appendSecond()
  await recording.close()
  expect([failures, recording.hasFailed]).toEqual([[new Error('The disk is nearly full')], false])
  expect(recording.lengthMs).toBe(number * 20)

  const read = new OggReader().push(await readFile(join(directory, '7-2.ogg')))
  if (!read.ok) expect.fail(read.error)
  const [head, , page] = read.pages
  expect([head?.isFirst, page?.packets.length]).toEqual([true, 50])
  const lines = readMap(await readFile(join(directory, '7-2.map'), 'utf8'))
  expect(lines[0]).toEqual({ type: 'take', ...TAKE })
  const runs = lines.flatMap((line) => (line.type === 'pages' ? line.runs : []))
  expect(runs[0]).toMatchObject({ kind: 'take', takeId: TAKE.takeId })
  expect(runs.reduce((sum, { count }) => sum + count, 0)).toBe(50 * (read.pages.length - 2))
  expect(recording.takes.written(TAKE.takeId)?.beyond.at(-1)?.[1]).toBe(number)
  expect(recording.takes.written(TAKE.takeId)?.upTo).toBeLessThan(lost)
})

it('[RE50] says once that it stopped, also while nobody can say how full the disk is', async () => {
  const failures: unknown[] = []
  let nowMs = 0
  const recording = new LastingRecording({
    directory,
    broadcastId: 7,
    onFailure: (error) => failures.push(error),
    now: () => nowMs,
    leastFreeBytes: Number.MAX_SAFE_INTEGER,
  })
  const muxer = new OggMuxer({ serialNumber: 7 })
  const hasFailedAtNext = () => {
    recording.append(muxer.page([silencePacket(960, 240)]))
    return recording.hasFailed
  }
  await expect.poll(hasFailedAtNext).toBe(true)
  await rm(directory, { recursive: true })
  for (let attempt = 0; attempt < 5; attempt++) {
    nowMs += 10_000
    expect(hasFailedAtNext()).toBe(true)
    // It asks for the room, and is refused.
    await expect(statfs(directory)).rejects.toThrow('ENOENT')
  }
  await recording.close()
  expect(failures).toEqual([new Error('The disk is nearly full')])
  await mkdir(directory)
})
