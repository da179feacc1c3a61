import { DAY_MS, MINUTE_MS } from '@carillon/contract/durations'
import { toStationTime } from '../../../lib/station-time.ts'
import { agendaOf, spanOf, yourTimeOf } from './agenda.ts'
import { endAfterMove, errorsOf, overlapsOf, valuesOf } from './show-form.ts'
import { anItem } from './testing.ts'
import { daysOf, dayText, itemsIn, nextOf, phaseOf, weekLabel, weekNamed, weekOf } from './week.ts'
import { hoursOf, minuteIn, placeInWeek } from './week-layout.ts'

/**
 * Times at which zones go wrong: midnight, month end and year end of Manila, and the clock changes of New York and
 * Berlin.
 */
const EDGES = [
  '2026-11-20T16:00:00.000Z',
  '2026-11-22T16:00:00.000Z',
  '2026-11-30T16:00:00.000Z',
  '2028-02-28T16:00:00.000Z',
  '2026-12-31T16:00:00.000Z',
  '2026-03-08T07:00:00.000Z',
  '2026-11-01T06:00:00.000Z',
  '2026-03-29T01:00:00.000Z',
  '2026-10-25T01:00:00.000Z',
].map((text) => Date.parse(text))

/** Expected values of one case of a schedule. */
export type ZoneAnswer = { start: string; local: string; day: string; weekStart: string; rest: string }

/** This many cases by a seed, each around an edge; `nowMs` moves the clock of them all, null gives each its own. */
export function answerCases(count: number, seed: number, nowMs: number | null): ZoneAnswer[] {
  const random = randomBy(seed)
  return Array.from({ length: count }, (_, id) => {
    const edge = EDGES[id % EDGES.length] ?? 0
    const startMs = edge + Math.round((random() - 0.5) * 6 * 60) * MINUTE_MS
    const lengthMs = (1 + Math.floor(random() * 240)) * MINUTE_MS
    return answer(id, startMs, lengthMs, nowMs ?? edge + Math.round((random() - 0.5) * DAY_MS))
  })
}

function answer(id: number, startMs: number, lengthMs: number, nowMs: number): ZoneAnswer {
  const start = new Date(startMs)
  const now = new Date(nowMs)
  const at = (ms: number) => new Date(ms).toISOString()
  const items = [
    anItem(id, at(startMs), at(startMs + lengthMs)),
    anItem(id + 1, at(startMs + lengthMs / 2), at(startMs + 2 * lengthMs)),
    anItem(id + 2, at(startMs + DAY_MS), at(startMs + DAY_MS + lengthMs)),
  ]
  const week = weekOf(start)
  const placed = placeInWeek(items, week)
  const next = nextOf(items, now)
  const values = valuesOf(items[0] ?? null, now)
  const rest = [
    weekLabel(week),
    daysOf(week),
    itemsIn(week, items).length,
    weekNamed(dayText(start), now).start,
    agendaOf(items).map(({ day, items: ofDay }) => [day, ofDay.map(spanOf)]),
    yourTimeOf(start, 'Asia/Kolkata'),
    placed.map(({ day, fromMinute, untilMinute, lane }) => [day, fromMinute, untilMinute, lane]),
    hoursOf(placed, minuteIn(week, now)?.minute ?? null),
    items.map((item) => phaseOf(item, next, now)),
    [values, valuesOf(null, now), errorsOf(values, null, now), overlapsOf(values, items, null).length],
    endAfterMove(values, toStationTime(now)),
  ]
  return {
    start: start.toISOString(),
    local: toStationTime(start),
    day: dayText(start),
    weekStart: week.start.toISOString(),
    rest: JSON.stringify(rest),
  }
}

/** Mulberry32: numbers from 0 to 1, the same for the same seed. */
function randomBy(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
