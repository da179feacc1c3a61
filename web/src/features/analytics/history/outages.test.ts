import type { ShowEvent } from '@carillon/contract/analytics/schemas'
import { expect, test } from 'vitest'
import { outageLength } from '../../../lib/duration.ts'
import { outageSum, outagesOf } from './outages.ts'

const at = (second: number) => new Date(Date.parse('2026-11-20T07:00:00Z') + second * 1_000)
const event = (type: ShowEvent['type'], second: number): ShowEvent => ({ type, at: at(second).toISOString() })
const timesOf = (events: ShowEvent[], end: number | null = 600) =>
  outagesOf(events, end === null ? null : at(end)).map(({ from, lengthMs, kind }) => [
    kind,
    (from.getTime() - at(0).getTime()) / 1_000,
    lengthMs === null ? null : lengthMs / 1_000,
  ])

test('[DJ204] an outage lasts from the loss of the sound to its return', () => {
  expect(
    timesOf([
      event('STARTED', 0),
      event('SOURCE_LOST', 10),
      event('SOURCE_RECOVERED', 31),
      event('SILENCE', 100),
      event('DEAD_AIR', 115),
      event('SOUND_BACK', 120),
      event('ENDED', 600),
    ]),
  ).toEqual([
    ['lost', 10, 21],
    ['silent', 100, 20],
  ])
})

test('[DJ204] silence within a lost connection is one outage, which ends when both have', () => {
  expect(
    timesOf([
      event('SILENCE', 5),
      event('SOURCE_LOST', 10),
      event('SOURCE_RECOVERED', 20),
      event('SOUND_BACK', 25),
    ]),
  ).toEqual([['lost', 5, 20]])
})

test('[DJ204] one that did not end lasts until the show did', () => {
  expect(timesOf([event('SOURCE_LOST', 10), event('ENDED', 70)])).toEqual([['lost', 10, 60]])
  expect(timesOf([event('SOURCE_LOST', 10)], 40)).toEqual([['lost', 10, 30]])
  expect(timesOf([event('SOURCE_LOST', 10)], null)).toEqual([['lost', 10, null]])
  expect(timesOf([event('SOURCE_RECOVERED', 1), event('SOUND_BACK', 2)])).toEqual([])
})

test('[DJ204] a length is in seconds and minutes, from ten minutes on in minutes', () => {
  expect([400, 21_000, 60_000, 65_000, 599_000, 845_000, 3_900_000].map(outageLength)).toEqual([
    '1 s',
    '21 s',
    '1 min',
    '1 min 5 s',
    '9 min 59 s',
    '14 min',
    '1 h 05 min',
  ])
})

test('[DJ204] all of a show are one sum', () => {
  const sumOf = (events: ShowEvent[], end: Date | null = at(600)) => outageSum(outagesOf(events, end))
  expect(sumOf([])).toBe('No outages')
  expect(sumOf([event('SOURCE_LOST', 10), event('SOURCE_RECOVERED', 31), event('SILENCE', 590)])).toBe(
    '2 outages, 31 s in all',
  )
  expect(sumOf([event('SOURCE_LOST', 10)], null)).toBe('1 outage')
})
