import type { PlaylistHours } from '@carillon/contract/library/playlists'

const HOUR_MINUTES = 60
const DAY_MINUTES = 24 * HOUR_MINUTES
const DAY_NAMES = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const

/** Days that are chosen together; 0 is Sunday. */
export const DAYS: readonly { id: string; name: string; days: readonly number[] }[] = [
  { id: 'all', name: 'Every day', days: [0, 1, 2, 3, 4, 5, 6] },
  { id: 'weekdays', name: 'Monday to Friday', days: [1, 2, 3, 4, 5] },
  { id: 'weekend', name: 'Saturday and Sunday', days: [0, 6] },
  ...DAY_NAMES.map((name, day) => ({ id: String(day), name, days: [day] })),
]

/** A line of the form: the id of days, and times as `06:30`; an end at midnight is `00:00`. */
export type HoursLine = { id: number; days: string; from: string; to: string }

/** Hours as lines of the form, days with the same times together where that has a name. */
export function linesOf(hours: readonly PlaylistHours[]): HoursLine[] {
  return groupsOf(hours)
    .flatMap(({ days, from, to }) => {
      const together = DAYS.find((each) => each.days.join() === days.join())
      const ids = together ? [together.id] : days.map(String)
      return ids.map((id) => ({ days: id, from: clock(from), to: clock(to) }))
    })
    .map((line, id) => ({ id, ...line }))
}

/** Hours that these lines stand for. Times without a number are left to the station, which refuses them. */
export function hoursOf(lines: readonly HoursLine[]): PlaylistHours[] {
  return lines.flatMap(({ days, from, to }) =>
    (DAYS.find(({ id }) => id === days)?.days ?? []).map((day) => ({
      day,
      from: minutes(from),
      to: to === '00:00' ? DAY_MINUTES : minutes(to),
    })),
  )
}

/** Hours in words: `Monday to Friday 06:00–10:00`, `Sunday 22:00–24:00`, `Any time`. */
export function hoursWords(hours: readonly PlaylistHours[]): string {
  if (hours.length === 0) return 'Any time'
  return linesOf(hours)
    .map(
      ({ days, from, to }) =>
        `${DAYS.find(({ id }) => id === days)?.name} ${from}–${to === '00:00' ? '24:00' : to}`,
    )
    .join(', ')
}

function groupsOf(hours: readonly PlaylistHours[]) {
  const byTimes = Map.groupBy(hours, ({ from, to }) => `${from} ${to}`)
  return [...byTimes.values()].map((same) => ({
    from: same[0]?.from ?? 0,
    to: same[0]?.to ?? 0,
    days: same.map(({ day }) => day).sort((a, b) => a - b),
  }))
}

function clock(minute: number): string {
  const two = (number: number) => String(number).padStart(2, '0')
  return `${two(Math.floor(minute / HOUR_MINUTES) % 24)}:${two(minute % HOUR_MINUTES)}`
}

/** Minutes since midnight; an empty field gives no number. */
function minutes(text: string): number {
  const [hour = 0, minute = Number.NaN] = text.split(':').map(Number)
  return hour * HOUR_MINUTES + minute
}
