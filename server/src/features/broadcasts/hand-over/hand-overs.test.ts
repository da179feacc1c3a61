import { MINUTE_MS } from '@carillon/contract/durations'
import type { Person } from '@carillon/contract/roles'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { createSerialQueue } from '../../../kernel/serial-queue.ts'
import { createAir } from '../air.ts'
import { createBroadcasts } from '../create-broadcasts.ts'
import { createBroadcastService } from '../service.ts'
import { findBroadcast } from '../store.ts'
import { createTestStation, ENGINES } from '../testing.ts'
import { HandOvers } from './hand-overs.ts'
import { findNext } from './next.ts'

describe.each(ENGINES)('the show that follows, on %s', (engine) => {
  let station: Awaited<ReturnType<typeof createTestStation>>
  beforeAll(async () => {
    station = await createTestStation(engine)
  })
  beforeEach(() => station.empty())
  afterAll(() => station.close())

  const stored = async (id: number) => {
    const found = await findBroadcast(station.db, id)
    if (!found) throw new Error(`no broadcast ${id}`)
    return found
  }

  /** A show on air, and two of other DJs who may stand by. */
  async function threeShows() {
    const { context, stream, reported } = station.instance()
    const runExclusive = createSerialQueue()
    const service = createBroadcastService(context, runExclusive)
    const air = createAir(context, runExclusive)
    const handOvers = new HandOvers(context, runExclusive)
    onTestFinished(() => handOvers.close())
    const plan = async (firstname: string) => {
      const person = await station.person('DJ', firstname)
      const body = { title: `${firstname}'s show`, description: '', isRecordingPublic: true, unlisted: false }
      return { person, id: (await service.create(person, body)).id }
    }
    const [live, second, third] = [await plan('Mikael'), await plan('Jana'), await plan('Tala')]
    await air.command({ id: live.id, command: 'start', actor: live.person })
    const standBy = async ({ person, id }: { person: Person; id: number }, hasSound = true) => {
      await handOvers.standBy(person, id)
      if (hasSound) stream.receiving.add(id)
    }
    const cancel = async ({ person, id }: { person: Person; id: number }) => {
      await air.command({ id, command: 'end', actor: person })
      await air.command({ id, command: 'delete', actor: person })
    }
    return { live, second, third, handOvers, standBy, cancel, reported, context }
  }

  it('[HO10] a cancelled show follows nothing: the plan for it is taken back, and who stands by then is planned', async () => {
    const { live, second, third, standBy, cancel, reported } = await threeShows()
    await standBy(second)
    expect((await stored(live.id)).handOver?.to).toBe(second.id)
    await cancel(second)
    expect((await stored(live.id)).handOver).toBeNull()
    expect(reported.at(-1)).toBe(`planned ${live.id} to null at null`)
    await standBy(third)
    expect((await stored(live.id)).handOver?.to).toBe(third.id)
  })

  it('[HO10] the plan for another show stays when one is cancelled', async () => {
    const { live, second, third, standBy, cancel } = await threeShows()
    await standBy(second)
    await standBy(third)
    await cancel(third)
    expect((await stored(live.id)).handOver?.to).toBe(second.id)
  })

  it('[HO10] a plan for a cancelled show that is stored all the same counts as none', async () => {
    const { live, second, third, standBy } = await threeShows()
    await sql`UPDATE broadcasts SET deleted_at = now() WHERE id = ${second.id}`.execute(station.db)
    await sql`UPDATE broadcasts SET hand_over_to = ${second.id} WHERE id = ${live.id}`.execute(station.db)
    expect(await findNext(station.db, await stored(live.id))).toBeUndefined()
    await standBy(third)
    expect(await findNext(station.db, await stored(live.id))).toMatchObject({ id: third.id })
    expect((await stored(live.id)).handOver?.to).toBe(third.id)
  })

  it('[HO20] who waits with sound takes the place of a show whose sound stays lost, planned or not', async () => {
    const { live, second, third, handOvers, standBy } = await threeShows()
    await standBy(second, false)
    expect(await handOvers.replaceLost(live.id)).toBe(false)
    await standBy(third)
    expect(await handOvers.replaceLost(live.id)).toBe(true)
    expect(await stored(live.id)).toMatchObject({ state: 'ENDED', endReason: 'SOURCE_LOST' })
    expect(await stored(third.id)).toMatchObject({ state: 'LIVE', tookOverFrom: live.id })
    expect((await stored(second.id)).state).toBe('TESTING')
  })

  it('[HO20] of two who wait with sound the planned one takes it', async () => {
    const { live, second, third, handOvers, standBy } = await threeShows()
    await standBy(second)
    await standBy(third)
    await handOvers.plan(live.person, live.id, {
      to: third.id,
      at: new Date(station.clock.now() + 60_000).toISOString(),
    })
    expect(await handOvers.replaceLost(live.id)).toBe(true)
    expect((await stored(third.id)).state).toBe('LIVE')
  })
  it('[HO216] a planned hand-over comes though the DJ on air is none any more', async () => {
    const { live, second, handOvers, standBy } = await threeShows()
    await standBy(second)
    const at = station.clock.now() + 100
    await handOvers.plan(live.person, live.id, { to: second.id, at: new Date(at).toISOString() })
    await sql`UPDATE users SET role = 'LISTENER' WHERE id = ${live.person.id}`.execute(station.db)
    station.clock.advance(100)
    await expect.poll(async () => (await stored(second.id)).state).toBe('LIVE')
    expect(await stored(live.id)).toMatchObject({ state: 'ENDED', endReason: 'ENDED_BY_DJ' })
  })

  it('[HO10] the clock ends a test after 15 minutes, and who stands by after an hour', async () => {
    const { second, third, standBy, context } = await threeShows()
    const broadcasts = createBroadcasts(context)
    onTestFinished(() => broadcasts.close())
    const states = async () => [(await stored(second.id)).state, (await stored(third.id)).state]
    await createAir(context, createSerialQueue()).command({
      id: third.id,
      command: 'start-test',
      actor: third.person,
    })
    await standBy(second)
    station.clock.advance(15 * MINUTE_MS - 1)
    await broadcasts.endOverdue()
    expect(await states()).toEqual(['TESTING', 'TESTING'])
    station.clock.advance(1)
    await broadcasts.endOverdue()
    expect(await states()).toEqual(['TESTING', 'REHEARSED'])
    station.clock.advance(45 * MINUTE_MS - 1)
    await broadcasts.endOverdue()
    expect((await stored(second.id)).standBySince).not.toBeNull()
    station.clock.advance(1)
    await broadcasts.endOverdue()
    expect(await states()).toEqual(['REHEARSED', 'REHEARSED'])
  })

  it('[HO215] who waits with sound takes the place of a DJ who signs out on the air', async () => {
    const { live, second, third, standBy, context } = await threeShows()
    await standBy(second, false)
    await standBy(third)
    const broadcasts = createBroadcasts(context)
    await broadcasts.endAbandoned({ broadcastId: live.id, person: live.person })
    expect(await stored(live.id)).toMatchObject({ state: 'ENDED', endReason: 'ENDED_BY_DJ' })
    expect(await stored(third.id)).toMatchObject({ state: 'LIVE', tookOverFrom: live.id })
    // Nobody has sound to follow: the show ends, and the one that waits goes on waiting.
    await broadcasts.endAbandoned({ broadcastId: third.id, person: third.person })
    expect((await stored(third.id)).state).toBe('ENDED')
    expect((await stored(second.id)).state).toBe('TESTING')
    await broadcasts.close()
  })
})
