import { z } from 'zod/mini'

const LOCAL_DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?$/
const MS_PER_MINUTE = 60_000

/** A moment the system recorded: ISO-8601 UTC with `Z`. */
export const instantSchema = z.iso.datetime()

/** A wall-clock time that people plan with, in the station's zone: `2026-11-20T15:00:00.000`, no zone. */
export const localDateTimeSchema = z.string().check(
  z.regex(LOCAL_DATE_TIME, 'Use a local date and time such as 2026-11-20T15:00:00.000'),
  z.refine((text) => !Number.isNaN(wallClockMs(text)), 'This date does not exist'),
)

/** A calendar day, `2004-02-29`. */
export const dateSchema = z.iso.date('Use a date such as 2004-02-29')

/** Formats an instant as the wall clock of `timeZone`, millisecond precision, no zone. */
export function toLocalDateTime(instant: Date, timeZone: string): string {
  return new Date(instant.getTime() + offsetMs(instant, timeZone)).toISOString().slice(0, -1)
}

/**
 * Reads a wall-clock time of `timeZone` as the instant it names. A time that the clock skips (spring forward) is read
 * with the offset before the change; one that happens twice is read as the first.
 */
export function fromLocalDateTime(text: string, timeZone: string): Date {
  const wallMs = wallClockMs(text)
  const before = offsetMs(new Date(wallMs - 24 * 60 * MS_PER_MINUTE), timeZone)
  const after = offsetMs(new Date(wallMs + 24 * 60 * MS_PER_MINUTE), timeZone)
  const candidates = [before, after].map((offset) => new Date(wallMs - offset))
  const exact = candidates.find((candidate) => candidate.getTime() + offsetMs(candidate, timeZone) === wallMs)
  return exact ?? new Date(wallMs - before)
}

/** The calendar day of an instant in `timeZone`, `2026-11-20`. */
export function localDay(instant: Date, timeZone: string): string {
  return toLocalDateTime(instant, timeZone).slice(0, 10)
}

function wallClockMs(text: string): number {
  const ms = Date.parse(`${text}Z`)
  const exists = !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text.slice(0, 10))
  return exists ? ms : Number.NaN
}

function offsetMs(instant: Date, timeZone: string): number {
  const parts = Object.fromEntries(
    formatterFor(timeZone)
      .formatToParts(instant)
      .map((part) => [part.type, Number(part.value)]),
  )
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  const wall = Date.UTC(year, month - 1, day, hour, minute, second)
  return wall - Math.floor(instant.getTime() / 1000) * 1000
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
