import type { ShowEvent } from '@carillon/contract/analytics/schemas'
import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import { endedByWords } from '../../../lib/ending-words.ts'
import { fromStationTime } from '../../../lib/station-time.ts'

/** One moment of a show, in words; `isTrouble` where listeners had no sound. */
export type TimelineEntry = { at: Date; words: string; isProblem: boolean }

const EVENTS: Record<ShowEvent['type'], { words: string; isProblem?: boolean }> = {
  STARTED: { words: 'On air' },
  SOURCE_LOST: { words: "The DJ's sound was lost", isProblem: true },
  SOURCE_RECOVERED: { words: "The DJ's sound came back" },
  SILENCE: { words: 'Silence', isProblem: true },
  DEAD_AIR: { words: 'Dead air', isProblem: true },
  SOUND_BACK: { words: 'Sound again' },
  ENDED: { words: 'Ended' },
}

const REASONS: Record<NonNullable<Broadcast['endReason']>, string> = {
  ENDED_BY_DJ: 'Ended by the DJ',
  ENDED_BY_STAFF: 'Ended by staff',
  SOURCE_LOST: "Ended: the DJ's sound did not come back",
}

/** Planned, started, ended and what happened between, in the order of time. What has no event is told by the show. */
export function timelineOf(broadcast: Broadcast, events: readonly ShowEvent[]): TimelineEntry[] {
  const eventEntries = withEnds(broadcast, events).map(({ type, at }) => ({
    at: new Date(at),
    words: wordsOf(type, broadcast),
    isProblem: EVENTS[type].isProblem === true,
  }))
  const planned = {
    at: fromStationTime(broadcast.scheduledStart),
    words: 'Scheduled to start',
    isProblem: false,
  }
  return [planned, ...eventEntries].toSorted((a, b) => a.at.getTime() - b.at.getTime())
}

function withEnds({ actualStart, actualEnd }: Broadcast, events: readonly ShowEvent[]): ShowEvent[] {
  const has = (type: ShowEvent['type']) => events.some((event) => event.type === type)
  return [
    ...(actualStart && !has('STARTED') ? [{ type: 'STARTED', at: actualStart } as const] : []),
    ...events,
    ...(actualEnd && !has('ENDED') ? [{ type: 'ENDED', at: actualEnd } as const] : []),
  ]
}

function wordsOf(type: ShowEvent['type'], broadcast: Broadcast): string {
  const { endReason, ending } = broadcast
  if (type !== 'ENDED' || !endReason) return EVENTS[type].words
  const staff = endReason === 'ENDED_BY_STAFF' ? endedByWords(broadcast) : null
  if (!staff) return REASONS[endReason]
  return ending?.reason ? `Ended by ${staff}: ${ending.reason}` : `Ended by ${staff}`
}

/** When listeners had no sound, in ms since 1970. */
export function troublesOf(events: readonly ShowEvent[]): number[] {
  return events.filter(({ type }) => EVENTS[type].isProblem).map(({ at }) => Date.parse(at))
}
