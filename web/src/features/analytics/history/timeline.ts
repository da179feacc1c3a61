import type { ShowEvent } from '@carillon/contract/analytics'
import type { Broadcast } from '@carillon/contract/broadcasts'
import { fromStationTime } from '../../../lib/station-time.ts'

/** One moment of a show, in words; `isTrouble` where listeners had no sound. */
export type Moment = { at: Date; words: string; isTrouble: boolean }

const EVENTS: Record<ShowEvent['type'], { words: string; isTrouble?: boolean }> = {
  STARTED: { words: 'On air' },
  SOURCE_LOST: { words: "The DJ's sound was lost", isTrouble: true },
  SOURCE_RECOVERED: { words: "The DJ's sound came back" },
  SILENCE: { words: 'Silence', isTrouble: true },
  DEAD_AIR: { words: 'Dead air', isTrouble: true },
  SOUND_BACK: { words: 'Sound again' },
  ENDED: { words: 'Ended' },
}

const REASONS: Record<NonNullable<Broadcast['endReason']>, string> = {
  ENDED_BY_DJ: 'Ended by the DJ',
  ENDED_BY_STAFF: 'Ended by staff',
  SOURCE_LOST: "Ended: the DJ's sound did not come back",
}

/** Planned, started, ended and what happened between, in the order of time. What has no event is told by the show. */
export function timelineOf(broadcast: Broadcast, events: readonly ShowEvent[]): Moment[] {
  const told = withEnds(broadcast, events).map(({ type, at }) => ({
    at: new Date(at),
    words: wordsOf(type, broadcast),
    isTrouble: EVENTS[type].isTrouble === true,
  }))
  const planned = {
    at: fromStationTime(broadcast.scheduledStart),
    words: 'Scheduled to start',
    isTrouble: false,
  }
  return [planned, ...told].toSorted((a, b) => a.at.getTime() - b.at.getTime())
}

function withEnds({ actualStart, actualEnd }: Broadcast, events: readonly ShowEvent[]): ShowEvent[] {
  const has = (type: ShowEvent['type']) => events.some((event) => event.type === type)
  return [
    ...(actualStart && !has('STARTED') ? [{ type: 'STARTED', at: actualStart } as const] : []),
    ...events,
    ...(actualEnd && !has('ENDED') ? [{ type: 'ENDED', at: actualEnd } as const] : []),
  ]
}

function wordsOf(type: ShowEvent['type'], { endReason }: Broadcast): string {
  return type === 'ENDED' && endReason ? REASONS[endReason] : EVENTS[type].words
}

/** When listeners had no sound, in ms since 1970. */
export function troublesOf(events: readonly ShowEvent[]): number[] {
  return events.filter(({ type }) => EVENTS[type].isTrouble).map(({ at }) => Date.parse(at))
}
