import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createBroadcast, endBroadcast, startBroadcast } from '@carillon/contract/broadcasts/endpoints'
import { getRecording } from '@carillon/contract/recordings/endpoints'
import { getStreamStatus, startStream, stopStream } from '@carillon/contract/stream/endpoints'
import { bodyOf } from '@carillon/testkit/recorded-takes'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readTakeBook, writtenUpTo } from '../src/features/recordings/takes/take-book.ts'
import { ListenerProbe } from '../src/features/stream/testing.ts'
import { database, startAnother, useInstances } from './support/instances-here.ts'
import type { Member, TestStation } from './support/station.ts'
import {
  addressOf,
  inShort,
  spoken,
  type Take,
  TakingPage,
  wordsOf,
  wordsSaid,
} from './support/taking-page.ts'

const LIMIT = { timeout: 300_000 }
/** Generous: the machine may be busy. */
const SOON = { timeout: 60_000 }
/** A slice of the browser has five packets. */
const PACKETS = 5

type Show = { id: number; dj: Member; page: TakingPage }

/** A show whose DJ is connected to the first of these instances; the others follow it before they speak. */
async function goLive(station: TestStation, ...others: TestStation[]): Promise<Show> {
  const dj = station.admin
  const { data } = await station.call(createBroadcast, { as: dj, body: { title: 'Harana Hour' } })
  await station.call(startBroadcast, { as: dj, params: { id: data.id } })
  for (const other of others) {
    const openThere = async () => (await other.call(getStreamStatus)).data.broadcastId
    await expect.poll(openThere, SOON).toBe(data.id)
    await untilCounted(station, other)
  }
  const page = new TakingPage(station, dj.token, data.id)
  onTestFinished(() => page.close())
  await page.connect()
  await page.untilWritten(3 * PACKETS)
  const show = { id: data.id, dj, page }
  for (const other of others) await untilFollowed(other, show)
  return show
}

/** Who listens at one instance is counted at another: the line between them is open, on which the sound goes. */
async function untilCounted(station: TestStation, other: TestStation): Promise<void> {
  const probe = new ListenerProbe(`${other.origin}/live.ogg`)
  const countHere = async () => (await station.call(getStreamStatus)).data.listenerCount
  await expect.poll(countHere, SOON).toBe(1)
  probe.leave()
}

/** Uploads to this instance what was recorded of a take from a packet on. */
async function upload(station: TestStation, { id, dj }: Show, take: Take, from: number) {
  const body = new Uint8Array(bodyOf(take.packets.slice(from)))
  const headers = { 'Content-Type': 'audio/ogg', authorization: `Bearer ${dj.token}` }
  const reply = await fetch(station.origin + addressOf(id, take, from), { method: 'PUT', body, headers })
  const { code } = (await reply.json()) as { code?: string }
  return code ?? reply.status
}

/** An instance follows a show: it records it, and knows its takes. */
async function untilFollowed({ config }: TestStation, { id }: Show): Promise<void> {
  const names = () => readdir(join(config.dataDir, 'recordings')).catch(() => [])
  await expect.poll(names, SOON).toContain(`${id}.map`)
}

const writtenOf = ({ page }: Show, take: Take) => page.writtenUpTo.get(take.id) ?? 0

/** An instance has on its own disk what the DJ's page was told to be written. */
async function untilKept({ config }: TestStation, show: Show, take: Take): Promise<void> {
  const file = join(config.dataDir, 'recordings', `${show.id}`)
  const part = { path: `${file}.ogg`, map: `${file}.map` }
  const kept = async () => writtenUpTo(await readTakeBook([part], [], []), take.id)
  await expect.poll(kept, SOON).toBeGreaterThanOrEqual(writtenOf(show, take))
}

/** Goes on at another instance after a moment without a line: what was sent ahead of the clock is over by then. */
async function moveTo(station: TestStation, { page }: Show): Promise<void> {
  page.cut()
  await page.untilRecorded(page.take.packets.length + 8 * PACKETS)
  await page.connect(station)
}

/** Ends a show on one instance, and gives the words of its recording once they are as good, from each of these. */
async function endAndRead(ender: TestStation, { id, page }: Show, readers: readonly TestStation[]) {
  page.close()
  await ender.call(endBroadcast, { as: ender.admin, params: { id } })
  const whole = wordsSaid(page.takes)
  for (const reader of readers) {
    let words: string[] = []
    const isReady = async () => {
      const reply = await fetch(`${reader.origin}/recordings/${id}.ogg`)
      if (!reply.ok) return false
      words = spoken(wordsOf(Buffer.from(await reply.arrayBuffer()), page.takes))
      // What was on its way when the line was closed was said after the end.
      const isWhole = whole.length - words.length < 3 * PACKETS
      return isWhole && inShort(words).join() === inShort(whole.slice(0, words.length)).join()
    }
    await expect
      .poll(isReady, SOON)
      .toBe(true)
      .catch(() => expect(inShort(words)).toEqual(inShort(whole)))
  }
}

