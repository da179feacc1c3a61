/** The zone of every time the station shows, whatever the machine's clock says. */
export const STATION_TIME_ZONE = 'Asia/Manila'

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
export function formatMoment(instant: Date): string {
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
  const weekday = new Intl.DateTimeFormat('en-US', { timeZone: STATION_TIME_ZONE, weekday: 'long' }).format(
    instant,
  )
  return `${weekday}, ${formatDate(instant)}`
}

const UNITS = [
  { unit: 'day', ms: 86_400_000 },
  { unit: 'hour', ms: 3_600_000 },
  { unit: 'minute', ms: 60_000 },
] as const

const relativeFormat = new Intl.RelativeTimeFormat('en', { numeric: 'always' })

/** Relative time: in 5 minutes, 2 hours ago, now. */
export function formatRelative(instant: Date, now: Date): string {
  const differenceMs = instant.getTime() - now.getTime()
  const scale = UNITS.find(({ ms }) => Math.abs(differenceMs) >= ms)
  if (!scale) return 'now'
  return relativeFormat.format(Math.trunc(differenceMs / scale.ms), scale.unit)
}

const LOCAL_DATE_TIME = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?)$/

/** Reads a local date-time of the wire (`2026-11-20T15:00:00.000`, no zone) as the instant in Manila (UTC+8, no daylight saving). */
export function fromStationTime(text: string): Date {
  return new Date(LOCAL_DATE_TIME.test(text) ? `${text}+08:00` : Number.NaN)
}

/** Manila is eight hours ahead of UTC, all year. */
export const AHEAD_MS = 8 * 60 * 60_000

/** An instant on the clock of Manila, to the minute, as the wire and inputs have it: `2026-11-20T15:00`. */
export function toStationTime(instant: Date): string {
  return new Date(instant.getTime() + AHEAD_MS).toISOString().slice(0, 16)
}
