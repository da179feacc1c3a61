import type { OwnInstance } from '../cluster/instance.ts'
import { createRedisLeases } from '../cluster/redis-leases.ts'
import { tellAirChanged } from '../cluster/sync-on-air.ts'
import { recordActivity } from '../db/activities.ts'
import { recordShowEvent } from '../db/shows.ts'
import type { createAnalytics } from '../features/analytics/create-analytics.ts'
import type { createBroadcasts } from '../features/broadcasts/create-broadcasts.ts'
import { writeRunningSince } from '../features/stream/cluster/media-service.ts'
import type { Bid, Instances } from '../features/stream/cluster/ports.ts'
import type { StreamContext } from '../features/stream/ports.ts'
import { createStreamTopics } from '../features/stream/topics.ts'
import type { Broker } from '../realtime/broker.ts'
import type { RaiseAlarm } from './alarm.ts'
import type { Base } from './base.ts'

type Broadcasts = ReturnType<typeof createBroadcasts>
type Analytics = ReturnType<typeof createAnalytics>

/** What the sound asks of the shows. They are made after it: looked up at each call. */
export type ShowsPort = {
  broadcasts: Pick<
    Broadcasts,
    'findOnAir' | 'findSourceBroadcast' | 'endAsSourceLost' | 'savePeak' | 'tellUpdated'
  >
  analytics: Pick<Analytics, 'saveSample' | 'recordSource'>
}

/** Whom the stream works with. */
export type StreamNeighbours = {
  own: OwnInstance
  shows(): ShowsPort
  alarm: RaiseAlarm
  publishHere: Broker['publishHere']
}

/** What the stream is given of the station, but for the recordings. */
export function streamContext(base: Base, neighbours: StreamNeighbours): Omit<StreamContext, 'onRecorded'> {
  const { alarm, publishHere, shows, own } = neighbours
  return {
    settings: base.config,
    clock: base.clock,
    now: base.now,
    log: base.logger,
    ...besideOthers(base, own),
    findOnAir: () => shows().broadcasts.findOnAir(),
    findBroadcast: (id) => shows().broadcasts.findSourceBroadcast(id),
    endBroadcast: (id) => shows().broadcasts.endAsSourceLost(id),
    savePeak: (id, peak) => shows().broadcasts.savePeak(id, peak),
    saveSample: (sample, turn) => shows().analytics.saveSample(sample, turn),
    recordSource: (event) => shows().analytics.recordSource(event),
    onStatus: createStreamTopics(publishHere),
    onSilence(event) {
      recordShowEvent(base.database.tables(), event).catch(base.onError)
      if (event.type === 'DEAD_AIR') alarm('dead air', event.broadcastId)
    },
    onRecordingFailed: (id) => alarm('recording stopped', id),
    recordFeed: (activity) => void recordFeed(base, activity).catch(base.onError),
  }
}

/** What makes this instance one of several, where it is one. */
function besideOthers({ redis, station, key, database, bus, now }: Base, { id, url }: OwnInstance) {
  if (!redis) return { instances: null }
  const instances: Instances = { id, url, key, leases: createRedisLeases<Bid>(redis, { station, key, now }) }
  return {
    instances,
    async keepRunningSince(since: Date | null) {
      await writeRunningSince(database.tables(), since)
      tellAirChanged(bus)
    },
  }
}

async function recordFeed(
  { database, clock }: Base,
  { isHeld, broadcastId, userId }: Parameters<StreamContext['recordFeed']>[0],
): Promise<void> {
  const activityType = isHeld ? 'STREAM_STOP' : 'STREAM_START'
  const description = `Feed of broadcast ${broadcastId} ${isHeld ? 'held' : 'opened'}`
  await recordActivity(database.tables(), { activityType, description, userId }, new Date(clock.now()))
}
