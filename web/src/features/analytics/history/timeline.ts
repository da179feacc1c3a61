import type { ShowEvent } from '@carillon/contract/analytics/schemas'
import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import { SECOND_MS } from '@carillon/contract/durations'
import { endedByWords } from '../../../lib/ending-words.ts'
import { fromStationTime } from '../../../lib/station-time.ts'

/** One moment of a show, in words; `isTrouble` where listeners had no sound. */
export type TimelineEntry = { at: Date; words: string; isProblem: boolean }

const PROBLEMS: readonly ShowEvent['type'][] = ['SOURCE_LOST', 'SILENCE', 'DEAD_AIR']
const RECOVERIES: readonly ShowEvent['type'][] = ['SOURCE_RECOVERED', 'SOUND_BACK']

const REASONS: Record<NonNullable<Broadcast['endReason']>, string> = {
  ENDED_BY_DJ: 'Ended by the DJ',
  ENDED_BY_STAFF: 'Ended by staff',
  SOURCE_LOST: "Ended: the DJ's sound did not come back",
}

/** Planned, started, ended and what happened between, in the order of time. What has no event is told by the show. */
export function timelineOf(broadcast: Broadcast, events: readonly ShowEvent[]): TimelineEntry[] {
  const all = withEnds(broadcast, events).toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
  const planned = {
    at: fromStationTime(broadcast.scheduledStart),
    words: 'Scheduled to start',
    isProblem: false,
  }
  const ends = all
    .filter(({ type }) => type === 'STARTED' || type === 'ENDED')
    .map(({ type, at }) => ({ at: new Date(at), words: endWords(type, broadcast), isProblem: false }))
  return [planned, ...ends, ...outagesOf(all)].toSorted((a, b) => a.at.getTime() - b.at.getTime())
}

/** Each time that listeners had no sound as one line, whatever was noted of it. */
function outagesOf(events: readonly ShowEvent[]): TimelineEntry[] {
  const outages: TimelineEntry[] = []
  let noted: ShowEvent[] = []
  const close = () => {
    if (noted.length > 0) outages.push(outageOf(noted))
    noted = []
  }
  for (const event of events) {
    const isOver = noted.some(({ type }) => RECOVERIES.includes(type))
    if (PROBLEMS.includes(event.type)) {
      // Dead air after a return belongs to the silence that was there before it.
      if (isOver && !(event.type === 'DEAD_AIR' && isStillSilent(noted))) close()
      noted.push(event)
    } else if (noted.length > 0) noted.push(event)
    if (event.type === 'ENDED') close()
  }
  close()
  return outages
}

function isStillSilent(noted: readonly ShowEvent[]): boolean {
  const has = (sought: ShowEvent['type']) => noted.some(({ type }) => type === sought)
  return has('SILENCE') && !has('SOUND_BACK')
}

function outageOf(noted: readonly ShowEvent[]): TimelineEntry {
  const at = new Date(noted[0]?.at ?? 0)
  const back = noted.findLast(({ type }) => RECOVERIES.includes(type))
  const what = noted.some(({ type }) => type === 'SOURCE_LOST') ? 'Sound lost' : 'Silence'
  const isEnd = noted.at(-1)?.type === 'ENDED'
  const long = back
    ? ` for ${lastedWords(Date.parse(back.at) - at.getTime())}`
    : isEnd
      ? ' until the end'
      : ''
  return { at, words: `${what}${long}`, isProblem: true }
}

/** `21 s`, `1 min 05 s`, `12 min`. */
function lastedWords(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / SECOND_MS))
  if (seconds < 60) return `${seconds} s`
  const rest = seconds % 60
  const minutes = `${Math.floor(seconds / 60)} min`
  return seconds >= 600 || rest === 0 ? minutes : `${minutes} ${String(rest).padStart(2, '0')} s`
}

function withEnds({ actualStart, actualEnd }: Broadcast, events: readonly ShowEvent[]): ShowEvent[] {
  const has = (type: ShowEvent['type']) => events.some((event) => event.type === type)
  return [
    ...(actualStart && !has('STARTED') ? [{ type: 'STARTED', at: actualStart } as const] : []),
    ...events,
    ...(actualEnd && !has('ENDED') ? [{ type: 'ENDED', at: actualEnd } as const] : []),
  ]
}

function endWords(type: ShowEvent['type'], broadcast: Broadcast): string {
  const { endReason, ending } = broadcast
  if (type === 'STARTED') return 'On air'
  if (!endReason) return 'Ended'
  const staff = endReason === 'ENDED_BY_STAFF' ? endedByWords(broadcast) : null
  if (!staff) return REASONS[endReason]
  return ending?.reason ? `Ended by ${staff}: ${ending.reason}` : `Ended by ${staff}`
}

/** When listeners had no sound, in ms since 1970. */
export function troublesOf(events: readonly ShowEvent[]): number[] {
  return events.filter(({ type }) => PROBLEMS.includes(type)).map(({ at }) => Date.parse(at))
}
