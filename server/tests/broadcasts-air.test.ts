import * as calls from '@carillon/contract/broadcasts/endpoints'
import { HOUR_MS } from '@carillon/contract/durations'
import { describe, expect, it } from 'vitest'
import {
  clock,
  dj,
  end,
  endEverything,
  get,
  listener,
  live,
  moderator,
  otherDj,
  plan,
  remove,
  STATION_ZONE,
  start,
  startTest,
  station,
  useProgramme,
} from './support/programme.ts'
import type { Member } from './support/station.ts'

useProgramme()

describe('going on air', () => {
  it('[BR1] a broadcast is tested, goes on air and ends', async () => {
    const { id } = await plan()
    expect(await startTest(id)).toMatchObject({ status: 200, data: { status: 'TESTING', actualStart: null } })
    const started = await start(id)
    expect(started).toMatchObject({
      status: 200,
      data: {
        status: 'LIVE',
        actualStart: new Date(clock.nowMs).toISOString(),
        actualEnd: null,
        endReason: null,
      },
    })
    clock.nowMs += HOUR_MS
    expect((await end(id)).data).toMatchObject({
      status: 'ENDED',
      actualEnd: new Date(clock.nowMs).toISOString(),
      endReason: 'ENDED_BY_DJ',
    })
  })

  it('[BR2] a call that is repeated answers with the unchanged broadcast', async () => {
    const { id } = await plan()
    const calledTwice = [startTest, end, start, end]
    for (const call of calledTwice) {
      const first = await call(id)
      clock.nowMs += 1000
      const second = await call(id)
      expect([first.status, second.status]).toEqual([200, 200])
      expect(second.data).toEqual(first.data)
    }
  })

  it('[BR3] what the state forbids is 409 and says how the broadcast stands', async () => {
    const { id } = await plan()
    const refusal = async (answer: Promise<{ status: number; error: { code: string; message: string } }>) => {
      const { status, error } = await answer
      return `${status} ${error.code}: ${error.message}`
    }
    expect(await refusal(end(id))).toBe('409 WRONG_STATE: This broadcast has not started.')
    await startTest(id)
    expect(await refusal(remove(id))).toBe(
      '409 WRONG_STATE: This broadcast is being tested. End the test first.',
    )
    await start(id)
    expect(await refusal(remove(id))).toBe('409 WRONG_STATE: This broadcast is on air. End it first.')
    expect(await refusal(startTest(id))).toBe('409 WRONG_STATE: This broadcast is on air. End it first.')
    await end(id)
    for (const call of [start, startTest, remove]) {
      expect(await refusal(call(id))).toBe('409 WRONG_STATE: This broadcast has ended.')
    }
  })

  it('[BR14] of twenty DJs who start at once exactly one is LIVE, and the others are told who', async () => {
    const djs = await Promise.all(Array.from({ length: 20 }, (_, n) => station.as('DJ', `Dj${n}`)))
    const shows = await Promise.all(djs.map((one) => plan(one, { title: `The show of ${one.firstname}` })))
    const answers = await Promise.all(shows.map(({ id }, n) => start(id, djs[n])))
    const onAir = await live()
    const winner = onAir[0]
    const since = new Intl.DateTimeFormat('en-US', {
      timeZone: STATION_ZONE,
      hour: 'numeric',
      minute: '2-digit',
    })
    const words = `${winner?.title} with ${winner?.startedBy?.name} is on air since ${since.format(clock.nowMs).replace(/\s/, ' ')}`
    expect(onAir).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 200).map(({ data }) => data.id)).toEqual([winner?.id])
    const refused = answers.filter(({ status }) => status === 409)
    expect(refused).toHaveLength(19)
    for (const { error } of refused) expect(error).toMatchObject({ code: 'ALREADY_LIVE', message: words })
  })

  it('[BR1] start, end and DELETE that race leave one of the outcomes of the table', async () => {
    for (let round = 0; round < 10; round++) {
      const { id } = await plan()
      const answers = await Promise.all([start(id), remove(id), end(id), startTest(id)])
      for (const { status } of answers) expect([200, 204, 404, 409]).toContain(status)
      const found = await station.call(calls.getBroadcast, { as: dj, params: { id } })
      const wasDeleted = answers[1]?.status === 204
      expect(found.status).toBe(wasDeleted ? 404 : 200)
      expect((await live()).map((one) => one.id)).toEqual(found.data?.status === 'LIVE' ? [id] : [])
      await endEverything()
    }
  })

  it('[BR6] a test is told to its DJ and staff; others see a scheduled broadcast, in lists too', async () => {
    const { id } = await plan()
    const before = await get(id)
    await startTest(id)
    for (const viewer of [null, listener, otherDj]) {
      expect(await get(id, viewer)).toEqual(before)
      const { data: upcoming } = await station.call(calls.upcomingBroadcasts, { as: viewer })
      expect(upcoming.find((one) => one.id === id)).toEqual(before)
      const { data: all } = await station.call(calls.listBroadcasts, { as: viewer })
      expect(all.content.find((one) => one.id === id)).toEqual(before)
    }
    for (const viewer of [dj, moderator, station.admin]) {
      expect(await get(id, viewer)).toMatchObject({
        status: 'TESTING',
        streamUrl: `${station.origin}/test/${id}.ogg`,
      })
    }
    expect(await live()).toEqual([])
  })

  it('[BR12] what is on air says where it is heard, with the address the station was called by', async () => {
    const { id } = await plan()
    expect((await get(id)).streamUrl).toBeNull()
    await start(id)
    expect((await get(id)).streamUrl).toBe(`${station.origin}/live.ogg`)
    await end(id)
    expect((await get(id)).streamUrl).toBeNull()
  })

  it('[BR24] a restart finds the broadcast on air and the mount open', async () => {
    const { id } = await plan()
    await start(id)
    const before = await get(id)
    await station.restart()
    expect((await live()).map((one) => ({ ...one, streamUrl: '' }))).toEqual([{ ...before, streamUrl: '' }])
    const { data: health } = await station.call(calls.liveHealth)
    expect(health).toMatchObject({ broadcastLive: true, broadcastId: id })
  })

  it('[BR26] the checks are named, timed and change nothing', async () => {
    const { id } = await plan()
    const before = await get(id, dj)
    const { status, data } = await station.call(calls.testBroadcast, { as: dj, params: { id } })
    expect(status).toBe(200)
    expect(data.checks.map(({ name }) => name).sort()).toEqual(
      ['clock', 'disk', 'encoder', 'media server', 'mount free', 'permission'].sort(),
    )
    expect(data.checks.filter(({ ok }) => !ok)).toEqual([])
    expect(data.ok).toBe(true)
    expect(await get(id, dj)).toEqual(before)
  })

  it('[BR26] an occupied mount fails its check and names who is on air; the broadcast on air does not', async () => {
    const taken = await plan(otherDj, { title: 'OPM Rewind' })
    const { id } = await plan()
    await start(taken.id, otherDj)
    const mount = async (as: Member, which: number) => {
      const { data } = await station.call(calls.testBroadcast, { as, params: { id: which } })
      return data.checks.filter(({ name }) => name === 'mount free')
    }
    const [occupied, ...more] = await mount(dj, id)
    expect(more).toEqual([])
    expect(occupied).toMatchObject({
      ok: false,
      message: expect.stringMatching(/^OPM Rewind with Jana Reyes is on air since /),
    })
    expect(await mount(otherDj, taken.id)).toMatchObject([{ ok: true }])
  })

  it('[BR25] slow mode is set until the broadcast has ended, and the same setting again is no change', async () => {
    const { id } = await plan()
    const slow = (as: Member, seconds: number) =>
      station.call(calls.setSlowMode, { as, params: { id }, body: { enabled: true, seconds } })
    expect((await slow(dj, 10)).data).toMatchObject({ slowModeEnabled: true, slowModeSeconds: 10 })
    await start(id)
    expect((await slow(station.admin, 20)).data.slowModeSeconds).toBe(20)
    await end(id)
    expect((await slow(dj, 20)).status).toBe(200)
    expect((await slow(dj, 30)).error.code).toBe('WRONG_STATE')
  })

  it('[BR101] what is playing stands on the live broadcast until another is, nothing is, or it ends', async () => {
    const { id } = await plan()
    const play = (body: { title: string | null; artist?: string }, as = dj) =>
      station.call(calls.setNowPlaying, { as, params: { id }, body })
    expect((await play({ title: null })).data.nowPlaying).toBeNull()
    expect((await play({ title: 'Alapaap' })).error.code).toBe('WRONG_STATE')
    await start(id)
    const first = (await play({ title: ' Alapaap ', artist: 'Eraserheads' })).data.nowPlaying
    expect(first).toEqual({ title: 'Alapaap', artist: 'Eraserheads', since: expect.any(String) })
    expect((await play({ title: 'Alapaap', artist: 'Eraserheads' })).data.nowPlaying).toEqual(first)
    expect((await get(id)).nowPlaying).toEqual(first)
    expect((await play({ title: 'Ang Huling El Bimbo' }, station.admin)).data.nowPlaying).toMatchObject({
      title: 'Ang Huling El Bimbo',
      artist: '',
    })
    expect((await play({ title: null })).data.nowPlaying).toBeNull()
    await play({ title: 'Alapaap' })
    await end(id)
    expect((await get(id)).nowPlaying).toBeNull()
  })

  it('[BR101] a title of nothing, or of more than a line, is refused', async () => {
    const { id } = await plan()
    await start(id)
    for (const title of ['', ' ', 'x'.repeat(121)])
      expect(
        (await station.call(calls.setNowPlaying, { as: dj, params: { id }, body: { title } })).error.fields,
      ).toHaveProperty('title')
  })
})
