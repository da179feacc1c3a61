import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  AT_START,
  advance,
  LANES,
  type Lane,
  PAUSE_MS,
  type Programme,
  type ProgrammeEvent,
} from './programme.ts'

const lane = fc.constantFrom(...LANES)
const event: fc.Arbitrary<ProgrammeEvent> = fc.oneof(
  fc.record({ type: fc.constant('SWITCHED' as const), isOn: fc.boolean() }),
  fc.record({ type: fc.constantFrom('OFFERED' as const, 'WITHDRAWN' as const), lane }),
  fc.constant({ type: 'TIME' as const }),
)
const course = fc.array(fc.tuple(event, fc.integer({ min: 0, max: 3 * PAUSE_MS })))

/** All programmes that a course of events leads to, each with its time. */
function follow(events: readonly [ProgrammeEvent, number][]): { programme: Programme; nowMs: number }[] {
  let programme = AT_START
  let nowMs = 0
  return events.map(([next, afterMs]) => {
    nowMs += afterMs
    programme = advance(programme, next, nowMs)
    return { programme, nowMs }
  })
}

const soundingAfter = (...events: ProgrammeEvent[]) =>
  follow(events.map((each) => [each, 0])).at(-1)?.programme.sounding
const ON: ProgrammeEvent = { type: 'SWITCHED', isOn: true }
const offered = (what: Lane): ProgrammeEvent => ({ type: 'OFFERED', lane: what })
const withdrawn = (what: Lane): ProgrammeEvent => ({ type: 'WITHDRAWN', lane: what })

it('[PG1] a live broadcast wins over a scheduled replay, that over the playlist, that over the bed', () => {
  const below = [...LANES].reverse().map(offered)
  expect(below.map((_, at) => soundingAfter(ON, ...below.slice(0, at + 1)))).toEqual([...LANES].reverse())
  expect(soundingAfter(ON)).toBe('REST')
})

it('[PG1] whatever happens, what sounds is the first that has something', () => {
  fc.assert(
    fc.property(course, (events) => {
      for (const { programme } of follow(events)) {
        const { isOn, offers, sounding } = programme
        const first = LANES.find((each) => offers.has(each) && (isOn || each === 'LIVE')) ?? 'REST'
        if (sounding !== 'PAUSE') expect(sounding).toBe(first)
      }
    }),
  )
})

it('[PG2] a live show is followed by 2 s of silence, and cut into by the next at once', () => {
  const ended = follow([
    [ON, 0],
    [offered('PLAYLIST'), 0],
    [offered('LIVE'), 0],
    [withdrawn('LIVE'), 0],
    [{ type: 'TIME' }, PAUSE_MS - 1],
    [{ type: 'TIME' }, 1],
  ])
  expect(ended.map(({ programme }) => programme.sounding).slice(2)).toEqual([
    'LIVE',
    'PAUSE',
    'PAUSE',
    'PLAYLIST',
  ])
  expect(soundingAfter(ON, offered('LIVE'), withdrawn('LIVE'), offered('LIVE'))).toBe('LIVE')
})

it('[PG2] no pause is longer, and none comes but after a live show', () => {
  fc.assert(
    fc.property(course, (events) => {
      let lastLiveMs = Number.NEGATIVE_INFINITY
      let before = 'REST'
      for (const { programme, nowMs } of follow(events)) {
        if (before === 'LIVE' && programme.sounding !== 'LIVE') lastLiveMs = nowMs
        if (programme.sounding === 'PAUSE') expect(nowMs - lastLiveMs).toBeLessThan(PAUSE_MS)
        before = programme.sounding
      }
    }),
  )
})

it('[PG3] a station that is switched off plays live broadcasts alone, and rests after them at once', () => {
  expect(soundingAfter(...LANES.map(offered))).toBe('LIVE')
  expect(soundingAfter(...LANES.map(offered), withdrawn('LIVE'))).toBe('REST')
  const off: ProgrammeEvent = { type: 'SWITCHED', isOn: false }
  expect(soundingAfter(ON, offered('LIVE'), withdrawn('LIVE'), off)).toBe('REST')
})
