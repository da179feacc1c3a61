import type { OwnInstance } from '../cluster/instance.ts'
import { tellAirChanged } from '../cluster/sync-on-air.ts'
import { createAnalytics } from '../features/analytics/create-analytics.ts'
import { createBroadcasts } from '../features/broadcasts/create-broadcasts.ts'
import type { BroadcastEvents } from '../features/broadcasts/ports.ts'
import { createBroadcastTopics } from '../features/broadcasts/topics.ts'
import type { Audience } from './audience.ts'
import type { Base } from './base.ts'
import type { People } from './people.ts'
import type { Sound } from './sound.ts'

/** Whom the shows work with. */
export type ShowsOptions = {
  people: People
  polls: Audience['polls']
  stream: Sound['stream']['stream']
  own: OwnInstance
}

export type Shows = ReturnType<typeof createShows>

/** What is planned, on air and over, and what is known of it afterwards. */
export function createShows(base: Base, { people, polls, stream, own }: ShowsOptions) {
  const { clock, database, onError } = base
  const { timeZone, stationName, publicUrl } = base.config
  const { notifications, realtime } = people
  const { publish } = realtime.broker
  const topics = createBroadcastTopics({ publish, publicUrl, timeZone, stream })
  const broadcasts = createBroadcasts({
    db: database.tables(),
    clock,
    timeZone,
    stationName,
    stream,
    events: endingPolls(topics, polls),
    news: { tell: notifications.tellBroadcast, deliver: notifications.deliver },
    publicUrl,
    onMoved: () => tellAirChanged(base.bus),
    onError,
    onUnshowable: (row) => base.damaged.report(row),
  })
  const analytics = createAnalytics({
    db: database.tables(),
    canCancel: database.kind === 'postgres',
    clock,
    timeZone,
    instance: own.id,
    stream,
    describe: broadcasts.describe,
  })
  return { broadcasts, analytics }
}

/** A show's polls end with it, after everybody knows that it has. */
function endingPolls(topics: BroadcastEvents, polls: Audience['polls']): BroadcastEvents {
  return {
    ...topics,
    onEnded(broadcast) {
      topics.onEnded(broadcast)
      void polls.onBroadcastEnded(broadcast.id)
    },
  }
}
