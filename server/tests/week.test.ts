import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@carillon/contract/durations'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BURST_MS } from '../src/features/stream/mount/mount.ts'
import { PLAYOUT_TICK_MS } from '../src/features/stream/playout/item-playout.ts'
import { PAUSE_MS } from '../src/features/stream/programme/programme.ts'
import { DrivenClock } from './support/driven-clock.ts'
import { badJoins, type Entry, entriesOf, unloggedSeconds } from './support/sound-log-check.ts'
import { startStation, type TestStation } from './support/station.ts'
import { STATION_ID, StationWeek } from './support/station-week.ts'
import { StreamCheck } from './support/stream-check.ts'
import { PLAYLISTS, playsAt } from './support/week-plan.ts'

const LIMIT = { timeout: 3_600_000 }
/**
 * The midnight that begins a Monday in Manila. Files have the machine's time: before it they would all seem to change just
 * now, and be looked at twice a second of the week.
 */
const MONDAY_MS = Date.parse('2030-06-03T00:00:00+08:00')
const START_MS = MONDAY_MS + 6 * HOUR_MS
/**
 * With LONG=1 a week: some ten minutes on two quiet cores with TEST_DATABASE_URL, and half as long again on the embedded
 * database, which is dumped 672 times in it. Else its first hours, with three of the shows, a hand-over and a planned replay.
 */
const END_MS = START_MS + (process.env.LONG ? 7 * DAY_MS : 4.5 * HOUR_MS)
/** What begins is noted with its first slice of sound, and what is cut with the slice before. */
const TOLERANCE_MS = 2 * PLAYOUT_TICK_MS
/** What follows is chosen when what sounds is read to its end, so long before it is over. */
const CHOSEN_AHEAD_MS = 10 * SECOND_MS
/** A recording is longer than its show by what was on its way when that ended. */
const MAX_LONGER_MS = 2 * SECOND_MS
const MAX_SILENCE_MS = 3 * SECOND_MS

describe('a station around the clock', () => {
  let clock: DrivenClock
  let station: TestStation
  let week: StationWeek
  let log: Entry[]
  const received = new StreamCheck()

  // Slow: all the time passes here, and what follows looks at what was left of it.
  beforeAll(async () => {
    clock = new DrivenClock(START_MS - MINUTE_MS)
    station = await startStation()
    week = new StationWeek(station, clock)
    await week.prepare(MONDAY_MS, END_MS)
    await clock.runTo(START_MS - SECOND_MS)
    await week.switchOn()
    await clock.runTo(START_MS)
    const leave = await week.listen(received)
    await week.runTo(END_MS)
    log = entriesOf(await week.log(), END_MS)
    leave()
  }, LIMIT.timeout)
  afterAll(async () => {
    clock.stop()
    await station.close()
  })

  const ofKind = (kind: Entry['kind']) => log.filter((entry) => entry.kind === kind)
  const minuteOf = (ms: number) => ((ms - MONDAY_MS) % DAY_MS) / MINUTE_MS

  it('[PT14] the sound log has every second but those of the pause after a show', () => {
    const isPause = (second: number) =>
      week.shows.some(({ endMs }) => endMs <= second && second < endMs + PAUSE_MS)
    expect(unloggedSeconds(log, START_MS, END_MS).filter((second) => !isPause(second))).toEqual([])
    expect(badJoins(log, TOLERANCE_MS, PAUSE_MS)).toEqual([])
  })

  it('[PT14] shows are in it from their minute to the minute of their end, those that take over too', () => {
    const shows = week.shows.map(({ title, startMs, endMs }) => [title, startMs, endMs])
    expect(ofKind('LIVE').map(({ show, startMs, endMs }) => [show, startMs, endMs])).toEqual(shows)
    expect(week.closeCodes).toEqual(shows.map(() => 4003))
  })

  it('[PT14] planned replays are in it at their minute, as long as the show was', () => {
    const planned = week.shows.filter(({ replayMs }) => replayMs !== null)
    expect(planned.length).toBeGreaterThan(0)
    for (const { title, startMs, endMs, replayMs } of planned) {
      const at = replayMs ?? 0
      const replay = ofKind('REPLAY').find(
        (entry) => entry.show === title && Math.abs(entry.startMs - at) <= TOLERANCE_MS,
      )
      const lengthMs = (replay?.endMs ?? 0) - (replay?.startMs ?? 0)
      expect(Math.abs(lengthMs - (endMs - startMs)), title).toBeLessThan(MAX_LONGER_MS)
    }
  })

  it('[PT14] each playlist plays in its hours', () => {
    for (const list of PLAYLISTS) {
      const tracks = ofKind('TRACK').filter(({ title }) => title?.startsWith(list.name))
      const isInTime = ({ startMs }: Entry) =>
        playsAt(list, minuteOf(startMs)) || playsAt(list, minuteOf(startMs - CHOSEN_AHEAD_MS))
      expect(tracks.length, list.name).toBeGreaterThan(0)
      expect(tracks.filter((track) => !isInTime(track))).toEqual([])
    }
  })

  it('[PT14] each hour in which an item is chosen has one station id, and jingles stand between them', () => {
    const isChosenIn = (hour: number) => (entry: Entry, at: number) =>
      entry.kind !== 'LIVE' &&
      log[at - 1]?.kind !== 'LIVE' &&
      hour + CHOSEN_AHEAD_MS <= entry.startMs &&
      entry.startMs < hour + HOUR_MS
    const hours = hoursBetween(START_MS, END_MS).filter((hour) => log.some(isChosenIn(hour)))
    const ids = ofKind('JINGLE').filter(({ title }) => title?.startsWith(STATION_ID))
    const hoursOfIds = new Set(ids.map(({ startMs }) => startMs - (startMs % HOUR_MS)))
    expect(hours.filter((hour) => !hoursOfIds.has(hour))).toEqual([])
    expect(ids).toHaveLength(hoursOfIds.size)
    expect(ofKind('JINGLE').length).toBeGreaterThan(ids.length)
  })

  it('[PL2] who listens all the time is in each entry since then', () => {
    expect(log.slice(1).filter(({ listeners }) => listeners !== 1)).toEqual([])
  })

  it('[PT14] who listens all the time hears one stream, as long as that was', () => {
    expect(received.faults).toEqual([])
    expect(received.heads).toBe(1)
    // The burst at its beginning was sent ahead of time.
    const extraMs = received.durationMs - (END_MS - START_MS) - BURST_MS
    expect(Math.abs(extraMs)).toBeLessThan(BURST_MS / 2)
    expect(received.longestSilenceMs).toBeLessThanOrEqual(MAX_SILENCE_MS)
  })
})

const hoursBetween = (fromMs: number, toMs: number) =>
  Array.from({ length: Math.ceil((toMs - fromMs) / HOUR_MS) }, (_, hour) => fromMs + hour * HOUR_MS)
