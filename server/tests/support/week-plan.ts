import { DAY_MS, MINUTE_MS } from '@carillon/contract/durations'

/** A show of the week, in minutes of its day: when it begins, for how long, and what is special about it. */
type PlannedShow = {
  day: number
  at: number
  minutes: number
  dj: string
  /** Takes over from the show before it, which ends at that minute. */
  takesOver?: true
  /** Goes out again at a time of its own: a day, and minutes of it. */
  replay?: readonly [day: number, at: number]
}

const clock = (hour: number, minute = 0) => hour * 60 + minute

/** Twenty shows, three of which take over from the one before, and eight planned replays. The first morning has some of all. */
export const SHOWS: readonly PlannedShow[] = [
  { day: 0, at: clock(7), minutes: 30, dj: 'Mikael', replay: [0, clock(8)] },
  { day: 0, at: clock(9), minutes: 30, dj: 'Jana', replay: [1, clock(22)] },
  { day: 0, at: clock(9, 30), minutes: 30, dj: 'Paolo', takesOver: true },
  { day: 0, at: clock(13, 30), minutes: 45, dj: 'Rosa', replay: [0, clock(21, 30)] },
  { day: 0, at: clock(17), minutes: 90, dj: 'Mikael' },
  { day: 0, at: clock(18, 30), minutes: 60, dj: 'Jana', takesOver: true, replay: [2, clock(22)] },
  { day: 1, at: clock(8), minutes: 60, dj: 'Rosa' },
  { day: 1, at: clock(20), minutes: 60, dj: 'Paolo', replay: [3, clock(12)] },
  { day: 2, at: clock(8), minutes: 30, dj: 'Mikael' },
  { day: 2, at: clock(20), minutes: 75, dj: 'Jana' },
  { day: 3, at: clock(8), minutes: 60, dj: 'Rosa', replay: [4, clock(3)] },
  { day: 3, at: clock(14, 15), minutes: 45, dj: 'Paolo' },
  { day: 3, at: clock(23, 30), minutes: 60, dj: 'Mikael' },
  { day: 4, at: clock(9), minutes: 60, dj: 'Jana' },
  { day: 4, at: clock(10), minutes: 60, dj: 'Rosa', takesOver: true, replay: [5, clock(19)] },
  { day: 4, at: clock(20), minutes: 60, dj: 'Paolo' },
  { day: 5, at: clock(11), minutes: 60, dj: 'Mikael' },
  { day: 5, at: clock(16), minutes: 120, dj: 'Jana' },
  { day: 6, at: clock(10), minutes: 60, dj: 'Rosa' },
  { day: 6, at: clock(12), minutes: 60, dj: 'Paolo' },
]

/** Lists of tracks, and the minutes of each day in which they play; one without plays always. */
export const PLAYLISTS = [
  { name: 'Morning', weight: 3, tracks: 4, from: clock(6), to: clock(8, 30) },
  { name: 'Day', weight: 3, tracks: 4, from: clock(8, 30), to: clock(20) },
  { name: 'Classics', weight: 1, tracks: 4, from: null, to: null },
] as const
export type PlannedList = (typeof PLAYLISTS)[number]

export type WeekShow = {
  title: string
  dj: string
  startMs: number
  endMs: number
  takesOver: boolean
  /** Another show takes over from it. */
  isTakenOver: boolean
  replayMs: number | null
}

/** Shows that end by `endMs`, in order, of the week whose midnight is `mondayMs`; replays that would end later are left out. */
export function showsOf(mondayMs: number, endMs: number): WeekShow[] {
  const place = (day: number, at: number) => mondayMs + day * DAY_MS + at * MINUTE_MS
  const shows = SHOWS.filter(({ day, at, minutes }) => place(day, at + minutes) < endMs)
  return shows.map(({ day, at, minutes, dj, takesOver = false, replay }, index) => {
    const replayMs = replay ? place(...replay) : null
    return {
      title: `Show ${index + 1}`,
      dj,
      startMs: place(day, at),
      endMs: place(day, at + minutes),
      takesOver,
      isTakenOver: shows[index + 1]?.takesOver ?? false,
      replayMs: replayMs !== null && replayMs + minutes * MINUTE_MS < endMs ? replayMs : null,
    }
  })
}

/** Hours of the week in which a list plays, as the station takes them. */
export const hoursOf = ({ from, to }: PlannedList) =>
  from === null ? [] : Array.from({ length: 7 }, (_, day) => ({ day, from, to }))

/** Whether a list plays at a minute of the day. */
export const playsAt = ({ from, to }: PlannedList, minute: number) =>
  from === null || (from <= minute && minute < to)
