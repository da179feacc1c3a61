import * as calls from '@carillon/contract/analytics/endpoints'
import type { AnalyticsHealth } from '@carillon/contract/analytics/schemas'
import { localDay } from '@carillon/contract/time'
import { type Route, route } from '../../http/route.ts'
import { asking } from './asking.ts'
import { mergeSmallGroups } from './fold.ts'
import { countGroups, countUsers } from './people-store.ts'
import { periodsOf, rangeOf } from './periods.ts'
import type { AnalyticsContext } from './ports.ts'
import { type Freshness, freshnessOf } from './sample-store.ts'
import { countEngagement, countShows } from './show-store.ts'
import { summarise, summariseDays } from './summary-store.ts'

/** A minute is kept when it is over, and may have to wait for the one after it. */
const SAMPLES_LATE_MS = 3 * 60_000

/** The calls that give numbers of the whole station. */
export function numbersRoutes(context: AnalyticsContext): Route[] {
  const { clock, timeZone, stream } = context
  const { ask, now, sinceOf } = asking(context)

  return [
    route(calls.getBroadcastStats, (call) =>
      ask(call, (db) => countShows(db, { since: sinceOf(call.query), now: now() })),
    ),
    route(calls.getEngagementStats, (call) => ask(call, (db) => countEngagement(db, sinceOf(call.query)))),
    route(calls.getUserStats, (call) => ask(call, (db) => countUsers(db, periodsOf(now(), timeZone).month))),
    route(calls.getDemographics, async (call) => {
      const groups = await ask(call, (db) => countGroups(db, localDay(now(), timeZone)))
      const seesAll = call.session.person.role === 'ADMIN'
      return { ...(seesAll ? groups : mergeSmallGroups(groups)), lastUpdated: now().toISOString() }
    }),
    route(calls.getRealtimeStats, () => {
      const { broadcastLive: streamLive, icecastServer: serverStatus } = stream.health()
      const { listenerCount: currentListeners } = stream.status()
      return { currentListeners, streamLive, serverStatus, lastUpdated: now().toISOString() }
    }),
    route(calls.getSummary, async (call) => {
      const { days } = call.query
      const range = rangeOf(days, now(), timeZone)
      const summary = await ask(call, async (db) => ({
        ...(await summarise(db, range)),
        perDay: await summariseDays(db, range, timeZone),
      }))
      return { days, ...summary, lastUpdated: now().toISOString() }
    }),
    route(calls.getAnalyticsHealth, async (call) => {
      const askedMs = performance.now()
      const freshness = await ask(call, freshnessOf)
      return healthOf(freshness, performance.now() - askedMs)
    }),
  ]

  /** Numbers can be had, and what they are made of is being kept. */
  function healthOf({ sampledAt, liveSince }: Freshness, databaseMs: number): AnalyticsHealth {
    const keptUntilMs = Math.max(sampledAt?.getTime() ?? 0, liveSince?.getTime() ?? 0)
    return {
      healthy: liveSince === null || clock.now() - keptUntilMs <= SAMPLES_LATE_MS,
      databaseMs: Math.round(databaseMs * 10) / 10,
      lastSampleAt: sampledAt?.toISOString() ?? null,
      lastUpdated: now().toISOString(),
    }
  }
}
