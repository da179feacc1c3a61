import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { broadcastEndpoints } from '@carillon/contract/broadcasts/endpoints'
import { listNotifications } from '@carillon/contract/notifications/endpoints'
import * as replays from '@carillon/contract/playout/replays'
import { getPlayout, setPlayout } from '@carillon/contract/playout/settings'
import { listPlays } from '@carillon/contract/plays/endpoints'
import { getNowPlaying } from '@carillon/contract/plays/now-playing'
import {
  deleteRecording,
  getRecording,
  getRecordingVisibility,
  setRecordingVisibility,
} from '@carillon/contract/recordings/endpoints'
import { toLocalDateTime } from '@carillon/contract/time'
import { beforeEach, describe, expect, it } from 'vitest'
import { oggOf, packetsOf } from '../src/features/stream/playout/testing.ts'
import { ListenerProbe } from '../src/features/stream/testing.ts'
import { perform } from './support/fake-recorder.ts'
import { dj, end, folder, goLive, recordingOf, station, useRecordings } from './support/recordings.ts'

const LIMIT = { timeout: 300_000 }
const MINUTE_MS = 60_000
const SETTINGS = {
  replayWeight: 1,
  jingleEvery: 0,
  stationIdHourly: false,
  artistGapMinutes: 0,
  trackGapMinutes: 0,
}
/** The capture lasts 4.8 s. */
const PACKETS = packetsOf('firefox-destination')

/** The time of the station, which a test sets forward. */
const clock = { aheadMs: 0, now: () => Date.now() + clock.aheadMs }

