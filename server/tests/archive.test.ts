import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { deleteBroadcast } from '@carillon/contract/broadcasts/endpoints'
import { deleteRecording } from '@carillon/contract/recordings/endpoints'
import { MAX_TAKE_BYTES } from '@carillon/contract/recordings/takes'
import { startStream, stopStream } from '@carillon/contract/stream/endpoints'
import { OggMuxer } from '@carillon/media/ogg/muxer'
import { buildPage } from '@carillon/media/ogg/page'
import { opusHead } from '@carillon/media/opus/head'
import { bodyOf } from '@carillon/testkit/recorded-takes'
import { afterEach, describe, expect, it } from 'vitest'
import {
  bytesOf,
  dj,
  end,
  fetchRecording,
  folder,
  goLive,
  recordingOf,
  station,
  useRecordings,
} from './support/recordings.ts'
import type { Member } from './support/station.ts'
import { complaints, durationsOf } from './support/stream-validators.ts'
import {
  addressOf,
  inShort,
  spoken,
  type Take,
  TakingPage,
  wordsOf,
  wordsSaid,
} from './support/taking-page.ts'

useRecordings()

/** A slice of the browser has five packets. */
const PACKETS = 5
let page: TakingPage
afterEach(async () => {
  page?.close()
  await endAll()
})

type Answer = { status: number; code?: string; writtenUpTo?: number }
async function put(path: string, body: Uint8Array, member: Member | null = dj): Promise<Answer> {
  const reply = await fetch(station.origin + path, {
    method: 'PUT',
    body: new Uint8Array(body),
    headers: { 'Content-Type': 'audio/ogg', ...(member && { authorization: `Bearer ${member.token}` }) },
  })
  const { code, data } = (await reply.json()) as { code?: string; data?: { writtenUpTo: number } }
  return { status: reply.status, ...(code && { code }), ...(data && { writtenUpTo: data.writtenUpTo }) }
}

/** Uploads a take from a packet on, in pieces. */
async function upload(id: number, take: Take, from: number, { to = take.packets.length, piece = 40 } = {}) {
  let next = from
  while (next < to) {
    const packets = take.packets.slice(next, Math.min(to, next + piece))
    const answer = await put(addressOf(id, take, next, to - next - packets.length), bodyOf(packets))
    expect(answer.status).toBe(200)
    next = Math.max(next + packets.length, answer.writtenUpTo ?? 0)
  }
}

const onAir = new Set<number>()
/** One show at a time: a test that failed leaves none. */
async function endAll(): Promise<void> {
  for (const id of onAir) await end(id)
  onAir.clear()
}

async function beOnAir(): Promise<number> {
  const id = await goLive()
  onAir.add(id)
  page = new TakingPage(station, dj.token, id)
  await page.connect()
  await page.untilWritten(3 * PACKETS)
  return id
}

/** Is cut off for so many packets, and back on a new line. */
async function loseLine(packets: number): Promise<void> {
  page.cut()
  await page.untilRecorded(page.take.packets.length + packets)
  await page.connect()
  await page.untilWritten(3 * PACKETS)
}

async function archiveOf(id: number, isAsGood: (words: string[]) => boolean = () => true): Promise<string[]> {
  for (;;) {
    const { bytes } = await recordingOf(id)
    const file = await bytesOf(await fetchRecording(id, { authorization: `Bearer ${dj.token}` }))
    const words = wordsOf(file, page.takes)
    if (file.length !== bytes || !isAsGood(words)) continue
    expect(await complaints(file)).toEqual([])
    const { durationMs } = await recordingOf(id)
    for (const seconds of await durationsOf(file))
      expect(Math.abs(seconds - durationMs / 1_000)).toBeLessThan(0.01)
    return words
  }
}

const said = (takes = page.takes) => wordsSaid(takes)

