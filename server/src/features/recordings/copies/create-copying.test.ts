import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HOUR_MS } from '@carillon/contract/durations'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, openShowPlace } from '../../../../tests/support/show.ts'
import { MemoryCluster } from '../../../cluster/testing.ts'
import { announceInstance } from '../../../db/instances.ts'
import { createRecordingFiles } from '../files.ts'
import { insertRecording, markDeleted, replaceRecording } from '../store.ts'
import type { RecordingTables } from '../table.ts'
import { createCopying } from './create-copying.ts'

const KEY = 'key'
/** No page uploaded anything. */
const NOTHING = { inserted: 0, silenceLeft: 0, outages: [] }
const digestOf = (content: string) => createHash('sha256').update(content).digest('hex')

let place: Awaited<ReturnType<typeof openShowPlace<RecordingTables>>>
let closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.reverse()) await close()
  closers = []
  await sql`DELETE FROM recordings`.execute(place.db)
  await sql`DELETE FROM instances`.execute(place.db)
})

/** An instance: its files, its address, and its part of the copying. `answer` is how it gives a file. */
async function startInstance(cluster = new MemoryCluster()) {
  const folder = await mkdtemp(join(tmpdir(), 'copying-'))
  const wholes = join(folder, 'shows')
  await mkdir(wholes)
  const errors: string[] = []
  const asked: string[] = []
  const instance = {
    folder,
    errors,
    asked,
    answer: (content: Buffer, response: ServerResponse): void => void response.end(content),
    free: Number.POSITIVE_INFINITY,
  }
  const server = createServer(async (request, response) => {
    asked.push(`${request.url}`)
    expect(request.headers['x-carillon-key']).toBe(KEY)
    const content = await readFile(join(wholes, `${request.url}`.split('/').at(-1) ?? '')).catch(() => null)
    if (content) instance.answer(content, response)
    else response.writeHead(404).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const files = createRecordingFiles(folder)
  const copying = createCopying({
    db: place.db,
    clock: place.clock,
    bus: cluster.join(),
    instances: { url: () => url, key: KEY },
    onError: (error) => errors.push(String(error)),
    files: {
      ...files,
      async requireRoom(bytes) {
        await files.requireRoom(bytes > instance.free ? Number.MAX_SAFE_INTEGER : bytes)
      },
    },
  })
  closers.push(async () => {
    await copying.close()
    server.closeAllConnections()
    server.close()
    await rm(folder, { recursive: true, force: true })
  })
  return Object.assign(instance, {
    url,
    copying,
    /** Gives what happens at the next minute. */
    work: copying.work,
    /** It is seen no more. */
    async die(): Promise<void> {
      await copying.close()
      server.closeAllConnections()
      server.close()
      await sql`UPDATE instances SET seen_at = now() - interval '11 minutes' WHERE url = ${url}`.execute(
        place.db,
      )
    },
    write: async (id: number, content: string) => {
      await writeFile(join(wholes, `${id}.ogg`), content)
      copying.onFilesChanged()
    },
    read: (id: number) => readFile(join(wholes, `${id}.ogg`), 'utf8').catch(() => null),
    list: () => readdir(wholes),
    remove: (id: number) => rm(join(wholes, `${id}.ogg`)),
  })
}
type Instance = Awaited<ReturnType<typeof startInstance>>

/** A recording that `holder` has made ready. */
async function ready(holder: Instance, content: string, durationMs = 60_000): Promise<number> {
  const id = await place.goLive(await place.person('DJ'))
  await place.endLive()
  await replace(holder, id, content, durationMs)
  return id
}

async function replace(holder: Instance, id: number, content: string, durationMs: number): Promise<void> {
  await holder.write(id, content)
  const joined = {
    bytes: content.length,
    durationMs,
    soundMs: durationMs,
    peaks: new Uint8Array(1),
    ...NOTHING,
  }
  await insertRecording(place.db, id, joined, { recordedAt: new Date(), holder: holder.url })
  await holder.work()
}

/** Stores that `holder` has put more into its file, which it has not read since. */
async function complete(holder: Instance, id: number, content: string): Promise<void> {
  if ((await holder.read(id)) !== content) await holder.write(id, content)
  const joined = {
    bytes: content.length,
    durationMs: 60_000,
    soundMs: 60_000,
    peaks: new Uint8Array(1),
    ...NOTHING,
  }
  await replaceRecording(place.db, id, joined, holder.url)
  holder.copying.onFilesChanged()
}

async function holdersOf(id: number): Promise<string[]> {
  const rows = await place.db
    .selectFrom('recording_copies as c')
    .innerJoin('recordings as r', 'r.broadcast_id', 'c.broadcast_id')
    .select('c.instance')
    .where('c.broadcast_id', '=', id)
    .whereRef('c.sha256', '=', 'r.sha256')
    .execute()
  return rows.map(({ instance }) => instance).sort()
}

/** Ten minutes later, as far as failures are concerned. */
const later = () =>
  sql`UPDATE recording_copies SET failed_at = failed_at - interval '11 minutes'`.execute(place.db)

const pair = async () => (await several(2)) as [Instance, Instance]
const three = async () => (await several(3)) as [Instance, Instance, Instance]

async function several(count: number): Promise<Instance[]> {
  const cluster = new MemoryCluster()
  const all: Instance[] = []
  while (all.length < count) all.push(await startInstance(cluster))
  // The test says when each works: what they send each other would begin it at any time.
  cluster.isCut = true
  for (const { url } of all) await announceInstance(place.db, url)
  return all
}

describe.each(ENGINES)('copies of recordings on %s', (engine) => {
  beforeAll(async () => {
    place = await openShowPlace<RecordingTables>(engine)
  })
  afterAll(() => place.close())

  it('[RE30] of three instances two have a recording, and the table says which', async () => {
    const [one, two, last] = await three()
    const id = await ready(one, 'the whole show')
    expect(one.copying.metrics()?.missing).toBe(1)
    for (const each of [two, last, two]) await each.work()
    const others = [await two.read(id), await last.read(id)]
    expect(others.filter((content) => content === 'the whole show')).toHaveLength(1)
    const copier = others[0] === null ? last : two
    expect(await holdersOf(id)).toEqual([one.url, copier.url].sort())
    expect(copier.copying.metrics()?.missing).toBe(0)
    expect([one, two, last].flatMap(({ errors }) => errors)).toEqual([])
  })

  it('[RE30] two that were away of three are each given their part', async () => {
    const [one, two, last] = await three()
    const ids: number[] = []
    for (let count = 0; count < 12; count++) ids.push(await ready(one, `show ${count}`))
    await two.work()
    await last.work()
    const [twos, lasts] = [await two.list(), await last.list()]
    expect(twos.length + lasts.length).toBe(ids.length)
    expect(Math.min(twos.length, lasts.length)).toBeGreaterThan(0)
  })

  it('[RE30] one that is alone copies nothing and counts nothing', async () => {
    const one = await startInstance()
    const alone = createCopying({
      db: place.db,
      clock: place.clock,
      bus: new MemoryCluster().join(),
      instances: null,
      onError: (error) => expect.fail(String(error)),
      files: createRecordingFiles(one.folder),
    })
    await one.write(1, 'a show')
    await alone.work()
    expect(alone.metrics()).toBeNull()
    expect(await place.db.selectFrom('instances').selectAll().execute()).toEqual([])
  })

  it('[RE31] a copy that is cut in the middle leaves nothing behind, is counted, and is made again', async () => {
    const [one, two] = await pair()
    const id = await ready(one, 'the whole show')
    const { answer } = one
    one.answer = (content, response) => {
      response.writeHead(200, { 'Content-Length': content.length })
      response.write(content.subarray(0, 5), () => response.destroy())
    }
    await two.work()
    expect([await two.list(), two.errors.length, two.copying.metrics()]).toEqual([
      [],
      1,
      { missing: 1, failures: { 'no room': 0, other: 1 } },
    ])
    one.answer = answer
    await two.work()
    expect(await two.read(id)).toBeNull()
    await later()
    await two.work()
    expect([await two.read(id), two.copying.metrics()?.missing]).toEqual(['the whole show', 0])
  })

  it('[RE31] a copy with another content of the same length is not taken', async () => {
    const [one, two] = await pair()
    const id = await ready(one, 'the whole show')
    one.answer = (_, response) => void response.end('the wrong show')
    await two.work()
    expect([await two.list(), two.errors]).toEqual([[], [expect.stringContaining('damaged')]])
    expect(await holdersOf(id)).toEqual([one.url])
  })

  it('[RE31] without room nothing is copied: one line says so, each is counted, and what is missing stays missing', async () => {
    const [one, two] = await pair()
    for (const content of ['the first show', 'the second']) await ready(one, content)
    two.free = 5
    await two.work()
    expect(two.copying.metrics()).toEqual({ missing: 2, failures: { 'no room': 2, other: 0 } })
    expect([two.errors, await two.list()]).toEqual([[expect.stringContaining('no room')], []])
    expect(one.asked).toEqual([])
  })

  it('[RE31] what one instance has no room for another copies', async () => {
    const [one, two, last] = await three()
    const ids: number[] = []
    for (let count = 0; count < 6; count++) ids.push(await ready(one, `show ${count}`))
    two.free = 5
    for (const each of [last, two, last]) await each.work()
    expect((await last.list()).length).toBe(ids.length)
    expect([await two.list(), last.copying.metrics()?.missing]).toEqual([[], 0])
  })

  it('[RE32] a newer version replaces every older one, also of one that was away and comes back', async () => {
    const [one, two, last] = await three()
    const id = await ready(one, 'a show that is short')
    await last.write(id, 'a show as recorded there')
    await last.work()
    await two.work()
    expect(await holdersOf(id)).toEqual([one.url, last.url].sort())
    await replace(two, id, 'the same show, longer by a minute', 120_000)
    expect(await holdersOf(id)).toEqual([two.url])
    await one.work()
    await last.work()
    for (const each of [one, two, last]) expect(await each.read(id)).toBe('the same show, longer by a minute')
    expect(await holdersOf(id)).toEqual([one.url, two.url, last.url].sort())
  })

  it('[RE32] a version that is replaced is asked of nobody before its maker has read the newer one', async () => {
    const [one, two] = await pair()
    const id = await ready(one, 'with a hole')
    await complete(one, id, 'without any hole')
    await two.work()
    expect([two.errors, await two.list()]).toEqual([[], []])
    await one.work()
    await two.work()
    expect(await two.read(id)).toBe('without any hole')
  })

  it('[RE32] a version that was read before the database knew of it is read again, and counts', async () => {
    const [one, two] = await pair()
    const id = await ready(one, 'with a hole')
    await one.write(id, 'without any hole')
    await one.work()
    expect(await holdersOf(id)).toEqual([])
    await complete(one, id, 'without any hole')
    await one.work()
    await two.work()
    expect(await holdersOf(id)).toEqual([one.url, two.url].sort())
  })

  it('[RE32] a version that its maker writes again, of the same length, reaches the copy', async () => {
    const [one, two] = await pair()
    const id = await ready(one, 'take 1')
    await two.work()
    expect(await two.read(id)).toBe('take 1')
    await one.write(id, 'take 2')
    await one.work()
    await two.work()
    expect(await two.read(id)).toBe('take 2')
    expect(await holdersOf(id)).toEqual([one.url, two.url].sort())
  })

  it('[RE32] a file that only differs, at one that did not make it, does not count: it is replaced', async () => {
    const [one, two] = await pair()
    const id = await ready(one, 'take 1')
    await two.write(id, 'broken')
    await two.work()
    expect([await two.read(id), await one.read(id)]).toEqual(['take 1', 'take 1'])
  })

  it('[RE32] what was deleted while it was copied is not put in place', async () => {
    const [one, two] = await pair()
    const id = await ready(one, 'the whole show')
    one.answer = async (content, response) => {
      await markDeleted(place.db, id, new Date())
      response.end(content)
    }
    await two.work()
    expect([await two.list(), two.errors]).toEqual([[], []])
  })

  it('[RE33] a copy whose instance is gone for good is made elsewhere, and it is forgotten after a month', async () => {
    const [one, two, last] = await three()
    const id = await ready(one, 'the whole show')
    for (const each of [two, last]) await each.work()
    const copier = (await two.read(id)) === null ? last : two
    const third = copier === two ? last : two
    await copier.die()
    await third.work()
    expect(await third.read(id)).toBe('the whole show')
    await sql`UPDATE instances SET seen_at = now() - interval '31 days' WHERE url = ${copier.url}`.execute(
      place.db,
    )
    await third.work()
    expect(await holdersOf(id)).toEqual([one.url, third.url].sort())
  })

  it('[RE33] one whose disk was emptied says so at its start, and copies again', async () => {
    const [one, two] = await pair()
    const id = await ready(one, 'the whole show')
    await two.work()
    await one.remove(id)
    await one.work()
    expect(await one.read(id)).toBeNull()
    place.clock.nowMs += HOUR_MS
    await one.work()
    expect(await one.read(id)).toBe('the whole show')
    expect(await holdersOf(id)).toEqual([one.url, two.url].sort())
  })

  it('[RE33] recordings of a station that was alone are copied once a second instance runs', async () => {
    const [one, two] = await pair()
    const id = await ready(one, 'the whole show')
    await sql`UPDATE recordings SET holder = NULL, sha256 = NULL`.execute(place.db)
    await sql`DELETE FROM recording_copies`.execute(place.db)
    await two.work()
    expect(await two.read(id)).toBeNull()
    one.copying.onFilesChanged()
    await one.work()
    await two.work()
    expect(await two.read(id)).toBe('the whole show')
    const { holder, sha256 } = await place.db
      .selectFrom('recordings')
      .selectAll()
      .where('broadcast_id', '=', id)
      .executeTakeFirstOrThrow()
    expect([holder, sha256]).toEqual([one.url, digestOf('the whole show')])
  })

  it('[RE30] a recording that is ready is copied as soon as the others know of it', async () => {
    const cluster = new MemoryCluster()
    const [one, two] = [await startInstance(cluster), await startInstance(cluster)]
    await two.work()
    const id = await ready(one, 'the whole show')
    await expect.poll(() => two.read(id)).toBe('the whole show')
  })
})
