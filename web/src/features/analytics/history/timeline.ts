import type { ShowEvent } from '@carillon/contract/analytics/schemas'
import { type Broadcast, DEFAULT_START_OFFSET_MS } from '@carillon/contract/broadcasts/schemas'
import { endedByWords } from '../../../lib/ending-words.ts'
import { fromStationTime } from '../../../lib/station-time.ts'
import { type Outage, outagesOf, outageWords } from './outages.ts'

/** One moment of a show, in words; `isProblem` where listeners had no sound. */
export type TimelineEntry = { at: Date; words: string; isProblem: boolean }
export type Timeline = { entries: readonly TimelineEntry[]; outages: readonly Outage[] }

const REASONS: Record<NonNullable<Broadcast['endReason']>, string> = {
  ENDED_BY_DJ: 'Ended by the DJ',
  ENDED_BY_STAFF: 'Ended by staff',
  SOURCE_LOST: "Ended: the DJ's sound never came back",
}

/**
 * Planned, started, ended, and each time without sound, in the order of time. What has no event is told by the show.
 * A show that went on air at once had no plan.
 */
export function timelineOf(broadcast: Broadcast, events: readonly ShowEvent[]): Timeline {
  const all = withEnds(broadcast, events).toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
  const outages = outagesOf(all, broadcast.actualEnd === null ? null : new Date(broadcast.actualEnd))
  const planned = startedAtOnce(broadcast)
    ? []
    : [entryOf(fromStationTime(broadcast.scheduledStart), 'Scheduled to start')]
  const ends = all
    .filter(({ type }) => type === 'STARTED' || type === 'ENDED')
    .map(({ type, at }) => entryOf(new Date(at), endWords(type, broadcast)))
  const problems = outages.map((outage) => entryOf(outage.from, outageWords(outage), true))
  return {
    entries: [...planned, ...ends, ...problems].toSorted((a, b) => a.at.getTime() - b.at.getTime()),
    outages,
  }
}

/** Without times, a show is planned a moment after it is created: one that starts before that was started at once. */
function startedAtOnce({ scheduledStart, actualStart }: Broadcast): boolean {
  if (!actualStart) return false
  const early = fromStationTime(scheduledStart).getTime() - Date.parse(actualStart)
  return early > 0 && early <= DEFAULT_START_OFFSET_MS
}

function entryOf(at: Date, words: string, isProblem = false): TimelineEntry {
  return { at, words, isProblem }
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
