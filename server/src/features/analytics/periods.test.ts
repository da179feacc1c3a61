import { expect, it } from 'vitest'
import { periodsOf } from './periods.ts'

const STATION_ZONE = 'Asia/Manila'

it.each([
  {
    what: 'a Friday afternoon',
    now: '2026-11-20T07:00:00Z',
    today: '2026-11-19T16:00:00.000Z',
    week: '2026-11-15T16:00:00.000Z',
    month: '2026-10-31T16:00:00.000Z',
  },
  {
    what: 'the first minute of a Monday that begins a month',
    now: '2026-05-31T16:00:30Z',
    today: '2026-05-31T16:00:00.000Z',
    week: '2026-05-31T16:00:00.000Z',
    month: '2026-05-31T16:00:00.000Z',
  },
  {
    what: 'a Sunday, the last day of its week',
    now: '2026-11-01T15:59:59Z',
    today: '2026-10-31T16:00:00.000Z',
    week: '2026-10-25T16:00:00.000Z',
    month: '2026-10-31T16:00:00.000Z',
  },
])('[AN2] $what: day, week and month began by the calendar of the zone', ({ now, today, week, month }) => {
  const periods = periodsOf(new Date(now), STATION_ZONE)
  expect(Object.values(periods).map((start) => start.toISOString())).toEqual([today, week, month])
})

it('[AN2] a day that the clock changes on begins at its own midnight', () => {
  const { today, week } = periodsOf(new Date('2026-03-29T15:00:00Z'), 'Europe/Berlin')
  expect([today.toISOString(), week.toISOString()]).toEqual([
    '2026-03-28T23:00:00.000Z',
    '2026-03-22T23:00:00.000Z',
  ])
})
