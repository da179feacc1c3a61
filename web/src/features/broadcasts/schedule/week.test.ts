import { describe, expect, test } from 'vitest'
import { anItem } from './testing.ts'
import { daysOf, itemsIn, nextOf, phaseOf, shiftWeek, weekLabel, weekNamed, weekOf } from './week.ts'

/** Friday, 20 November 2026, 3 PM in Manila. */
const NOW = new Date('2026-11-20T07:00:00.000Z')

describe('weeks of the station', () => {
  test('[SC7] a week goes from Monday midnight to Monday midnight', () => {
    const week = { start: new Date('2026-11-15T16:00:00.000Z'), end: new Date('2026-11-22T16:00:00.000Z') }
    for (const within of [NOW, week.start, new Date(week.end.getTime() - 1)])
      expect(weekOf(within)).toEqual(week)
    expect(weekOf(week.end).start).toEqual(week.end)
    expect(weekOf(new Date('1960-02-29T12:00:00.000Z')).start).toEqual(new Date('1960-02-28T16:00:00.000Z'))
    expect(shiftWeek(week, -1).end).toEqual(week.start)
    expect(daysOf(week).at(-1)).toEqual(new Date('2026-11-21T16:00:00.000Z'))
  })

  test('[SC7] its name says month and year once, or twice where they differ', () => {
    const labels = ['2026-11-20', '2026-12-01', '2027-01-01'].map((day) => weekLabel(weekNamed(day, NOW)))
    expect(labels).toEqual(['Nov 16 – 22, 2026', 'Nov 30 – Dec 06, 2026', 'Dec 28, 2026 – Jan 03, 2027'])
  })

  test.each([null, '', 'x', '2026-13-45', '2026-11-20T00:00', '0000-01-01', '9999-12-31'])(
    '[SC7] %s names the week of now',
    (text) => {
      expect(weekNamed(text, NOW)).toEqual(weekOf(NOW))
    },
  )

  test('[SC7] a show that crosses the end of the week belongs to the week in which it begins', () => {
    const show = anItem(1, '2026-11-22T15:00:00.000Z', '2026-11-22T17:00:00.000Z')
    const week = weekOf(NOW)
    expect(itemsIn(week, [show])).toEqual([show])
    expect(itemsIn(shiftWeek(week, 1), [show])).toEqual([])
  })
})

describe('now and next', () => {
  const first = anItem(1, '2026-11-20T06:00:00.000Z', '2026-11-20T08:00:00.000Z')
  const second = anItem(2, '2026-11-20T08:00:00.000Z', '2026-11-20T09:00:00.000Z')
  const third = anItem(3, '2026-11-20T10:00:00.000Z', '2026-11-20T11:00:00.000Z')
  const phasesAt = (now: Date) => {
    const items = [first, second, third]
    return items.map((item) => phaseOf(item, nextOf(items, now), now))
  }

  test('[SC8] switch at the very moment that a show is due or over', () => {
    expect(phasesAt(NOW)).toEqual(['missing', 'next', 'later'])
    expect(phasesAt(new Date(second.start.getTime() - 1))).toEqual(['missing', 'next', 'later'])
    expect(phasesAt(second.start)).toEqual(['over', 'due', 'next'])
    expect(phasesAt(second.end)).toEqual(['over', 'over', 'next'])
    expect(phasesAt(third.end)).toEqual(['over', 'over', 'over'])
  })

  test.each([
    [0, 'due'],
    [599_999, 'due'],
    [600_000, 'late'],
    [1_800_000, 'missing'],
  ])('[SC8] a show that should have begun %i ms ago is %s', (ms, phase) => {
    expect(phaseOf(first, undefined, new Date(first.start.getTime() + ms))).toBe(phase)
  })

  test('[SC8] what is on air is live whatever was planned, what has ended is over', () => {
    const live = anItem(1, '2026-11-20T01:00:00.000Z', '2026-11-20T02:00:00.000Z', { status: 'LIVE' })
    const ended = { ...first, status: 'ENDED' as const }
    expect(phaseOf(live, undefined, NOW)).toBe('live')
    expect(phaseOf(ended, undefined, NOW)).toBe('over')
    expect(nextOf([live, { ...second, status: 'ENDED' }, third], NOW)).toBe(third)
  })
})
