import type { ShowEvent } from '@carillon/contract/analytics/schemas'
import { type BroadcastMark, MAX_BROADCAST_MARKS } from '@carillon/contract/broadcasts/marks'
import { listSourceEvents } from '../../db/shows.ts'
import { findBroadcast } from './store.ts'
import type { Db, StoredBroadcast } from './table.ts'

type Marked = Pick<StoredBroadcast, 'id' | 'actualStart' | 'actualEnd' | 'tookOverFrom'>
type SourceEvent = { type: ShowEvent['type']; at: Date }

/** Marks of a broadcast: from which show it took over, and the newest losses of its sound, oldest first. */
export async function marksOf(db: Db, broadcast: Marked): Promise<BroadcastMark[]> {
  const { id, actualEnd } = broadcast
  const taken = await takenOver(db, broadcast)
  // A loss and a return are two events.
  const losses = soundLosses(await listSourceEvents(db, id, 2 * MAX_BROADCAST_MARKS), actualEnd)
  return [...taken, ...losses.slice(taken.length - MAX_BROADCAST_MARKS)]
}

/** Times without the DJ's sound, from events in their order; what is open ends with the show. */
export function soundLosses(events: readonly SourceEvent[], end: Date | null): BroadcastMark[] {
  const losses: BroadcastMark[] = []
  let lostAt: Date | null = null
  const close = (until: Date | null) => {
    if (lostAt)
      losses.push({
        type: 'SOUND_LOST',
        at: lostAt.toISOString(),
        until: until?.toISOString() ?? null,
      })
    lostAt = null
  }
  for (const { type, at } of events) {
    if (type === 'SOURCE_LOST') lostAt ??= at
    if (type === 'SOURCE_RECOVERED') close(at)
  }
  close(end)
  return losses
}

async function takenOver(db: Db, { actualStart, tookOverFrom }: Marked): Promise<[] | [BroadcastMark]> {
  const before = tookOverFrom === null ? undefined : await findBroadcast(db, tookOverFrom)
  if (!before || before.state === 'GONE' || !actualStart) return []
  return [{ type: 'TAKEN_OVER', at: actualStart.toISOString(), title: before.title }]
}
