import { DEFAULT_DURATION_MS, DEFAULT_START_OFFSET_MS } from '@carillon/contract/broadcasts/schemas'
import { fromLocalDateTime, isWithinYears, LAST_YEAR, toLocalDateTime } from '@carillon/contract/time'

export type Times = { start: Date; end: Date }
/** Wall-clock times as they arrive, in the station's zone. */
export type WallTimes = { scheduledStart?: string | undefined; scheduledEnd?: string | undefined }
/** Messages by the field they belong to, as an error reply carries them. */
export type TimesResult = { ok: true; value: Times } | { ok: false; fields: Record<string, string> }

const START_PASSED = 'Choose a start in the future'
const END_PASSED = 'Choose an end in the future'
const END_BEFORE_START = 'The end must be after the start'
const END_TOO_LATE = `The end must be in ${LAST_YEAR} or before`

/** The times of a new broadcast; what is not given starts 30 s from now and ends 2 h after its start. */
export function defaultTimes(given: WallTimes, nowMs: number, timeZone: string): TimesResult {
  const { start: givenStart, end: givenEnd } = instants(given, timeZone)
  const start = givenStart ?? new Date(nowMs + DEFAULT_START_OFFSET_MS)
  const end = givenEnd ?? new Date(start.getTime() + DEFAULT_DURATION_MS)
  return check({ start, end }, [endPassed({ start, end }, nowMs), endTooLate(end, timeZone)])
}

/** The times of a broadcast that is scheduled ahead: both given, in the future, end after start. */
export function scheduledTimes(
  given: { scheduledStart: string; scheduledEnd: string },
  nowMs: number,
  timeZone: string,
): TimesResult {
  const start = fromLocalDateTime(given.scheduledStart, timeZone)
  const end = fromLocalDateTime(given.scheduledEnd, timeZone)
  return check({ start, end }, [startPassed(start, nowMs)])
}

/**
 * The times after a change. A time that is sent back as it was is not judged again, so that a form may send all its
 * fields while the broadcast is on air.
 */
export function changedTimes(was: Times, given: WallTimes, nowMs: number, timeZone: string): TimesResult {
  const requested = instants(given, timeZone)
  const times = { start: requested.start ?? was.start, end: requested.end ?? was.end }
  const movesStart = times.start.getTime() !== was.start.getTime()
  const movesEnd = times.end.getTime() !== was.end.getTime()
  if (!movesStart && !movesEnd) return { ok: true, value: was }
  return check(times, [movesStart && startPassed(times.start, nowMs), movesEnd && endPassed(times, nowMs)])
}

type Complaint = Record<string, string> | false

function check(times: Times, complaints: Complaint[]): TimesResult {
  const found = [...complaints, times.end <= times.start && { scheduledEnd: END_BEFORE_START }]
  const fields = Object.assign({}, ...found)
  return Object.keys(fields).length === 0 ? { ok: true, value: times } : { ok: false, fields }
}

function startPassed(start: Date, nowMs: number): Complaint {
  return start.getTime() <= nowMs && { scheduledStart: START_PASSED }
}

function endPassed({ end }: Times, nowMs: number): Complaint {
  return end.getTime() <= nowMs && { scheduledEnd: END_PASSED }
}

/** Only an end that nobody gave can be: the contract judges those that were sent. */
function endTooLate(end: Date, timeZone: string): Complaint {
  return !isWithinYears(toLocalDateTime(end, timeZone)) && { scheduledEnd: END_TOO_LATE }
}

function instants(given: WallTimes, timeZone: string): { start?: Date; end?: Date } {
  const { scheduledStart, scheduledEnd } = given
  return {
    ...(scheduledStart !== undefined && { start: fromLocalDateTime(scheduledStart, timeZone) }),
    ...(scheduledEnd !== undefined && { end: fromLocalDateTime(scheduledEnd, timeZone) }),
  }
}