describe('replays at a time of their own', () => {
  useRecordings({ clock })

  const setOn = (betweenShows: 'ON' | 'OFF') =>
    station.call(setPlayout, { as: station.admin, body: { ...SETTINGS, betweenShows } })
  const onAir = async () => (await station.call(getNowPlaying)).data.onAir
  const broadcastOnAir = async () => (await onAir())?.broadcastId
  const mark = (id: number, body: { isPublic?: boolean; isLiveOnly?: boolean }) =>
    station.call(setRecordingVisibility, { as: dj, params: { id }, body: { isPublic: true, ...body } })
  const wallClock = (ms: number) => toLocalDateTime(new Date(ms), station.config.timeZone)
  const plan = (broadcastId: number, startsAtMs: number, as = station.admin) =>
    station.call(replays.planReplay, { as, body: { broadcastId, startsAt: wallClock(startsAtMs) } })
  const planned = async (query = {}) => (await station.call(replays.listReplays, { query })).data
  const log = async () =>
    (await station.call(listPlays, { as: station.admin, query: { size: 100 } })).data.content
  /** The newest entries, once they are of these kinds: nobody on the air waits for the log. */
  const newest = async (...kinds: string[]) => {
    const found = async () => (await log()).slice(0, kinds.length)
    await expect.poll(async () => (await found()).map(({ kind }) => kind), LIMIT).toEqual(kinds)
    return found()
  }
  /** The next whole minute but one. */
  const soon = () => Math.ceil(clock.now() / MINUTE_MS + 1) * MINUTE_MS
  const goTo = (ms: number) => {
    clock.aheadMs += ms - clock.now()
  }

  /** A show whose recording is not played by the rules as soon as it is ready. Gives its id. */
  async function goLiveOnce(): Promise<number> {
    const id = await goLive()
    await mark(id, { isPublic: false })
    return id
  }

  /** The recording of a show, about so long; what the station made of it, from what was written while it was on air. */
  async function newShow(seconds: number): Promise<number> {
    const id = await goLive()
    const packets = Array.from({ length: Math.ceil(seconds / 4.8) }, () => PACKETS).flat()
    await writeFile(join(folder(), `${id}-2.ogg`), oggOf(packets))
    await end(id)
    await recordingOf(id)
    return id
  }

  /** Nothing is planned, nothing plays, and no recording is there to be chosen by the rules. */
  beforeEach(async () => {
    await setOn('ON')
    for (const { id } of await planned())
      await station.call(replays.deleteReplay, { as: station.admin, params: { id } })
    await setOn('OFF')
    const { data } = await station.call(replays.listReplayable, { as: station.admin })
    for (const { broadcastId } of data) await mark(broadcastId, { isPublic: false })
    await expect.poll(onAir, LIMIT).toBeNull()
  })

  it('[SP4] staff plan a replay and take it back; everybody sees it at once', LIMIT, async () => {
    const id = await newShow(40)
    await setOn('ON')
    const startsAt = soon() + 60 * MINUTE_MS
    const moderator = await station.as('MODERATOR')
    expect(await planned()).toEqual([])
    const { status, data } = await plan(id, startsAt, moderator)
    expect(status).toBe(201)
    expect(data).toMatchObject({ broadcastId: id, title: 'Evening show', dj: { id: dj.id } })
    expect(data.startsAt).toBe(new Date(startsAt).toISOString())
    const lengthMs = Date.parse(data.endsAt) - startsAt
    expect(lengthMs).toBeGreaterThan(40_000)
    expect(await planned()).toEqual([data])
    const until = new Date(startsAt).toISOString()
    expect(await planned({ until })).toEqual([])
    expect(await planned({ from: data.endsAt })).toEqual([])
    for (const as of [dj, await station.as('LISTENER')]) {
      expect((await plan(id, startsAt, as)).status).toBe(403)
      const refused = await station.call(replays.deleteReplay, { as, params: { id: data.id } })
      expect(refused.status).toBe(403)
      expect((await station.call(replays.listReplayable, { as })).status).toBe(403)
    }
    const call = () => station.call(replays.deleteReplay, { as: moderator, params: { id: data.id } })
    expect((await call()).status).toBe(204)
    expect(await planned()).toEqual([])
    // [HT68] More than once.
    expect((await call()).status).toBe(204)
    const unknown = await station.call(replays.deleteReplay, { as: moderator, params: { id: 999_999 } })
    expect(unknown.status).toBe(404)
  })

  it('[SP5] says why a replay cannot be planned', LIMIT, async () => {
    const id = await newShow(40)
    const startsAt = soon() + 60 * MINUTE_MS
    expect((await plan(id, startsAt)).error.code).toBe('PLAYOUT_OFF')
    await setOn('ON')
    expect((await plan(id, clock.now() - MINUTE_MS)).error).toMatchObject({
      code: 'INVALID_INPUT',
      fields: { startsAt: 'Choose a start in the future' },
    })
    expect((await plan(2_000_000, startsAt)).error.code).toBe('NOT_FOUND')
    const notReady = await station.call(broadcastEndpoints.scheduleBroadcast, {
      as: dj,
      body: {
        title: 'Harana Hour',
        scheduledStart: wallClock(startsAt + 60_000),
        scheduledEnd: wallClock(startsAt + 60 * MINUTE_MS),
      },
    })
    expect((await plan(notReady.data.id, startsAt)).error.code).toBe('NOT_REPLAYABLE')
    // 40 s fit before it, and not 20 s before its start.
    expect((await plan(id, startsAt + 40_000)).error).toMatchObject({
      code: 'TIME_TAKEN',
      message: expect.stringMatching(/^At this time Harana Hour is planned: \d{4}-\d\d-\d\d \d\d:\d\d to /),
    })
    const first = await plan(id, startsAt)
    expect(first.status).toBe(201)
    expect((await plan(id, startsAt + 30_000)).error).toMatchObject({
      code: 'TIME_TAKEN',
      message: expect.stringContaining('At this time a replay of Evening show is planned'),
    })
    await mark(id, { isPublic: false })
    expect((await plan(id, startsAt)).error).toMatchObject({
      code: 'NOT_REPLAYABLE',
      message: 'The recording of Evening show is private.',
    })
    await mark(id, { isPublic: true, isLiveOnly: true })
    expect((await plan(id, startsAt)).error.message).toBe('Evening show is marked “live only”.')
    await mark(id, { isLiveOnly: false })
    await station.call(deleteRecording, { as: station.admin, params: { id } })
    expect((await plan(id, startsAt)).error.message).toContain('There is no recording')
    await station.call(broadcastEndpoints.deleteBroadcast, { as: dj, params: { id: notReady.data.id } })
  })

  it('[SP5] of two that are planned for one time at once, one is', LIMIT, async () => {
    const id = await newShow(40)
    await setOn('ON')
    const startsAt = soon() + 120 * MINUTE_MS
    const answers = await Promise.all([0, 1, 2, 3].map((each) => plan(id, startsAt + each * 1_000)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
    expect(await planned()).toHaveLength(1)
  })

  it('[SP6] at its time it takes the mount from what plays, and is named as what it is', LIMIT, async () => {
    const other = await newShow(60)
    const id = await newShow(40)
    await mark(id, { isLiveOnly: true })
    await setOn('ON')
    await expect.poll(onAir, LIMIT).toMatchObject({ kind: 'REPLAY', broadcastId: other })
    await mark(id, { isLiveOnly: false })
    const startsAt = soon() + 10 * MINUTE_MS
    const { data } = await plan(id, startsAt)
    const probe = new ListenerProbe(`${station.origin}/live.ogg`)
    await probe.received(1_000)
    expect(await onAir()).toMatchObject({ broadcastId: other })
    goTo(startsAt)
    await expect.poll(onAir, LIMIT).toMatchObject({ kind: 'REPLAY', broadcastId: id })
    const sounding = await onAir()
    expect(sounding?.firstAiredAt).toBe(data.firstAiredAt)
    // From its beginning, though it takes a moment to open.
    expect(Math.abs(Date.parse(sounding?.endsAt ?? '') - Date.parse(data.endsAt))).toBeLessThan(10_000)
    await expect.poll(async () => (await log())[0]?.broadcast?.id, LIMIT).toBe(id)
    const [entry, before] = await log()
    expect(entry).toMatchObject({ kind: 'REPLAY', endedAt: null, broadcast: { id } })
    expect(before).toMatchObject({ kind: 'REPLAY', broadcast: { id: other } })
    expect(before?.endedAt).not.toBeNull()
    expect(probe.isEnded).toBe(false)
    probe.leave()
  })

  it(
    '[SP7] a show takes over from it; afterwards it goes on where it would be by the clock',
    LIMIT,
    async () => {
      const id = await newShow(240)
      await setOn('ON')
      const startsAt = soon() + 10 * MINUTE_MS
      const { data } = await plan(id, startsAt)
      goTo(startsAt)
      await expect.poll(onAir, LIMIT).toMatchObject({ kind: 'REPLAY', broadcastId: id })
      const live = await goLiveOnce()
      const recorder = await perform(station, dj.token, live)
      await expect.poll(onAir, LIMIT).toMatchObject({ kind: 'LIVE', broadcastId: live })
      clock.aheadMs += 120_000
      await end(live)
      recorder.stop()
      await expect.poll(onAir, LIMIT).toMatchObject({ kind: 'REPLAY', broadcastId: id })
      const sounding = await onAir()
      const endsAt = Date.parse(sounding?.endsAt ?? '')
      expect(Math.abs(endsAt - Date.parse(data.endsAt))).toBeLessThan(10_000)
      const [again, show] = await newest('REPLAY', 'LIVE', 'REPLAY')
      // The entry begins when it sounded again, and not where its beginning would have been.
      expect(Date.parse(again?.startedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(show?.endedAt ?? ''))
      expect(Date.parse(sounding?.startedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(show?.endedAt ?? ''))
    },
  )

  it('[SP7] a show that leaves nothing of it is followed by something else', LIMIT, async () => {
    const id = await newShow(40)
    const other = await newShow(60)
    await setOn('ON')
    const startsAt = soon() + 10 * MINUTE_MS
    const { data } = await plan(id, startsAt)
    const live = await goLiveOnce()
    const recorder = await perform(station, dj.token, live)
    await expect.poll(onAir, LIMIT).toMatchObject({ kind: 'LIVE' })
    goTo(Date.parse(data.endsAt) - 2_000)
    await end(live)
    recorder.stop()
    await expect.poll(onAir, LIMIT).toMatchObject({ kind: 'REPLAY' })
    const sounding = await onAir()
    expect([id, other]).toContain(sounding?.broadcastId)
    // From its beginning: by the rules, and not at the end of its time.
    expect(Date.parse(sounding?.startedAt ?? '')).toBeGreaterThan(startsAt + 20_000)
    const since = async () => (await log()).filter(({ startedAt }) => Date.parse(startedAt) > startsAt)
    await expect
      .poll(since, LIMIT)
      .toMatchObject([{ kind: 'REPLAY', broadcast: { id: sounding?.broadcastId } }])
  })

  it('[SP8] made private or live only, it is on no list, and cut where it plays', LIMIT, async () => {
    const id = await newShow(240)
    await setOn('ON')
    const startsAt = soon() + 10 * MINUTE_MS
    await plan(id, startsAt)
    await mark(id, { isLiveOnly: true })
    expect(await planned()).toEqual([])
    const choice = (await station.call(replays.listReplayable, { as: station.admin })).data
    expect(choice.map(({ broadcastId }) => broadcastId)).not.toContain(id)
    await mark(id, { isLiveOnly: false })
    expect(await planned()).toHaveLength(1)
    goTo(startsAt)
    await expect.poll(onAir, LIMIT).toMatchObject({ broadcastId: id })
    await mark(id, { isLiveOnly: true })
    await expect.poll(broadcastOnAir, LIMIT).not.toBe(id)
    // Whatever may not be played leaves its time to others.
    await mark(id, { isLiveOnly: false })
    await expect.poll(onAir, LIMIT).toMatchObject({ broadcastId: id })
    await mark(id, { isPublic: false })
    await expect.poll(broadcastOnAir, LIMIT).not.toBe(id)
    const next = await newShowWithOff(40)
    expect((await plan(next, startsAt + 3 * MINUTE_MS)).status).toBe(201)
  })

  it(
    '[SP12] a show is marked as live only by its DJ and staff, before there is a recording too',
    LIMIT,
    async () => {
      const visibility = async (id: number) =>
        (await station.call(getRecordingVisibility, { as: dj, params: { id } })).data
      const id = await goLive()
      expect(await visibility(id)).toEqual({ broadcastId: id, isPublic: true, isLiveOnly: false })
      await mark(id, { isLiveOnly: true })
      expect(await visibility(id)).toEqual({ broadcastId: id, isPublic: true, isLiveOnly: true })
      await mark(id, { isPublic: false })
      await mark(id, { isPublic: true })
      expect((await visibility(id)).isLiveOnly).toBe(true)
      const other = await station.as('DJ', 'other dj')
      const { status } = await station.call(setRecordingVisibility, {
        as: other,
        params: { id },
        body: { isPublic: true, isLiveOnly: false },
      })
      expect(status).toBe(403)
      await end(id)
      await recordingOf(id)
      const choice = (await station.call(replays.listReplayable, { as: station.admin })).data
      expect(choice.map(({ broadcastId }) => broadcastId)).not.toContain(id)
      expect((await station.call(getPlayout, { as: station.admin })).data.playable.replays).toBe(0)
      // Everybody may listen to it.
      expect((await station.call(getRecording, { params: { id } })).status).toBe(200)
    },
  )

  it('[SP8] taken back while it plays, it is cut', LIMIT, async () => {
    const id = await newShow(240)
    await setOn('ON')
    const startsAt = soon() + 10 * MINUTE_MS
    const { data } = await plan(id, startsAt)
    goTo(startsAt)
    await expect.poll(onAir, LIMIT).toMatchObject({ broadcastId: id })
    const [entry] = await newest('REPLAY')
    await station.call(replays.deleteReplay, { as: station.admin, params: { id: data.id } })
    const endedAt = async () => (await log()).find((each) => each.id === entry?.id)?.endedAt
    await expect.poll(endedAt, LIMIT).not.toBeNull()
    // What follows is chosen by the rules; the same one is all that there is, from its beginning.
    const startedAt = async () => Date.parse((await onAir())?.startedAt ?? '')
    await expect.poll(startedAt, LIMIT).toBeGreaterThan(Date.parse(entry?.startedAt ?? ''))
  })

  it(
    '[SP9] while the station is silent between shows none is on a list, and they are there again with it',
    LIMIT,
    async () => {
      const id = await newShow(40)
      await setOn('ON')
      await plan(id, soon() + 60 * MINUTE_MS)
      await setOn('OFF')
      expect(await planned()).toEqual([])
      await setOn('ON')
      expect(await planned()).toHaveLength(1)
    },
  )

  it('[SP10] whose file is gone is left out, and administrators are told', LIMIT, async () => {
    const id = await newShow(40)
    const other = await newShow(60)
    await setOn('ON')
    const startsAt = soon() + 10 * MINUTE_MS
    await plan(id, startsAt)
    await writeFile(join(folder(), 'shows', `${id}.ogg`), 'no sound')
    await expect.poll(onAir, LIMIT).toMatchObject({ kind: 'REPLAY' })
    goTo(startsAt)
    await expect.poll(onAir, LIMIT).toMatchObject({ broadcastId: other })
    const messages = async () =>
      (await station.call(listNotifications, { as: station.admin })).data.content.map(
        ({ message }) => message,
      )
    await expect
      .poll(messages, LIMIT)
      .toContainEqual(expect.stringMatching(/^Evening show could not be played between shows/))
  })

  /** A recording that is made while nothing plays: a show that nobody heard leaves none on the main mount. */
  async function newShowWithOff(seconds: number): Promise<number> {
    await setOn('OFF')
    const id = await newShow(seconds)
    await setOn('ON')
    return id
  }
})
