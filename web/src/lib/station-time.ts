import { DAY_MS, HOUR_MS, MINUTE_MS } from '@carillon/contract/durations'
import { fromLocalDateTime, toLocalDateTime } from '@carillon/contract/time'

const DEFAULT_ZONE = 'Asia/Manila'

/**
 * The zone of every time that the pages show, whatever the machine's clock says: the server writes its
 * `STATION_TIME_ZONE` into the page it sends. Unit tests run without a page.
 */
export const STATION_TIME_ZONE = knownZone(
  globalThis.document?.querySelector<HTMLMetaElement>('meta[name="station-time-zone"]')?.content ||
    DEFAULT_ZONE,
)

/** A browser older than a zone's name shows the times of the default one, and says so, rather than nothing at all. */
function knownZone(zone: string): string {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone })
    return zone
  } catch (error) {
    console.error(`This browser does not know ${zone}: times are shown in ${DEFAULT_ZONE}.`, error)
    return DEFAULT_ZONE
  }
}

const weekdayFormat = new Intl.DateTimeFormat('en-US', { timeZone: STATION_TIME_ZONE, weekday: 'long' })

type Parts = Partial<Record<Intl.DateTimeFormatPartTypes, string>>

// Built from parts and joined with plain spaces: Intl puts a narrow no-break space before AM and PM.
const format = new Intl.DateTimeFormat('en-US', {
  timeZone: STATION_TIME_ZONE,
  weekday: 'short',
  year: 'numeric',
  month: 'short',
  day: '2-digit',
  hour: 'numeric',
  minute: '2-digit',
  hour12: true,
})

function partsOf(instant: Date): Parts {
  return Object.fromEntries(format.formatToParts(instant).map((part) => [part.type, part.value]))
}

/** `MMM dd, yyyy`: Nov 05, 2026. */
export function formatDate(instant: Date): string {
  return dateOf(partsOf(instant))
}

/** `h:mm a`: 3:32 PM. */
export function formatTime(instant: Date): string {
  return timeOf(partsOf(instant))
}

/** `Nov 20, 2026, 3:10 PM`. */
export function formatTimestamp(instant: Date): string {
  return `${formatDate(instant)}, ${formatTime(instant)}`
}

/** Fri, Nov 20, 2026 · 3:32 PM. */
export function formatClock(instant: Date): string {
  const parts = partsOf(instant)
  return `${parts.weekday}, ${dateOf(parts)} · ${timeOf(parts)}`
}

function dateOf({ month, day, year }: Parts): string {
  return `${month} ${day}, ${year}`
}

function timeOf({ hour, minute, dayPeriod }: Parts): string {
  return `${hour}:${minute} ${dayPeriod}`
}

/** Friday, Nov 20, 2026: the heading of a day. */
export function formatDay(instant: Date): string {
  return `${formatWeekday(instant)}, ${formatDate(instant)}`
}

/** Friday. */
export function formatWeekday(instant: Date): string {
  return weekdayFormat.format(instant)
}

const UNITS = [
  { unit: 'day', ms: DAY_MS },
  { unit: 'hour', ms: HOUR_MS },
  { unit: 'minute', ms: MINUTE_MS },
] as const

const relativeFormat = new Intl.RelativeTimeFormat('en', { numeric: 'always' })

/** Relative time: in 5 minutes, 2 hours ago, now. */
export function formatRelative(instant: Date, now: Date): string {
  const differenceMs = instant.getTime() - now.getTime()
  const scale = UNITS.find(({ ms }) => Math.abs(differenceMs) >= ms)
  if (!scale) return 'now'
  return relativeFormat.format(Math.trunc(differenceMs / scale.ms), scale.unit)
}

/**
 * Reads a local date-time of the wire or of an input (`2026-11-20T15:00:00.000`, no zone) as the instant in the
 * station's zone; anything else gives an invalid Date.
 */
export function fromStationTime(text: string): Date {
  return fromLocalDateTime(text, STATION_TIME_ZONE)
}

/** An instant on the station's clock, to the minute, as the wire and inputs have it: `2026-11-20T15:00`. */
export function toStationTime(instant: Date): string {
  return toLocalDateTime(instant, STATION_TIME_ZONE).slice(0, 16)
}

/** Reading of the station's clock at an instant, in milliseconds as if it were UTC: for days and minutes on a grid. */
export function wallClockMs(instant: Date): number {
  return Date.parse(`${toLocalDateTime(instant, STATION_TIME_ZONE)}Z`)
}