// Several instances need PostgreSQL: `npm test` brings one.
describe.runIf(process.env.TEST_DATABASE_URL)('the archive of several instances', () => {
  useInstances()

  it('[RE49] what a page uploads to any of them goes into the recording', LIMIT, async () => {
    const [first, second] = [await startAnother(), await startAnother()]
    const show = await goLive(first, second)
    const { page } = show
    page.cut()
    await page.untilRecorded(20 * PACKETS)
    await page.connect()
    const [take] = page.takes
    if (!take) expect.fail()
    expect(await upload(second, show, take, writtenOf(show, take))).toBe(200)
    await page.untilWritten(3 * PACKETS)
    await endAndRead(second, show, [first, second])
  })

  it('[RE49] whose instance is gone goes on at another, which knows what came before', LIMIT, async () => {
    const [first, second] = [await startAnother(), await startAnother()]
    const show = await goLive(first, second)
    const { page } = show
    await page.untilWritten(12 * PACKETS)
    const [take] = page.takes
    if (!take) expect.fail()
    await untilKept(second, show, take)
    await first.stop()
    await moveTo(second, show)
    await page.untilWritten(3 * PACKETS)
    expect(await upload(second, show, take, writtenOf(show, take))).toBe(200)
    await endAndRead(second, show, [second])
  })

  it(
    '[RE51] what each has that the others lack comes together, whichever of them were away',
    LIMIT,
    async () => {
      const first = await startAnother()
      const show = await goLive(first)
      const { page } = show
      await page.untilWritten(8 * PACKETS)
      page.cut()
      // The second one has nothing of the first take, and the first one nothing of the third.
      const second = await startAnother()
      await page.connect()
      await page.untilWritten(8 * PACKETS)
      await untilFollowed(second, show)
      await first.stop()
      await moveTo(second, show)
      await page.untilWritten(12 * PACKETS)
      await first.restart()
      await moveTo(second, show)
      await page.untilWritten(12 * PACKETS)
      const lacking = page.takes.slice(0, -1).filter((take) => writtenOf(show, take) < take.packets.length)
      for (const take of lacking) expect(await upload(second, show, take, writtenOf(show, take))).toBe(200)
      await endAndRead(second, show, [first, second])
    },
  )

  it(
    '[RE43] what was said while the feed was stopped is taken by none, [RE49] whichever leads',
    LIMIT,
    async () => {
      const [first, second] = [await startAnother(), await startAnother()]
      const show = await goLive(first, second)
      const { page, id } = show
      const [take] = page.takes
      if (!take) expect.fail()
      await page.untilWritten(4 * PACKETS)
      expect((await first.call(stopStream, { as: first.admin })).status).toBe(200)
      const from = take.packets.length + PACKETS
      await page.untilWritten(from + 10 * PACKETS)
      expect((await first.call(startStream, { as: first.admin })).status).toBe(200)
      await page.untilWritten(from + 20 * PACKETS)
      await untilKept(second, show, take)
      await first.stop()
      await moveTo(second, show)
      await page.untilWritten(3 * PACKETS)
      expect(await upload(second, show, take, from)).toBe(200)
      page.close()
      await second.call(endBroadcast, { as: second.admin, params: { id } })
      await expect
        .poll(
          async () => (await second.call(getRecording, { as: second.admin, params: { id } })).status,
          SOON,
        )
        .toBe(200)
      const file = await (await fetch(`${second.origin}/recordings/${id}.ogg`)).arrayBuffer()
      const words = wordsOf(Buffer.from(file), page.takes)
      expect(words.includes('0.0')).toBe(true)
      const held = take.packets.map((_, number) => `0.${number}`).slice(from, from + 9 * PACKETS)
      expect(words.filter((word) => held.includes(word))).toEqual([])
    },
  )

  it(
    '[RE49] an unknown take is refused for good only once no instance that may know it is away',
    LIMIT,
    async () => {
      const first = await startAnother()
      const show = await goLive(first)
      const unknown = { ...show.page.take, id: randomUUID() }
      await sql`INSERT INTO instances (url, seen_at) VALUES ('http://127.0.0.1:1', now())`.execute(
        database.tables(),
      )
      expect(await upload(first, show, unknown, 0)).toBe('MEDIA_AWAY')
      await sql`DELETE FROM instances WHERE url = 'http://127.0.0.1:1'`.execute(database.tables())
      expect(await upload(first, show, unknown, 0)).toBe('TAKE_UNKNOWN')
    },
  )
})
