import { MINUTE_MS } from '@carillon/contract/durations'
import type { Person } from '@carillon/contract/roles'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createSerialQueue } from '../../kernel/serial-queue.ts'
import { type Air, createAir } from './air.ts'
import { createBroadcastService } from './service.ts'
import { nextState } from './states.ts'
import { findBroadcast, listLive, raisePeak } from './store.ts'
import { createTestStation, ENGINES } from './testing.ts'
import type { Order } from './transition.ts'

describe.each(ENGINES)('taking the air, on %s', (engine) => {
  let station: Awaited<ReturnType<typeof createTestStation>>
  beforeAll(async () => {
    station = await createTestStation(engine)
  })
  beforeEach(() => station.empty())
  afterAll(() => station.close())

  /** One of the instances that share the database. */
  function createInstance() {
    const { context, stream, reported } = station.instance()
    const runExclusive = createSerialQueue()
    const service = createBroadcastService(context, runExclusive)
    const plan = (person: Person, title = 'Harana Hour') =>
      service.create(person, { title, description: '', isRecordingPublic: true, unlisted: false })
    return { air: createAir(context, runExclusive), service, stream, reported, plan }
  }

  const state = async (id: number) => (await findBroadcast(station.db, id))?.state
  const activities = async () => {
    const noted = await sql<{ line: string }>`
      SELECT concat_ws(' / ', activity_type, description, user_id) AS line FROM activities ORDER BY id`.execute(
      station.db,
    )
    return noted.rows.map(({ line }) => line)
  }

  it('[BR14] of many who start at once on two instances exactly one goes on air, and the others are told who', async () => {
    const instances = [createInstance(), createInstance()]
    const [first] = instances
    if (!first) return
    const dj = await station.person('DJ')
    const planned = await Promise.all(Array.from({ length: 12 }, (_, at) => first.plan(dj, `Show ${at}`)))
    const starts = await Promise.allSettled(
      planned.map(({ id }, at) => instances[at % 2]?.air.command({ id, command: 'start', actor: dj })),
    )
    const live = await listLive(station.db)
    const refused = starts.flatMap((start) => (start.status === 'rejected' ? [start.reason] : []))
    expect(live).toHaveLength(1)
    expect(refused).toHaveLength(11)
    for (const error of refused) {
      expect(error).toMatchObject({ code: 'ALREADY_LIVE' })
      expect(error.message).toBe(`${live[0]?.title} with Mikael Reyes is on air since 3:00 PM`)
    }
    expect(instances.flatMap(({ stream }) => [...stream.mounts.keys()])).toEqual([live[0]?.id])
  })

  it('[BR1] start, end and DELETE that race on two instances leave a broadcast in a state of the table', async () => {
    const instances = [createInstance(), createInstance()] as const
    const dj = await station.person('DJ')
    const commands = ['start', 'end', 'delete', 'start-test'] as const
    for (let round = 0; round < 12; round++) {
      const { id } = await instances[0].plan(dj)
      const racing = [...commands.slice(round % 4), ...commands.slice(0, round % 4)]
      await Promise.allSettled(
        racing.map((command, at) => pick(instances, at).air.command({ id, command, actor: dj })),
      )
      const { length } = await station.db.selectFrom('broadcasts').select('id').where('id', '=', id).execute()
      expect(length).toBe(1)
      if ((await state(id)) === 'LIVE') await instances[1].air.command({ id, command: 'end', actor: dj })
      expect(await listLive(station.db)).toEqual([])
    }
  })

  it('[BR1] no walk through the commands leaves the table, whatever the stored facts', async () => {
    const { air, plan } = createInstance()
    const dj = await station.person('DJ')
    const orders = fc.constantFrom('start', 'start-test', 'end', 'delete', 'source-lost')
    const walk = async (commands: string[]) => {
      const { id } = await plan(dj)
      for (const command of commands as Order['command'][]) {
        const before = await state(id)
        const expected = before && nextState(before, command)
        await attempt(air, orderOf(id, command, dj))
        expect(await state(id)).toBe(expected ?? before)
      }
      await attempt(air, orderOf(id, 'end', dj))
    }
    await fc.assert(fc.asyncProperty(fc.array(orders, { maxLength: 8 }), walk), { numRuns: 25 })
  })

  it('[BR28] the mount is private while TESTING, live while LIVE, and gone otherwise', async () => {
    const { air, stream, plan } = createInstance()
    const dj = await station.person('DJ')
    const { id } = await plan(dj)
    await air.command({ id, command: 'start-test', actor: dj })
    expect([...stream.mounts]).toEqual([[id, 'test']])
    await air.command({ id, command: 'end', actor: dj })
    expect([...stream.mounts]).toEqual([])
    await air.command({ id, command: 'start-test', actor: dj })
    await air.command({ id, command: 'start', actor: dj })
    expect([...stream.mounts]).toEqual([[id, 'live']])
    await air.command({ id, command: 'end', actor: dj })
    expect([...stream.mounts]).toEqual([])
  })

  it('[BR28] nothing goes on air while the media service is stopped: 503, and the broadcast stays as it is', async () => {
    const { air, stream, reported, plan } = createInstance()
    const dj = await station.person('DJ')
    const { id } = await plan(dj)
    stream.isRunning = false
    for (const command of ['start', 'start-test'] as const) {
      await expect(air.command({ id, command, actor: dj })).rejects.toMatchObject({ code: 'MEDIA_AWAY' })
    }
    expect(await state(id)).toBe('SCHEDULED')
    expect(reported).toEqual([])
  })

  it('[BR27] others are told once, in the order of what happened; tests and repeated calls tell nothing', async () => {
    const { air, service, reported, plan } = createInstance()
    const dj = await station.person('DJ')
    const { id } = await plan(dj)
    await air.command({ id, command: 'start-test', actor: dj })
    await Promise.all([
      air.command({ id, command: 'start', actor: dj }),
      air.command({ id, command: 'start', actor: dj }),
      service.update(dj, id, { title: 'Harana' }),
      service.update(dj, id, { title: 'Harana' }),
      air.command({ id, command: 'end', actor: dj }),
      air.command({ id, command: 'end', actor: dj }),
    ])
    expect(reported).toEqual([`started ${id}`, `updated ${id}`, `ended ${id}`])
  })

  it('[BR23] each thing that was done stands once in the activities, and nothing that was undone', async () => {
    const { air, service, plan } = createInstance()
    const dj = await station.person('DJ')
    const { id } = await plan(dj)
    const other = await plan(dj, 'OPM Rewind')
    await service.update(dj, id, { description: 'Slow jams' })
    await service.update(dj, id, { description: 'Slow jams' })
    await air.command({ id, command: 'start', actor: dj })
    await attempt(air, { id: other.id, command: 'start', actor: dj })
    await air.command({ id: other.id, command: 'delete', actor: dj })
    await air.command({ id: other.id, command: 'delete', actor: dj })
    await air.command({ id, command: 'source-lost', actor: null })
    expect(await activities()).toEqual([
      `BROADCAST_CREATE / Harana Hour was scheduled / ${dj.id}`,
      `BROADCAST_CREATE / OPM Rewind was scheduled / ${dj.id}`,
      `BROADCAST_UPDATE / Harana Hour was changed / ${dj.id}`,
      `BROADCAST_START / Harana Hour went on air / ${dj.id}`,
      `BROADCAST_DELETE / OPM Rewind was cancelled / ${dj.id}`,
      'BROADCAST_END / Harana Hour ended',
    ])
  })

  it('[BR17] a test ends after 15 minutes, once, however many instances look', async () => {
    const [one, two] = [createInstance(), createInstance()]
    const dj = await station.person('DJ')
    const { id } = await one.plan(dj)
    await one.air.command({ id, command: 'start-test', actor: dj })
    station.clock.advance(15 * MINUTE_MS - 1)
    await Promise.all([one.air.endOverdueTests(), two.air.endOverdueTests()])
    expect(await state(id)).toBe('TESTING')
    station.clock.advance(1)
    await Promise.all([one.air.endOverdueTests(), two.air.endOverdueTests()])
    expect(await findBroadcast(station.db, id)).toMatchObject({ status: 'SCHEDULED', startedBy: null })
    await one.air.endOverdueTests()
    expect(await state(id)).toBe('REHEARSED')
  })

  it('[BR15] the end says who ended it', async () => {
    const { air, plan } = createInstance()
    const [dj, moderator, admin] = [
      await station.person('DJ'),
      await station.person('MODERATOR'),
      await station.person('ADMIN'),
    ]
    const ended = async (starter: Person, ender: Person | null) => {
      const { id } = await plan(dj)
      await air.command({ id, command: 'start', actor: starter })
      const by = ender
        ? { command: 'end' as const, actor: ender }
        : { command: 'source-lost' as const, actor: null }
      return (await air.command({ id, ...by })).endReason
    }
    expect(await ended(dj, dj)).toBe('ENDED_BY_DJ')
    expect(await ended(admin, admin)).toBe('ENDED_BY_DJ')
    expect(await ended(dj, moderator)).toBe('ENDED_BY_STAFF')
    expect(await ended(dj, admin)).toBe('ENDED_BY_STAFF')
    expect(await ended(dj, null)).toBe('SOURCE_LOST')
  })

  it('[BR18] losing the source of a broadcast that has ended changes nothing', async () => {
    const { air, reported, plan } = createInstance()
    const dj = await station.person('DJ')
    const { id } = await plan(dj)
    await air.command({ id, command: 'start', actor: dj })
    const ended = await air.command({ id, command: 'end', actor: dj })
    station.clock.advance(MINUTE_MS)
    expect(await air.command({ id, command: 'source-lost', actor: null })).toEqual(ended)
    expect(reported).toEqual([`started ${id}`, `ended ${id}`])
  })

  it('[BR13] the stored peak only rises, and also with what comes when the show is just over', async () => {
    const { air, plan } = createInstance()
    const dj = await station.person('DJ')
    const { id } = await plan(dj)
    const peak = async () => (await findBroadcast(station.db, id))?.peakListeners
    await raisePeak(station.db, id, 3)
    expect(await peak()).toBe(0)
    await air.command({ id, command: 'start', actor: dj })
    for (const listeners of [4, 9, 2]) await raisePeak(station.db, id, listeners)
    expect(await peak()).toBe(9)
    await air.command({ id, command: 'end', actor: dj })
    await raisePeak(station.db, id, 11)
    expect(await peak()).toBe(11)
  })
})

function pick<T>(pair: readonly [T, T], at: number): T {
  return at % 2 === 0 ? pair[0] : pair[1]
}

function orderOf(id: number, command: Order['command'], dj: Person): Order {
  if (command === 'source-lost' || command === 'test-limit') return { id, command, actor: null }
  return { id, command, actor: dj }
}

/** Carries out a command that may be refused. */
async function attempt(air: Air, order: Order): Promise<void> {
  await air.command(order).catch((error: unknown) => expect(error).toHaveProperty('code'))
}
