import { readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { createBroadcast, startTest } from '@carillon/contract/broadcasts/endpoints'
import { setRecordingVisibility } from '@carillon/contract/recordings/endpoints'
import { getStreamStatus } from '@carillon/contract/stream/endpoints'
import { afterEach, expect, it } from 'vitest'
import { ListenerProbe } from '../src/features/stream/testing.ts'
import { pagesOf, perform, until } from './support/fake-recorder.ts'
import { requireOneStream } from './support/one-stream.ts'
import { placeIn } from './support/place-in.ts'
import { dj, end, folder, goLive, station, useRecordings } from './support/recordings.ts'
import { complaints } from './support/stream-validators.ts'

useRecordings()

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

const url = (query = '') => `${station.origin}/live.ogg${query}`
function listen(query: string): ListenerProbe {
  const probe = new ListenerProbe(url(query))
  closers.push(() => probe.leave())
  return probe
}
const packetsOf = (probe: ListenerProbe) =>
  requireOneStream(pagesOf(probe.bytes))
    .slice(2)
    .map((packet) => Buffer.from(packet).toString('base64'))
const pageCount = (probe: ListenerProbe) => pagesOf(probe.bytes).length

/** A show on air with somebody who hears it live. */
async function start() {
  const id = await goLive()
  closers.push(() => end(id))
  const live = listen('?delay=low')
  // Ahead of the DJ: what it begins with is the silence that the show begins with.
  await live.head
  const recorder = await perform(station, dj.token, id)
  closers.push(() => recorder.stop())
  return { id, live }
}

async function answerOf(query: string, method = 'GET') {
  const reply = await fetch(url(query), { method })
  if (reply.ok) await reply.body?.cancel()
  return {
    status: reply.status,
    code: reply.ok || method === 'HEAD' ? null : codeOf(await reply.json()),
    reply,
  }
}

const codeOf = (body: unknown) => (body as { code: string }).code

it('[RW10] from=<seconds> gives the packets that were sent then, and goes on with those that are sent now', async () => {
  const { id, live } = await start()
  await until(() => pageCount(live) > 45)
  const askedMs = Date.now()
  const probe = listen('?from=5&listener=6f7f1a1c-5f0b-4e8c-9d43-222222222222')
  const { headers } = await probe.head
  const beganMs = Date.parse(String(headers['rewind-from']))
  // The station read the question between the two.
  expect(beganMs).toBeGreaterThan(askedMs - 5_000 - 2_000)
  expect(beganMs).toBeLessThan(Date.now() - 5_000 + 2_000)
  expect((await station.call(getStreamStatus)).data.listenerCount).toBe(2)
  await until(() => pageCount(probe) > 45)
  const [sent, received] = [packetsOf(live), packetsOf(probe)]
  const first = received[0] ?? ''
  const at = placeIn(sent, received)
  expect([at > 0, first.length > 0]).toEqual([true, true])
  const both = Math.min(sent.length - at, received.length)
  expect(both).toBeGreaterThan(20)
  expect(received.slice(0, both)).toEqual(sent.slice(at, at + both))
  await end(id)
  await probe.ended()
  expect(await complaints(probe.bytes)).toEqual([])
})

it('[RW11] before the beginning is the beginning, and 0 is what is live', async () => {
  const { live } = await start()
  await until(() => pageCount(live) > 30)
  for (const from of ['86400', '2001-01-01T00:00:00Z']) {
    const probe = listen(`?from=${from}`)
    await until(() => pageCount(probe) > 5)
    const [page] = pagesOf(probe.bytes).slice(2)
    expect(page?.granulePosition).toBeLessThan(20_000)
    expect(packetsOf(probe)[0]).toBe(packetsOf(live)[0])
  }
  const { reply } = await answerOf('?from=0')
  expect([reply.status, reply.headers.get('rewind-from')]).toEqual([200, null])
})

it('[RW12] says why it cannot: 400 for what is no past time, 404 off air, 409 for a private recording', async () => {
  expect(await answerOf('?from=90')).toMatchObject({ status: 404, code: 'NOT_FOUND' })
  const { id } = await start()
  for (const from of ['NaN', '-5', '', '2999-01-01T00:00:00Z', '1&from=2', 'x'.repeat(2_000)])
    expect(await answerOf(`?from=${from}`), from).toMatchObject({ status: 400, code: 'INVALID_INPUT' })
  expect((await answerOf('?from=90', 'HEAD')).status).toBe(200)
  expect((await answerOf('?from=NaN', 'HEAD')).status).toBe(400)
  const options = { as: dj, params: { id } }
  await station.call(setRecordingVisibility, { ...options, body: { isPublic: false } })
  expect(await answerOf('?from=90')).toMatchObject({ status: 409, code: 'NOT_REWINDABLE' })
  expect((await answerOf('')).status).toBe(200)
  await station.call(setRecordingVisibility, { ...options, body: { isPublic: true } })
  expect((await answerOf('?from=90')).status).toBe(200)
})

it('[RW21] while its file cannot be read nobody goes back, and what is live goes on', async () => {
  const { id, live } = await start()
  await until(() => pageCount(live) > 30)
  await expect.poll(() => readdir(folder())).toContain(`${id}.ogg`)
  const path = join(folder(), `${id}.ogg`)
  await rename(path, `${path}.away`)
  expect(await answerOf('?from=5')).toMatchObject({ status: 409, code: 'NOT_REWINDABLE' })
  expect((await answerOf('')).status).toBe(200)
  await rename(`${path}.away`, path)
  expect((await answerOf('?from=5')).status).toBe(200)
})

it('[RW12] a test is never listened to again', async () => {
  const { data } = await station.call(createBroadcast, { as: dj, body: { title: 'Test' } })
  await station.call(startTest, { as: dj, params: { id: data.id } })
  closers.push(() => end(data.id))
  expect(await answerOf('?from=90')).toMatchObject({ status: 404 })
  const reply = await fetch(`${station.origin}/test/${data.id}.ogg?from=90`, {
    headers: { authorization: `Bearer ${dj.token}` },
  })
  await reply.body?.cancel()
  expect([reply.status, reply.headers.get('rewind-from')]).toEqual([200, null])
})
