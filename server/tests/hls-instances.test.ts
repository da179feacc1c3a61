import { createBroadcast, endBroadcast, startBroadcast } from '@carillon/contract/broadcasts/endpoints'
import { readSegment } from '@carillon/media/fixtures/boxes'
import { durationInSamples } from '@carillon/media/opus/packet'
import { describe, expect, it, onTestFinished } from 'vitest'
import { perform } from './support/fake-recorder.ts'
import { startAnother, useInstances } from './support/instances-here.ts'
import type { Member, TestStation } from './support/station.ts'

const LIMIT = { timeout: 300_000 }
/** Generous: the machine may be busy. */
const SOON = { timeout: 60_000 }

const get = (station: TestStation, path: string) => fetch(`${station.origin}/hls/${path}`)
async function playlist(station: TestStation, path = 'live.m3u8'): Promise<string> {
  const reply = await get(station, path)
  return reply.ok ? reply.text() : ''
}
const namesIn = (text: string) =>
  text
    .split('\n')
    .filter((line) => /^[^#]/.test(line))
    .map((line) => line.replace('../', ''))
const numberOf = (name = '') => Number(/(\d+)\.m4s$/.exec(name)?.[1])
async function bytesOf(station: TestStation, name: string): Promise<Buffer> {
  const reply = await get(station, name)
  expect([name, reply.status]).toEqual([name, 200])
  return Buffer.from(await reply.arrayBuffer())
}

/** Waits until the live playlist of an instance names so many segments more than those before. */
async function untilMore(station: TestStation, count: number): Promise<void> {
  const last = numberOf(namesIn(await playlist(station)).at(-1))
  await expect
    .poll(async () => numberOf(namesIn(await playlist(station)).at(-1)), SOON)
    .toBeGreaterThanOrEqual((Number.isNaN(last) ? 0 : last) + count)
}

/** The show on air, whose DJ is connected to this instance. */
async function goLive(station: TestStation): Promise<{ dj: Member; id: number }> {
  const dj = await station.as('DJ')
  const { data } = await station.call(createBroadcast, { as: dj, body: { title: 'Harana Hour' } })
  await station.call(startBroadcast, { as: dj, params: { id: data.id } })
  return { dj, id: data.id }
}

async function connect(station: TestStation, dj: Member, id: number) {
  const recorder = await perform(station, dj.token, id)
  onTestFinished(() => recorder.stop())
  return recorder
}

/** Each segment that two instances name is the same there, once both have a playlist; gives the names. */
async function requireSame(one: TestStation, other: TestStation, path?: string): Promise<string[]> {
  let text = ''
  const areEqual = async () => {
    text = await playlist(one, path)
    return text !== '' && text === (await playlist(other, path))
  }
  await expect.poll(areEqual, SOON).toBe(true)
  const names = namesIn(text)
  for (const name of names)
    expect(Buffer.compare(await bytesOf(one, name), await bytesOf(other, name))).toBe(0)
  return names
}

/** Segments follow one another in number and time. */
async function requireOneTimeline(station: TestStation, names: readonly string[]): Promise<void> {
  let end: { number: number; samples: number } | null = null
  for (const name of names) {
    const { startInSamples, packets } = readSegment(await bytesOf(station, name))
    const number = numberOf(name)
    if (end) expect([number, startInSamples]).toEqual([end.number + 1, end.samples])
    const samples = packets.reduce((sum, packet) => sum + durationInSamples(packet), startInSamples)
    end = { number, samples }
  }
}

// Several instances need PostgreSQL: `npm test` brings one.
describe.runIf(process.env.TEST_DATABASE_URL)('HLS of several instances', () => {
  useInstances()

  // Slow: nine segments of four seconds come in real time.
  it(
    '[HL23] the segments of a show are the same on each instance, and [HL24] go on where another one leads',
    LIMIT,
    async () => {
      const withMp3 = { searchPath: process.env.PATH ?? '' }
      const [first, second] = [await startAnother(withMp3), await startAnother(withMp3)]
      const { dj, id } = await goLive(first)
      const recorder = await connect(first, dj, id)
      await untilMore(first, 3)
      await requireSame(first, second)
      await requireSame(first, second, `shows/${id}.m3u8`)
      await requireSame(first, second, 'live.mp3.m3u8')
      expect(await playlist(first, 'main.m3u8')).toContain('live.mp3.m3u8')
      await requireSame(first, second, 'main.m3u8')

      // The DJ's next connection is to the other instance, which leads from then on.
      const again = await connect(second, dj, id)
      await recorder.closed
      await untilMore(second, 3)
      const names = await requireSame(second, first)
      expect(new Set(names.map((name) => name.split('/')[0])).size).toBe(2)
      await requireOneTimeline(first, names)
      await requireOneTimeline(first, await requireSame(second, first, `shows/${id}.m3u8`))

      // One that comes now has what is live, and the show from its beginning.
      const third = await startAnother()
      await requireSame(second, third)
      await requireSame(second, third, `shows/${id}.m3u8`)

      // The instance that leads stops: another one goes on.
      again.stop()
      await second.stop()
      await untilMore(first, 3)
      await requireOneTimeline(third, await requireSame(first, third))
      await first.call(endBroadcast, { as: dj, params: { id } })
      for (const station of [first, third])
        await expect.poll(() => playlist(station), SOON).toContain('#EXT-X-ENDLIST')
      await requireOneTimeline(third, await requireSame(first, third))
    },
  )
})
