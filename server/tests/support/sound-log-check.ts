import { SECOND_MS } from '@carillon/contract/durations'
import type { Play } from '@carillon/contract/plays/schemas'

/** An entry of the sound log that has ended, in milliseconds since 1970. */
export type Entry = Pick<Play, 'kind' | 'title' | 'listeners'> & {
  /** Title of the show, live or played again. */
  show: string | null
  startMs: number
  endMs: number
}

/** Entries of a log, oldest first; one that still sounds ends at `nowMs`. */
export const entriesOf = (log: readonly Play[], nowMs: number): Entry[] =>
  log.map(({ kind, title, listeners, broadcast, startedAt, endedAt }) => ({
    kind,
    title,
    listeners,
    show: broadcast?.title ?? null,
    startMs: Date.parse(startedAt),
    endMs: endedAt === null ? nowMs : Date.parse(endedAt),
  }))

/** Seconds, by their beginnings, in which no entry sounds. Entries in order. */
export function unloggedSeconds(entries: readonly Entry[], fromMs: number, toMs: number): number[] {
  const seconds: number[] = []
  let at = 0
  for (let second = fromMs; second < toMs; second += SECOND_MS) {
    while ((entries[at]?.endMs ?? toMs) <= second) at++
    if ((entries[at]?.startMs ?? toMs) >= second + SECOND_MS) seconds.push(second)
  }
  return seconds
}

/** Joins of entries that are off by more than `toleranceMs`; above zero something is missing, below two sound at once. */
export function badJoins(
  entries: readonly Entry[],
  toleranceMs: number,
  pauseMs: number,
): { after: string | null; at: string; offMs: number }[] {
  return entries.slice(1).flatMap(({ kind, startMs }, index) => {
    const before = entries[index] as Entry
    // A show that takes over from another follows at once.
    const expectedMs = before.kind === 'LIVE' && kind !== 'LIVE' ? pauseMs : 0
    const offMs = startMs - before.endMs - expectedMs
    const at = new Date(before.endMs).toISOString()
    return Math.abs(offMs) > toleranceMs ? [{ after: before.title ?? before.show, at, offMs }] : []
  })
}
