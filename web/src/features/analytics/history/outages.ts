import type { ShowEvent } from '@carillon/contract/analytics/schemas'
import { outageLength } from '../../../lib/duration.ts'

/** A time without sound: the DJ's connection was lost, or what came over it was silent. */
export type Outage = {
  from: Date
  kind: 'lost' | 'silent'
  /** Null while it lasts. */
  lengthMs: number | null
  /** The sound did not return before the show was over. */
  isToEnd: boolean
}

/** Events that begin a time without sound, and those that end it. */
const BEGINS: Partial<Record<ShowEvent['type'], Outage['kind']>> = {
  SOURCE_LOST: 'lost',
  SILENCE: 'silent',
  DEAD_AIR: 'silent',
}
const ENDS: Partial<Record<ShowEvent['type'], Outage['kind']>> = {
  SOURCE_RECOVERED: 'lost',
  SOUND_BACK: 'silent',
}

/** The times without sound of a show, which ended at `end` or goes on. Silence within a lost connection is part of it. */
export function outagesOf(events: readonly ShowEvent[], end: Date | null): Outage[] {
  const outages: Outage[] = []
  const open = new Set<Outage['kind']>()
  let from: Date | null = null
  let kind: Outage['kind'] = 'silent'
  const close = (at: Date | null, isToEnd: boolean) => {
    if (from) outages.push({ from, kind, lengthMs: at && at.getTime() - from.getTime(), isToEnd })
    from = null
    kind = 'silent'
    open.clear()
  }
  for (const { type, at } of events) {
    const [begins, ends] = [BEGINS[type], ENDS[type]]
    if (begins) {
      open.add(begins)
      from ??= new Date(at)
      if (begins === 'lost') kind = 'lost'
    }
    if (ends && open.delete(ends) && open.size === 0) close(new Date(at), false)
    if (type === 'ENDED') close(new Date(at), true)
  }
  close(end, end !== null)
  return outages
}

const KINDS: Record<Outage['kind'], string> = { lost: 'Sound lost', silent: 'Silence' }

/** `Sound lost for 21 s`, `Silence until the end`; no more than what it is while it lasts. */
export function outageWords({ kind, lengthMs, isToEnd }: Outage): string {
  if (isToEnd) return `${KINDS[kind]} until the end`
  return lengthMs === null ? KINDS[kind] : `${KINDS[kind]} for ${outageLength(lengthMs)}`
}

/** `2 outages, 1 min 5 s in all`. */
export function outageSum(outages: readonly Outage[]): string {
  if (outages.length === 0) return 'No outages'
  const count = outages.length === 1 ? '1 outage' : `${outages.length} outages`
  const totalMs = outages.reduce((sum, { lengthMs }) => sum + (lengthMs ?? 0), 0)
  return totalMs === 0 ? count : `${count}, ${outageLength(totalMs)} in all`
}
