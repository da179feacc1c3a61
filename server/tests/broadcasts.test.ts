import * as calls from '@carillon/contract/broadcasts/endpoints'
import type { ScheduleBody, UpdateBody } from '@carillon/contract/broadcasts/schemas'
import { DAY_MS, HOUR_MS } from '@carillon/contract/durations'
import type { Endpoint } from '@carillon/contract/endpoint'
import { describe, expect, it } from 'vitest'
import {
  at,
  clock,
  dj,
  end,
  get,
  listener,
  live,
  local,
  moderator,
  otherDj,
  plan,
  remove,
  start,
  station,
  useProgramme,
} from './support/programme.ts'
import { type Member, signIn } from './support/station.ts'

useProgramme()

const UNKNOWN_ID = 999_999

describe('planning', () => {
  it('[BR7] a broadcast without times starts in 30 s and ends 2 h later', async () => {
    const { status, data } = await station.call(calls.createBroadcast, {
      as: dj,
      body: { title: ' Harana Hour ' },
    })
    expect(status).toBe(201)
    expect(data).toMatchObject({
      title: 'Harana Hour',
      description: '',
      status: 'SCHEDULED',
      scheduledStart: local(clock.nowMs + 30_000),
      scheduledEnd: local(clock.nowMs + 30_000 + 2 * HOUR_MS),
    })
  })

  it('[BR8] a broadcast is scheduled with both times, in the future, the end after the start', async () => {
    const schedule = (body: object) =>
      station.call(calls.scheduleBroadcast, {
        as: dj,
        body: { title: 'Harana Hour', ...body } as ScheduleBody,
      })
    expect(await schedule(at(HOUR_MS))).toMatchObject({ status: 201, data: at(HOUR_MS) })
    const refused = [
      [{}, 'scheduledStart'],
      [{ scheduledStart: local(clock.nowMs + 1) }, 'scheduledEnd'],
      [at(0), 'scheduledStart'],
      [at(HOUR_MS, 0), 'scheduledEnd'],
      [at(HOUR_MS, -1), 'scheduledEnd'],
      [{ ...at(HOUR_MS), scheduledStart: '2026-02-30T10:00' }, 'scheduledStart'],
      [{ ...at(HOUR_MS), title: ' ' }, 'title'],
      [{ ...at(HOUR_MS), title: 'x'.repeat(256) }, 'title'],
    ] as const
    for (const [body, field] of refused) {
      const { status, error } = await schedule(body)
      expect([status, error.code, Object.keys(error.fields ?? {})]).toEqual([
        400,
        'INVALID_INPUT',
        expect.arrayContaining([field]),
      ])
    }
  })

  it('[BR10] a change answers with the broadcast; on air its start stays, after it both times', async () => {
    const { id } = await plan()
    const update = (body: UpdateBody) => station.call(calls.updateBroadcast, { as: dj, params: { id }, body })
    expect(await update({ title: 'Harana', ...at(HOUR_MS) })).toMatchObject({
      status: 200,
      data: { title: 'Harana', description: 'Kundiman and slow jams', ...at(HOUR_MS) },
    })
    await start(id)
    expect((await update(at(2 * HOUR_MS))).error).toMatchObject({
      code: 'WRONG_STATE',
      message: 'This broadcast is on air: its start cannot change.',
    })
    const longer = { scheduledEnd: local(clock.nowMs + 3 * HOUR_MS) }
    expect(await update({ ...at(HOUR_MS), ...longer })).toMatchObject({ status: 200, data: longer })
    await end(id)
    expect((await update({ scheduledEnd: local(clock.nowMs + 4 * HOUR_MS) })).status).toBe(409)
    expect((await update({ description: 'What a night' })).data.description).toBe('What a night')
  })

  it('[BR9] a time that moves into the past is 400 with the field', async () => {
    const { id } = await plan()
    const { status, error } = await station.call(calls.updateBroadcast, {
      as: dj,
      params: { id },
      body: { scheduledStart: local(clock.nowMs - HOUR_MS) },
    })
    expect([status, error.fields]).toEqual([400, { scheduledStart: 'Choose a start in the future' }])
  })

  it('[BR16] a deleted broadcast is gone from lists and from its address, and may be deleted again', async () => {
    const { id } = await plan()
    expect((await remove(id)).status).toBe(204)
    expect((await station.call(calls.getBroadcast, { params: { id } })).status).toBe(404)
    expect((await station.call(calls.listBroadcasts)).data.content.map((one) => one.id)).not.toContain(id)
    expect((await station.call(calls.upcomingBroadcasts)).data.map((one) => one.id)).not.toContain(id)
    expect((await remove(id)).status).toBe(204)
    expect((await remove(id, otherDj)).status).toBe(404)
    expect((await start(id)).status).toBe(404)
  })
})

