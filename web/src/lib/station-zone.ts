import { MINUTE_MS } from '@carillon/contract/durations'
import { STATION_TIME_ZONE, wallClockMs } from './station-time.ts'

/** Intl knows these by their offset alone. */
const ABBREVIATIONS: Record<string, string> = { 'Asia/Manila': 'PHT' }

const offsets = offsetsInYear(new Date().getUTCFullYear())

/** The place whose clock the station keeps: `Manila`, `New York`; `UTC` or `UTC+8` where the zone names no place. */
export const STATION_PLACE = placeOf(STATION_TIME_ZONE)

/** ` (PHT, UTC+8)` behind the place; ` (UTC-5 or UTC-4, by season)` with daylight saving; nothing behind an offset. */
export const ZONE_NOTE = noteOf(STATION_TIME_ZONE)

/** `Times in Manila (PHT, UTC+8)`. */
export const TIMES_IN_ZONE = `Times in ${STATION_PLACE}${ZONE_NOTE}`

function placeOf(zone: string): string {
  if (!hasPlace(zone)) return offsets.map(offsetWords).join(' or ')
  return zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')
}

function noteOf(zone: string): string {
  if (!hasPlace(zone)) return ''
  const abbreviation = ABBREVIATIONS[zone]
  const words = offsets.map(offsetWords).join(' or ')
  return ` (${abbreviation ? `${abbreviation}, ` : ''}${words}${offsets.length > 1 ? ', by season' : ''})`
}

function hasPlace(zone: string): boolean {
  return zone.includes('/') && !zone.startsWith('Etc/')
}

/** The minutes ahead of UTC on the firsts of the months, each once, smallest first. */
function offsetsInYear(year: number): number[] {
  const firsts = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(year, month, 1)))
  return [...new Set(firsts.map(minutesAhead))].sort((a, b) => a - b)
}

function minutesAhead(instant: Date): number {
  return (wallClockMs(instant) - instant.getTime()) / MINUTE_MS
}

/** `UTC+8`, `UTC-3:30`, `UTC`. */
function offsetWords(minutes: number): string {
  if (minutes === 0) return 'UTC'
  const size = Math.abs(minutes)
  const rest = size % 60 === 0 ? '' : `:${String(size % 60).padStart(2, '0')}`
  return `UTC${minutes < 0 ? '-' : '+'}${Math.floor(size / 60)}${rest}`
}
