import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import { DAY_MS } from '@carillon/contract/durations'
import { fromStationTime } from '../../../lib/station-time.ts'
import { formatSpan } from './durations.ts'

type Planned = Pick<Broadcast, 'id' | 'status' | 'scheduledStart' | 'scheduledEnd'>

/** "42 min left", or "3 min over". */
export function planText(endMs: number, now: number): { text: string; isOver: boolean } {
  const isOver = now >= endMs
  const span = formatSpan(Math.abs(endMs - now))
  return { text: isOver ? `${span} over` : `${span} left`, isOver }
}

/** The first other show of the next day that is not over by its plan; null without one. */
export function nextShow<T extends Planned>(upcoming: readonly T[], id: number, now: number): T | null {
  const startOf = ({ scheduledStart }: T) => fromStationTime(scheduledStart).getTime()
  const [next] = upcoming
    .filter((show) => show.id !== id && show.status === 'SCHEDULED')
    .filter((show) => fromStationTime(show.scheduledEnd).getTime() > now && startOf(show) < now + DAY_MS)
    .sort((a, b) => startOf(a) - startOf(b))
  return next ?? null
}
