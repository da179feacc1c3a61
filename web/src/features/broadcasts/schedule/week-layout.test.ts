import { describe, expect, test } from 'vitest'
import { anItem } from './testing.ts'
import { weekOf } from './week.ts'
import { hoursOf, minuteIn, placeInWeek } from './week-layout.ts'

const WEEK = weekOf(new Date('2026-11-20T07:00:00.000Z'))
/** A show of that Friday, by the clock of Manila. */
const friday = (id: number, from: string, until: string) =>
  anItem(id, `2026-11-20T${from}:00+08:00`, `2026-11-20T${until}:00+08:00`)
const lanesOf = (items: ReturnType<typeof friday>[]) =>
  placeInWeek(items, WEEK).map(({ item, lane, lanes }) => [item.id, lane, lanes])

describe('the grid of a week', () => {
  test('[SC9] a show stands on its day, from its first to its last minute', () => {
    const [placed] = placeInWeek([friday(1, '20:00', '22:15')], WEEK)
    expect(placed).toMatchObject({ day: 4, fromMinute: 1200, untilMinute: 1335, lane: 0, lanes: 1 })
  })

  test('[SC9] one that crosses midnight is there once, to the end of its day', () => {
    const item = anItem(1, '2026-11-20T23:00:00+08:00', '2026-11-21T01:00:00+08:00')
    expect(placeInWeek([item], WEEK)).toMatchObject([{ day: 4, fromMinute: 1380, untilMinute: 1440 }])
  })

  test('[SC9] those that overlap stand side by side, those that only touch do not', () => {
    expect(lanesOf([friday(1, '08:00', '10:00'), friday(2, '10:00', '11:00')])).toEqual([
      [1, 0, 1],
      [2, 0, 1],
    ])
    expect(
      lanesOf([friday(1, '08:00', '10:00'), friday(2, '09:00', '11:00'), friday(3, '10:00', '12:00')]),
    ).toEqual([
      [1, 0, 2],
      [2, 1, 2],
      [3, 0, 2],
    ])
  })

  test('[SC9] the shortest show still has room for its name, also before midnight', () => {
    const items = [friday(1, '08:00', '08:05'), friday(2, '23:50', '23:59')]
    expect(placeInWeek(items, WEEK).map(({ fromMinute, untilMinute }) => [fromMinute, untilMinute])).toEqual([
      [480, 510],
      [1410, 1440],
    ])
  })

  test('[SC9] the hours go from the first to the last that is used', () => {
    const placed = placeInWeek([friday(1, '09:30', '10:00'), friday(2, '20:00', '21:01')], WEEK)
    expect(hoursOf(placed, null)).toEqual({ from: 9, until: 22 })
    expect(hoursOf(placed, 7 * 60 + 15)).toEqual({ from: 7, until: 22 })
    expect(hoursOf(placed, 23 * 60)).toEqual({ from: 9, until: 24 })
    expect(hoursOf(placeInWeek([friday(1, '22:00', '23:00')], WEEK), null)).toEqual({ from: 16, until: 24 })
    expect(hoursOf([], 60)).toEqual({ from: 8, until: 20 })
  })

  test('[SC822] the line of now is never at the upper edge, where its label would be cut', () => {
    const placed = placeInWeek([friday(1, '09:00', '22:00')], WEEK)
    expect(hoursOf(placed, 7 * 60)).toEqual({ from: 6, until: 22 })
    expect(hoursOf(placed, 7 * 60 + 12)).toEqual({ from: 7, until: 22 })
    expect(hoursOf(placed, 5).from).toBe(0)
  })

  test('[SC9] now is a minute of a day of this week only', () => {
    expect(minuteIn(WEEK, new Date('2026-11-20T07:05:59.000Z'))).toEqual({ day: 4, minute: 905 })
    expect(minuteIn(WEEK, WEEK.start)).toEqual({ day: 0, minute: 0 })
    expect(minuteIn(WEEK, WEEK.end)).toBeNull()
  })
})
