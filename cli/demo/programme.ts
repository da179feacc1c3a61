import { createHash } from 'node:crypto'
import { DAY_MS, MINUTE_MS } from '@carillon/contract/durations'
import { fromLocalDateTime, localDay } from '@carillon/contract/time'

/** A DJ may run this much over time. */
const MAX_LATE_MS = 5 * MINUTE_MS
const PAST_DAYS = 35
const COMING_DAYS = 14

/** A show of the weekly programme. `days` counts from Sunday, 0; times are wall clock of the station. */
type Show = {
  title: string
  description: string
  dj: string
  days: readonly number[]
  at: string
  minutes: number
  usualPeak: number
}

const WEEKDAYS = [1, 2, 3, 4, 5]

const SHOWS: readonly Show[] = [
  {
    title: 'Umagang Kampus',
    description: 'Weather, walang pasok news and the songs that get you to your first class.',
    dj: 'jana.ramos@campus.example',
    days: WEEKDAYS,
    at: '07:00',
    minutes: 120,
    usualPeak: 64,
  },
  {
    title: 'Harana Hour',
    description: 'Kundiman, slow jams and dedications for whoever sits across the library.',
    dj: 'mikael.reyes@campus.example',
    days: [1, 3, 5],
    at: '14:00',
    minutes: 120,
    usualPeak: 128,
  },
  {
    title: 'OPM Rewind',
    description: 'Original Pilipino Music from the seventies to last week.',
    dj: 'kiko.delacruz@campus.example',
    days: [2, 4],
    at: '14:00',
    minutes: 90,
    usualPeak: 87,
  },
  {
    title: 'Tambayan',
    description: 'Whoever passes by the booth gets the microphone: orgs, varsity, thesis victims.',
    dj: 'bea.salonga@campus.example',
    days: WEEKDAYS,
    at: '17:30',
    minutes: 60,
    usualPeak: 141,
  },
  {
    title: 'Late Night Review',
    description: 'Lo-fi for the hell week, no talking after ten.',
    dj: 'jana.ramos@campus.example',
    days: [0, 2, 4],
    at: '22:00',
    minutes: 180,
    usualPeak: 73,
  },
  {
    title: 'Sabado Indie',
    description: 'Bands you saw before they were big, recorded in dorms and garages.',
    dj: 'kiko.delacruz@campus.example',
    days: [6],
    at: '16:00',
    minutes: 180,
    usualPeak: 96,
  },
]

/** Record of a past show. */
export type Past = {
  actualStart: Date
  actualEnd: Date
  endReason: 'ENDED_BY_DJ' | 'ENDED_BY_STAFF' | 'SOURCE_LOST'
  peakListeners: number
}

/** One date of a show; `past` is null for what has not begun and for the few that nobody came to run. */
export type Occurrence = {
  title: string
  description: string
  dj: string
  start: Date
  end: Date
  past: Past | null
}

/** Five weeks behind and two ahead of `now`. The same day gives the same programme, so that it can be filled in twice. */
export function demoProgramme(now: Date, timeZone: string): Occurrence[] {
  const days = Array.from({ length: PAST_DAYS + COMING_DAYS + 1 }, (_, at) => at - PAST_DAYS)
  const occurrences = days.flatMap((offset) => {
    const day = localDay(new Date(now.getTime() + offset * DAY_MS), timeZone)
    const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
    const shows = SHOWS.filter((show) => show.days.includes(weekday))
    return shows.map((show) => occurrenceOf(show, day, now, timeZone))
  })
  return occurrences.sort((a, b) => a.start.getTime() - b.start.getTime())
}

function occurrenceOf(show: Show, day: string, now: Date, timeZone: string): Occurrence {
  const start = fromLocalDateTime(`${day}T${show.at}`, timeZone)
  const end = new Date(start.getTime() + show.minutes * MINUTE_MS)
  const isOver = end.getTime() + MAX_LATE_MS < now.getTime()
  const past = isOver ? pastOf(show, start, end) : null
  return { title: show.title, description: show.description, dj: show.dj, start, end, past }
}

function pastOf(show: Show, start: Date, end: Date): Past | null {
  const chance = chanceOf(`${show.title} ${start.toISOString()}`)
  if (chance(1) < 0.04) return null
  const actualStart = new Date(start.getTime() + Math.round(chance(2) * 4 * MINUTE_MS))
  const endReason = endReasonOf(chance(3))
  const lateMs = MAX_LATE_MS - chance(4) * 8 * MINUTE_MS
  const cutMs = endReason === 'ENDED_BY_DJ' ? 0 : 25 * MINUTE_MS
  const actualEnd = new Date(end.getTime() + Math.round(lateMs - cutMs))
  return {
    actualStart,
    actualEnd,
    endReason,
    peakListeners: Math.round(show.usualPeak * (0.55 + chance(5) * 0.7)),
  }
}

function endReasonOf(chance: number): Past['endReason'] {
  if (chance < 0.05) return 'SOURCE_LOST'
  return chance < 0.09 ? 'ENDED_BY_STAFF' : 'ENDED_BY_DJ'
}

/** Numbers from 0 to 1 that depend on the show only: the same past each time. */
function chanceOf(seed: string): (salt: number) => number {
  return (salt) => createHash('sha256').update(`${salt} ${seed}`).digest().readUInt32BE() / 2 ** 32
}
