import { describe, expect, it } from 'vitest'
import { changedTimes, defaultTimes, scheduledTimes } from './times.ts'

const STATION_ZONE = 'Asia/Manila'
const NOW = Date.parse('2026-11-20T07:00:00Z')
const at = (text: string) => new Date(text)

describe('times of a new broadcast', () => {
  it('[BR7] without times it starts in 30 s and ends 2 h later', () => {
    expect(defaultTimes({}, NOW, STATION_ZONE)).toEqual({
      ok: true,
      value: { start: at('2026-11-20T07:00:30Z'), end: at('2026-11-20T09:00:30Z') },
    })
  })

  it('[BR7] one given time leaves the default of the other', () => {
    expect(defaultTimes({ scheduledStart: '2026-11-21T08:00' }, NOW, STATION_ZONE)).toEqual({
      ok: true,
      value: { start: at('2026-11-21T00:00:00Z'), end: at('2026-11-21T02:00:00Z') },
    })
    expect(defaultTimes({ scheduledEnd: '2026-11-20T16:00:00.500' }, NOW, STATION_ZONE)).toEqual({
      ok: true,
      value: { start: at('2026-11-20T07:00:30Z'), end: at('2026-11-20T08:00:00.500Z') },
    })
  })

  it('[BR7] a show entered late may have begun, but not be over', () => {
    const late = { scheduledStart: '2026-11-20T14:30', scheduledEnd: '2026-11-20T16:00' }
    expect(defaultTimes(late, NOW, STATION_ZONE).ok).toBe(true)
    const over = { scheduledStart: '2026-11-20T13:00', scheduledEnd: '2026-11-20T14:00' }
    expect(defaultTimes(over, NOW, STATION_ZONE)).toEqual({
      ok: false,
      fields: { scheduledEnd: 'Choose an end in the future' },
    })
  })
})

describe('times of a broadcast that is scheduled', () => {
  it('[BR8] both lie in the future and the end after the start, in the zone of the station', () => {
    const given = { scheduledStart: '2026-11-20T15:00:00.001', scheduledEnd: '2026-11-20T15:00:00.002' }
    expect(scheduledTimes(given, NOW, STATION_ZONE)).toEqual({
      ok: true,
      value: { start: at('2026-11-20T07:00:00.001Z'), end: at('2026-11-20T07:00:00.002Z') },
    })
  })

  it('[BR8] a start that has passed, or is now, is refused', () => {
    const given = { scheduledStart: '2026-11-20T15:00', scheduledEnd: '2026-11-20T16:00' }
    expect(scheduledTimes(given, NOW, STATION_ZONE)).toEqual({
      ok: false,
      fields: { scheduledStart: 'Choose a start in the future' },
    })
  })

  it('[BR8] an end that is not after the start is refused', () => {
    const given = { scheduledStart: '2026-11-21T15:00', scheduledEnd: '2026-11-21T15:00' }
    expect(scheduledTimes(given, NOW, STATION_ZONE)).toEqual({
      ok: false,
      fields: { scheduledEnd: 'The end must be after the start' },
    })
  })
})

describe('times after a change', () => {
  const was = { start: at('2026-11-20T06:00:00Z'), end: at('2026-11-20T08:00:00Z') }

  it('[BR9] times sent back as they were are not judged again', () => {
    const same = { scheduledStart: '2026-11-20T14:00', scheduledEnd: '2026-11-20T16:00' }
    expect(changedTimes(was, same, Date.parse('2026-11-21T00:00Z'), STATION_ZONE)).toEqual({
      ok: true,
      value: was,
    })
  })

  it('[BR9] a time that moves lies in the future', () => {
    expect(changedTimes(was, { scheduledStart: '2026-11-20T14:30' }, NOW, STATION_ZONE)).toEqual({
      ok: false,
      fields: { scheduledStart: 'Choose a start in the future' },
    })
    expect(changedTimes(was, { scheduledEnd: '2026-11-20T14:59' }, NOW, STATION_ZONE)).toEqual({
      ok: false,
      fields: { scheduledEnd: 'Choose an end in the future' },
    })
  })

  it('[BR9] the end stays after the start when one of them moves', () => {
    expect(changedTimes(was, { scheduledStart: '2026-11-20T17:00' }, NOW, STATION_ZONE)).toEqual({
      ok: false,
      fields: { scheduledEnd: 'The end must be after the start' },
    })
    expect(changedTimes(was, { scheduledEnd: '2026-11-20T18:00' }, NOW, STATION_ZONE).ok).toBe(true)
  })
})
