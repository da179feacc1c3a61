import type { AnalyticsContext } from './ports.ts'
import { listenersElsewhere } from './sample-store.ts'
import type { Db } from './table.ts'

/** Who listens to a show now: here by count, on the other instances by what each kept last. Nobody when it is null. */
export async function countListeners(
  db: Db,
  { stream, instance, clock }: Pick<AnalyticsContext, 'stream' | 'instance' | 'clock'>,
  broadcastId: number | null,
): Promise<number> {
  if (broadcastId === null) return 0
  const now = new Date(clock.now())
  const elsewhere = await listenersElsewhere(db, { broadcastId, instance, now })
  return stream.listenerCount(broadcastId) + elsewhere
}