describe('the recording of a show whose line was lost', () => {
  it('[RE40] INGEST says what is written, [RE41] and it has no hole once the page has uploaded what it kept', async () => {
    const id = await beOnAir()
    await loseLine(8 * PACKETS)
    await loseLine(20 * PACKETS)
    const [first, second] = page.takes
    for (const take of [first, second]) if (take) await upload(id, take, page.writtenUpTo.get(take.id) ?? 0)
    page.close()
    await end(id)
    const words = spoken(await archiveOf(id))
    const whole = said()
    // What was on its way when the line was closed was said after the end.
    expect(inShort(words)).toEqual(inShort(whole.slice(0, words.length)))
    expect(whole.length - words.length).toBeLessThan(3 * PACKETS)
    expect(await readdir(folder())).toEqual(expect.arrayContaining(['shows']))
    expect(
      (await readdir(folder())).filter((name) => name.endsWith('.map') || name.endsWith('.ogg')),
    ).toEqual([])
  })

  it('[RE45] is replaced by a newer version when more comes after it was ready, in any order and more than once', async () => {
    const id = await beOnAir()
    await loseLine(12 * PACKETS)
    page.close()
    await end(id)
    const before = await archiveOf(id)
    expect(before).toContain('silence')
    const [take] = page.takes
    const from = page.writtenUpTo.get(take?.id ?? '') ?? 0
    if (!take) expect.fail()
    const middle = from + 30
    await put(addressOf(id, take, middle), bodyOf(take.packets.slice(middle)))
    await put(addressOf(id, take, middle), bodyOf(take.packets.slice(middle)))
    const isIn = (number: number) => (words: string[]) => words.includes(`0.${number}`)
    await archiveOf(id, isIn(middle))
    await upload(id, take, from, { to: middle, piece: 7 })
    const words = spoken(await archiveOf(id, (all) => !spoken(all).includes('silence')))
    expect(inShort(words)).toEqual(inShort(said().slice(0, words.length)))
    expect(words.length).toBeGreaterThan(before.filter((word) => word !== 'silence').length)
  })

  it('[RE45] is ready when all has come, while the page says that there is more to come', async () => {
    const id = await beOnAir()
    await loseLine(12 * PACKETS)
    const [take] = page.takes
    if (!take) expect.fail()
    const from = page.writtenUpTo.get(take.id) ?? 0
    await put(addressOf(id, take, from, 50), bodyOf(take.packets.slice(from, from + 10)))
    page.close()
    await end(id)
    // The first version has it all: nobody saw one with the hole.
    await upload(id, take, from + 10)
    const words = spoken(await archiveOf(id))
    expect(inShort(words)).toEqual(inShort(said().slice(0, words.length)))
  })

  it('[RE45] is ready when the station has itself what the page says is to come', async () => {
    const id = await beOnAir()
    await loseLine(12 * PACKETS)
    const [take] = page.takes
    if (!take) expect.fail()
    const from = page.writtenUpTo.get(take.id) ?? 0
    const middle = from + 10
    const left = take.packets.length - middle
    await put(addressOf(id, take, middle, 1), bodyOf(take.packets.slice(middle)))
    page.close()
    await end(id)
    await put(addressOf(id, take, from, left), bodyOf(take.packets.slice(from, middle)))
    const words = spoken(await archiveOf(id))
    expect(inShort(words)).toEqual(inShort(said().slice(0, words.length)))
  })

  it('[RE47] tells where its line was lost, and that nothing of it is silent once the page has uploaded it', async () => {
    const id = await beOnAir()
    await loseLine(16 * PACKETS)
    page.close()
    await end(id)
    const [lost, ...others] = (await recordingOf(id)).outages
    expect(others).toEqual([])
    expect(lost?.silentMs).toBe(lost?.durationMs)
    const [take] = page.takes
    if (!take || !lost) expect.fail()
    await upload(id, take, page.writtenUpTo.get(take.id) ?? 0)
    await archiveOf(id, (words) => !spoken(words).includes('silence'))
    const [mended] = (await recordingOf(id)).outages
    expect(mended).toMatchObject({ atMs: lost.atMs, silentMs: 0 })
    // The station's clock and that of the sound differ by what a packet is long.
    expect(mended?.durationMs).toBeGreaterThan(14 * PACKETS * 60)
  })

  it('[RE43] has nothing of what was sent while the stream was stopped, however it comes', async () => {
    const id = await beOnAir()
    await station.call(stopStream, { as: station.admin })
    const stoppedAt = page.take.packets.length
    await page.untilRecorded(stoppedAt + 8 * PACKETS)
    const goesOnAt = page.take.packets.length
    await station.call(startStream, { as: station.admin })
    await page.untilWritten(goesOnAt + 4 * PACKETS)
    const all = await put(addressOf(id, page.take, 0), bodyOf(page.take.packets))
    expect(all.status).toBe(200)
    page.close()
    await end(id)
    const words = await archiveOf(id)
    const middle = Math.round((stoppedAt + goesOnAt) / 2)
    expect(words).not.toContain(`0.${middle}`)
    expect(words.filter((word) => word === 'unknown')).toEqual([])
    expect(spoken(words)).toContain('silence')
  })
})