describe('who may', () => {
  const changing: readonly Endpoint[] = [
    calls.updateBroadcast,
    calls.deleteBroadcast,
    calls.startBroadcast,
    calls.startTest,
    calls.endBroadcast,
    calls.testBroadcast,
    calls.setSlowMode,
    calls.setNowPlaying,
  ]
  const bodies = new Map<Endpoint, object>([
    [calls.updateBroadcast, { title: 'Taken over' }],
    [calls.setSlowMode, { enabled: true, seconds: 10 }],
    [calls.setNowPlaying, { title: 'Alapaap' }],
  ])
  // Any call on one broadcast; PUT's type stands for all of them.
  const send = (endpoint: Endpoint, as: Member | null, id: number, body = bodies.get(endpoint)) =>
    station.call(endpoint as typeof calls.updateBroadcast, { as, params: { id }, body: body as object })

  it.each(changing)(
    '[BR5] $method $path is refused to visitors, listeners and other DJs',
    async (endpoint) => {
      const { id } = await plan()
      expect((await send(endpoint, null, id)).status).toBe(401)
      expect((await send(endpoint, listener, id)).status).toBe(403)
      expect((await send(endpoint, otherDj, id)).status).toBe(403)
      expect((await send(endpoint, dj, UNKNOWN_ID)).status).toBe(404)
      expect(await get(id)).toMatchObject({
        status: 'SCHEDULED',
        title: 'Harana Hour',
        slowModeEnabled: false,
      })
    },
  )

  it('[BR5] a moderator ends and slows what is not theirs, and nothing else', async () => {
    const { id } = await plan()
    await start(id)
    for (const endpoint of changing) {
      const isTheirs = endpoint === calls.endBroadcast || endpoint === calls.setSlowMode
      if (!isTheirs) expect((await send(endpoint, moderator, id)).status).toBe(403)
    }
    expect((await send(calls.setSlowMode, moderator, id)).status).toBe(200)
    expect((await send(calls.endBroadcast, moderator, id)).status).toBe(200)
    expect((await get(id)).endReason).toBe('ENDED_BY_STAFF')
  })

  it('[BR5] an administrator acts on any broadcast and owns what they started', async () => {
    const { id } = await plan()
    const { status, data } = await start(id, station.admin)
    expect(status).toBe(200)
    expect(data.startedBy).toEqual({ id: station.admin.id, name: station.admin.name, role: 'ADMIN' })
    expect((await end(id, dj)).data.endReason).toBe('ENDED_BY_DJ')
  })

  it('[BR5] listeners and visitors plan nothing, and only DJs and staff read the history', async () => {
    const body = { title: 'Mine' }
    expect((await station.call(calls.createBroadcast, { body })).status).toBe(401)
    expect((await station.call(calls.createBroadcast, { as: listener, body })).status).toBe(403)
    expect((await station.call(calls.createBroadcast, { as: moderator, body })).status).toBe(403)
    expect(
      (await station.call(calls.scheduleBroadcast, { as: listener, body: { title: 'Mine', ...at(HOUR_MS) } }))
        .status,
    ).toBe(403)
    expect((await station.call(calls.broadcastHistory)).status).toBe(401)
    expect((await station.call(calls.broadcastHistory, { as: listener })).status).toBe(403)
    expect((await station.call(calls.broadcastHistory, { as: dj })).status).toBe(200)
  })

  it('[BR5] whose broadcast it is counts before what is wrong with the body', async () => {
    const { id } = await plan()
    expect((await send(calls.updateBroadcast, otherDj, id, { title: '' })).status).toBe(403)
    expect((await send(calls.updateBroadcast, dj, UNKNOWN_ID, { title: '' })).status).toBe(404)
    expect((await send(calls.updateBroadcast, dj, id, { title: '' })).status).toBe(400)
    expect((await send(calls.setSlowMode, dj, id, { enabled: true, seconds: 3601 })).status).toBe(400)
  })
})

