import { z } from 'zod/mini'
import { DAY_MS } from './durations.ts'

const LOCAL_DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?$/
const YEAR_1_MS = Date.parse('0001-01-01T00:00:00Z')

/** Times lie in these years, no matter who says them. */
export const FIRST_YEAR = 1970
export const LAST_YEAR = 2100
const OUTSIDE_YEARS = `Use a time from ${FIRST_YEAR} to ${LAST_YEAR}`
/** A station is somewhere: its first and last day begin and end up to 14 h away from those of UTC. */
const FIRST_INSTANT = '1969-12-31'
const AFTER_LAST_INSTANT = '2101-01-02'
const FIRST_LOCAL_DAY = '1969-12-30'
const AFTER_LAST_LOCAL_DAY = '2101-01-03'

const isoInstantSchema = z.iso.datetime()
const wallClockSchema = z.string().check(
  z.regex(LOCAL_DATE_TIME, 'Use a local date and time such as 2026-11-20T15:00:00.000'),
  z.refine((text) => !Number.isNaN(wallClockMs(text)), 'This date does not exist'),
)

/**
 * A moment the system recorded: ISO-8601 UTC with `Z`. It admits what the database admits, in any zone: who sends one is
 * held to `sentInstantSchema`.
 */
export const instantSchema = isoInstantSchema.check(
  z.refine((text) => text >= FIRST_INSTANT && text < AFTER_LAST_INSTANT, OUTSIDE_YEARS),
)
/** A moment that somebody asks about: from 1970 to 2100. */
export const sentInstantSchema = isoInstantSchema.check(z.refine(isWithinYears, OUTSIDE_YEARS))

/**
 * A wall-clock time that people plan with, in the station's zone: `2026-11-20T15:00:00.000`, no zone. It admits what the
 * database admits: who sends one is held to `plannedTimeSchema`.
 */
export const localDateTimeSchema = wallClockSchema.check(
  z.refine((text) => text >= FIRST_LOCAL_DAY && text < AFTER_LAST_LOCAL_DAY, OUTSIDE_YEARS),
)
/** A wall-clock time that somebody plans: from 1970 to 2100. */
export const plannedTimeSchema = wallClockSchema.check(z.refine(isWithinYears, OUTSIDE_YEARS))

/** A calendar day, `2004-02-29`. */
export const dateSchema = z.iso.date('Use a date such as 2004-02-29')

/** Whether a day, a wall-clock time or an instant in ISO-8601 lies in the years that times may have. */
export function isWithinYears(text: string): boolean {
  const year = Number(/^(\d{4})-/.exec(text)?.[1])
  return year >= FIRST_YEAR && year <= LAST_YEAR
}

/** Formats an instant as the wall clock of `timeZone`, millisecond precision, no zone. */
export function toLocalDateTime(instant: Date, timeZone: string): string {
  return new Date(instant.getTime() + offsetMs(instant, timeZone)).toISOString().slice(0, -1)
}

/**
 * Reads a wall-clock time of `timeZone` as the instant it names. A time that the clock skips (spring forward) is read
 * with the offset before the change; one that happens twice is read as the first. Text that is no such time gives an
 * invalid Date.
 */
export function fromLocalDateTime(text: string, timeZone: string): Date {
  const wallMs = wallClockMs(text)
  if (Number.isNaN(wallMs)) return new Date(Number.NaN)
  const before = offsetMs(new Date(wallMs - DAY_MS), timeZone)
  const after = offsetMs(new Date(wallMs + DAY_MS), timeZone)
  if (before === after) return new Date(wallMs - before)
  const candidates = [before, after].map((offset) => new Date(wallMs - offset))
  const exact = candidates.find((candidate) => candidate.getTime() + offsetMs(candidate, timeZone) === wallMs)
  return exact ?? new Date(wallMs - before)
}

/** The calendar day of an instant in `timeZone`, `2026-11-20`. */
export function localDay(instant: Date, timeZone: string): string {
  return toLocalDateTime(instant, timeZone).slice(0, 10)
}

function wallClockMs(text: string): number {
  const ms = LOCAL_DATE_TIME.test(text) ? Date.parse(`${text}Z`) : Number.NaN
  const exists = !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text.slice(0, 10))
  return exists ? ms : Number.NaN
}

function offsetMs(instant: Date, timeZone: string): number {
  // 11/20/2026, 15:32:10. In parts it takes twice as long, and a schedule asks for thousands.
  const numbers = formatterFor(timeZone).format(instant).match(/\d+/g)?.map(Number) ?? []
  const [month = 1, day = 1, shownYear = 1, hour = 0, minute = 0, second = 0] = numbers
  const wall = new Date(0)
  // Date.UTC takes years below 100 for those of the last century, and ICU counts years before 1 from 1 again.
  const year = instant.getTime() < YEAR_1_MS ? 1 - shownYear : shownYear
  wall.setUTCFullYear(year, month - 1, day)
  wall.setUTCHours(hour, minute, second)
  return wall.getTime() - Math.floor(instant.getTime() / 1000) * 1000
}

const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterFor(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone)
  if (known) return known
  const fields = {
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  } as const
  const created = new Intl.DateTimeFormat('en-US', { timeZone, hourCycle: 'h23', ...fields })
  formatters.set(timeZone, created)
  return created
}
