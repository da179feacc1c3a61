import { expect, test } from 'vitest'
import { hoursOf, hoursWords, linesOf } from './hours.ts'

const MORNINGS = [1, 2, 3, 4, 5].map((day) => ({ day, from: 360, to: 600 }))

test('[LB43] hours of the same time are one line, and come back as they were', () => {
  const hours = [...MORNINGS, { day: 6, from: 1_320, to: 1_440 }, { day: 2, from: 0, to: 90 }]
  const lines = linesOf(hours)
  expect(lines.map(({ days, from, to }) => [days, from, to])).toEqual([
    ['weekdays', '06:00', '10:00'],
    ['6', '22:00', '00:00'],
    ['2', '00:00', '01:30'],
  ])
  expect(hoursOf(lines)).toEqual(hours)
})

test('[LB43] a time that was emptied is not midnight', () => {
  expect(hoursOf([{ id: 0, days: '1', from: '', to: '10:00' }])).toEqual([{ day: 1, from: NaN, to: 600 }])
  expect(hoursOf([{ id: 0, days: '1', from: '06:00', to: '' }])).toEqual([{ day: 1, from: 360, to: NaN }])
})

test('[LB43] hours are said in words', () => {
  expect(hoursWords([])).toBe('Any time')
  expect(hoursWords([...MORNINGS, { day: 0, from: 0, to: 1_440 }])).toBe(
    'Monday to Friday 06:00–10:00, Sunday 00:00–24:00',
  )
})