describe('reading', () => {
  it('[BR11] other people appear as id, name and role only', async () => {
    const { id } = await plan()
    await start(id)
    const person = { id: dj.id, name: 'Mikael Reyes', role: 'DJ' }
    const shown = await get(id)
    expect([shown.createdBy, shown.startedBy]).toEqual([person, person])
  })

  it('[BR19] upcoming begins with what is next and leaves out what is over, on air or ended', async () => {
    const late = await plan(dj, { title: 'Late', ...at(2 * HOUR_MS) })
    const soon = await plan(dj, { title: 'Soon', ...at(HOUR_MS) })
    const onAir = await plan(dj, { title: 'Now', ...at(HOUR_MS) })
    const missed = await plan(dj, { title: 'Missed', ...at(1000, 1000) })
    await start(onAir.id)
    clock.nowMs += 2000
    const { data } = await station.call(calls.upcomingBroadcasts)
    expect(data.map(({ id }) => id)).toEqual([soon.id, late.id])
    clock.nowMs -= 2000
    expect((await station.call(calls.upcomingBroadcasts)).data[0]?.id).toBe(missed.id)
  })

  it('[BR20] live is what is on air, and its health is public', async () => {
    expect(await live()).toEqual([])
    expect((await station.call(calls.liveHealth)).data).toMatchObject({
      broadcastLive: false,
      broadcastId: null,
    })
    const { id } = await plan()
    await start(id)
    expect((await live()).map((one) => one.id)).toEqual([id])
    expect((await station.call(calls.liveHealth)).data).toMatchObject({
      broadcastLive: true,
      broadcastId: id,
    })
  })

  it('[BR21] the history is what began or was to begin in the window, latest first', async () => {
    const history = async (query: { days?: number; size?: number } = {}, as = moderator) =>
      (await station.call(calls.broadcastHistory, { as, query })).data
    // Later than whatever the other tests started.
    clock.nowMs += 3 * HOUR_MS
    const known = (await history()).totalElements
    const first = await plan()
    await start(first.id)
    await end(first.id)
    clock.nowMs += 1000
    const second = await plan(dj, at(HOUR_MS))
    await start(second.id)
    const future = await plan(dj, at(DAY_MS))
    const { content, totalElements } = await history({ size: 2 })
    expect(content.map(({ id }) => id)).toEqual([second.id, first.id])
    expect(totalElements).toBe(known + 2)
    // A day of the history begins at midnight: more than a second later it may be the next one.
    clock.nowMs += DAY_MS + 1000
    const signedInAgain = await signIn(station, moderator.email, moderator.password)
    const { content: lastDay } = await history({ days: 1 }, signedInAgain)
    expect(lastDay.map(({ id }) => id)).toEqual([future.id])
    const refused = await station.call(calls.broadcastHistory, { as: signedInAgain, query: { days: 0 } })
    expect([refused.status, Object.keys(refused.error.fields ?? {})]).toEqual([400, ['days']])
  })

  it('[BR22] the list is public, newest first, by pages of at most 100', async () => {
    const [older, newer] = [await plan(), await plan()]
    const { data: page } = await station.call(calls.listBroadcasts, { query: { page: 0, size: 1 } })
    expect(page.content.map(({ id }) => id)).toEqual([newer.id])
    expect(page).toMatchObject({ last: false, page: 0, size: 1, totalPages: page.totalElements })
    const { data: next } = await station.call(calls.listBroadcasts, { query: { page: 1, size: 1 } })
    expect(next.content.map(({ id }) => id)).toEqual([older.id])
    const { data: beyond } = await station.call(calls.listBroadcasts, { query: { page: 5000, size: 1000 } })
    expect(beyond).toMatchObject({ content: [], last: true, size: 100 })
    expect((await station.call(calls.listBroadcasts, { query: { page: -1 } })).status).toBe(400)
  })

  it('[BR22] a window of the list holds what begins in it, from its first moment to before its last', async () => {
    const shows = []
    for (const hours of [24, 48, 72]) shows.push(await plan(dj, at(hours * HOUR_MS)))
    const ids = shows.map(({ id }) => id)
    const inWindow = async (query: { from?: string; until?: string }) => {
      const { data } = await station.call(calls.listBroadcasts, { query: { ...query, size: 100 } })
      expect(data.totalElements).toBe(data.content.length)
      return data.content.flatMap(({ id }) => (ids.includes(id) ? [ids.indexOf(id)] : []))
    }
    const hence = (hours: number) => new Date(clock.nowMs + hours * HOUR_MS).toISOString()
    expect(await inWindow({ from: hence(24), until: hence(72) })).toEqual([1, 0])
    expect(await inWindow({ from: hence(48) })).toEqual([2, 1])
    expect(await inWindow({ until: hence(24) })).toEqual([])
    expect(await inWindow({ from: '1970-01-01T00:00:00Z', until: '2100-12-31T23:59:59Z' })).toEqual([2, 1, 0])
    const refused = await station.call(calls.listBroadcasts, { query: { from: 'tomorrow' } })
    expect([refused.status, Object.keys(refused.error.fields ?? {})]).toEqual([400, ['from']])
  })
})