describe('an upload', () => {
  it('[RE43] is taken from whoever spoke, also where another person started the show', async () => {
    const id = await goLive()
    onAir.add(id)
    page = new TakingPage(station, station.admin.token, id)
    await page.connect()
    await page.untilWritten(3 * PACKETS)
    // While it records, its take grows beside the upload.
    page.close()
    const { take } = page
    const body = bodyOf(take.packets)
    const answer = await put(addressOf(id, take, 0), body, station.admin)
    expect(answer).toEqual({ status: 200, writtenUpTo: take.packets.length })
    // The starter has not spoken, and has no take to go on from.
    const unknown = { ...take, id: crypto.randomUUID(), after: take }
    for (const claimed of [take, unknown])
      expect(await put(addressOf(id, claimed, 0), body)).toEqual({ status: 409, code: 'TAKE_UNKNOWN' })
  })

  it('[RE43] is taken from nobody who may not broadcast the show, and of no test', async () => {
    const id = await beOnAir()
    const path = addressOf(id, page.take, 0)
    const body = bodyOf(page.take.packets)
    expect(await put(path, body, null)).toEqual({ status: 401, code: 'NOT_SIGNED_IN' })
    const other = await station.as('DJ', 'another dj')
    for (const member of [other, await station.as('MODERATOR'), await station.as('LISTENER')])
      expect(await put(path, body, member)).toEqual({ status: 403, code: 'FORBIDDEN' })
    expect(await put(path, body, station.admin)).toEqual({ status: 409, code: 'TAKE_UNKNOWN' })
    expect(await put(addressOf(id + 1_000, page.take, 0), body)).toEqual({ status: 404, code: 'NOT_FOUND' })
    page.close()
    await end(id)
    await recordingOf(id)
    await station.call(deleteRecording, { as: dj, params: { id } })
    expect(await put(path, body)).toEqual({ status: 404, code: 'NOT_FOUND' })
    await station.call(deleteBroadcast, { as: station.admin, params: { id } })
    expect(await put(path, body)).toEqual({ status: 404, code: 'NOT_FOUND' })
  })

  it('[RE44] that is no sound of the show is refused, each with its code, and leaves nothing behind', async () => {
    const id = await beOnAir()
    const { take } = page
    const path = addressOf(id, take, 0)
    const body = bodyOf(take.packets.slice(0, 10))
    const unreadable = { status: 400, code: 'TAKE_UNREADABLE' }
    for (let cut = 0; cut < body.length; cut += 97)
      expect(await put(path, body.subarray(0, cut))).toEqual(unreadable)
    expect(await put(path, Buffer.concat([body, body]))).toEqual(unreadable)
    expect(await put(path, Buffer.alloc(500_000, 'junk'))).toEqual(unreadable)
    expect(await put(path, Buffer.alloc(MAX_TAKE_BYTES + 1))).toEqual({ status: 413, code: 'BODY_TOO_LARGE' })
    expect(await put(path, monoBody(take.packets.slice(0, 10)))).toEqual(unreadable)
    for (const from of ['-1', '1.5', 'x', '1e9'])
      expect(await put(path.replace('from=0', `from=${from}`), body)).toMatchObject({ code: 'INVALID_INPUT' })
    expect(await put(path.replace(take.id, 'x'), body)).toEqual({ status: 404, code: 'NOT_FOUND' })
    const nobody = { ...take, id: crypto.randomUUID() }
    expect(await put(addressOf(id, nobody, 0), body)).toEqual({ status: 409, code: 'TAKE_UNKNOWN' })
    const lost = { ...nobody, after: { ...take, id: crypto.randomUUID() } }
    expect(await put(addressOf(id, lost, 0), body)).toEqual({ status: 409, code: 'TAKE_UNKNOWN' })
    const long = Array.from({ length: 600 }, () => take.packets[0] ?? expect.fail())
    for (let from = 1_000; from < 10_000; from += 600) {
      const { code } = await put(addressOf(id, take, from), bodyOf(long))
      if (code === 'TAKE_TOO_LONG') break
      expect(from).toBeLessThan(5_000)
    }
    page.close()
    await end(id)
    const words = await archiveOf(id)
    expect(said().slice(0, spoken(words).length)).toEqual(spoken(words))
  })

  it('[RE44] of what the station has is answered with how far it has it', async () => {
    const id = await beOnAir()
    const written = page.writtenUpTo.get(page.take.id) ?? 0
    const answer = await put(addressOf(id, page.take, 0), bodyOf(page.take.packets.slice(0, written)))
    expect(answer.writtenUpTo).toBeGreaterThanOrEqual(written)
    const kept = await readdir(join(folder(), 'takes')).catch(() => [])
    expect(kept).not.toContain(String(id))
    page.close()
    await end(id)
  })
})

/** The same, with a head that says one channel. */
function monoBody(packets: readonly Uint8Array[]): Buffer {
  const muxer = new OggMuxer({ serialNumber: 1 })
  const head = Uint8Array.from(opusHead())
  head[9] = 1
  const fields = { flags: 2, granulePosition: 0, serialNumber: 1, sequence: 0 }
  const first = buildPage(fields, Uint8Array.of(head.length), head)
  const headers = muxer.headerPages()
  return Buffer.concat([first, headers.subarray(first.length), muxer.lastPage(packets)])
}
