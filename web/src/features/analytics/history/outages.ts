import type { ShowEvent } from '@carillon/contract/analytics/schemas'

/** A time without sound: of the DJ's connection, or of a DJ who was silent. */
export type Outage = { from: Date; lengthMs: number; kind: 'lost' | 'silent' }

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

/** The times without sound of a show that was on air until `end`. Silence within a lost connection is part of it. */
export function outagesOf(events: readonly ShowEvent[], end: Date): Outage[] {
  const outages: Outage[] = []
  const open = new Set<Outage['kind']>()
  let from: Date | null = null
  let kind: Outage['kind'] = 'silent'
  const close = (at: Date) => {
    if (from) outages.push({ from, kind, lengthMs: at.getTime() - from.getTime() })
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
    if (ends && open.delete(ends) && open.size === 0) close(new Date(at))
    if (type === 'ENDED') close(new Date(at))
  }
  close(end)
  return outages
}

/** `21 s`, `1 min 5 s`: an outage is short, and its seconds count. */
export function outageLength(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1_000))
  const minutes = Math.floor(seconds / 60)
  if (minutes === 0) return `${seconds} s`
  return seconds % 60 === 0 ? `${minutes} min` : `${minutes} min ${seconds % 60} s`
}
