import type { Person } from '@carillon/contract/roles'
import { broadcastNameOf, recordActivity } from '../../db/activities.ts'
import type { BroadcastsContext } from './ports.ts'
import { insertBroadcast } from './store.ts'
import type { StoredBroadcast } from './table.ts'
import type { Times } from './times.ts'

/** A broadcast to come, and as what people are notified of it; null: it is announced to nobody. */
export type Planned = {
  title: string
  description: string
  times: Times
  isRecordingPublic: boolean
  eventName: 'scheduled' | 'posted' | null
}

/** Stores a broadcast with its activity and its notification, in one transaction. */
export async function planBroadcast(
  { db, clock, notifications }: BroadcastsContext,
  person: Person,
  { title, description, times, isRecordingPublic, eventName }: Planned,
): Promise<StoredBroadcast> {
  const planned = await db.transaction().execute(async (trx) => {
    const created = await insertBroadcast(trx, {
      title,
      description,
      scheduled_start: times.start,
      scheduled_end: times.end,
      unlisted: eventName === null,
      recording_public: isRecordingPublic,
      created_by: person.id,
      created_at: new Date(clock.now()),
    })
    const activity = {
      activityType: 'BROADCAST_CREATE',
      userId: person.id,
      description: `${broadcastNameOf(created)} ${eventName ? 'was scheduled' : 'was drafted'}`,
    } as const
    await recordActivity(trx, activity, new Date(clock.now()))
    if (eventName) await notifications.notify(trx, eventName, created)
    return created
  })
  notifications.deliver()
  return planned
}
