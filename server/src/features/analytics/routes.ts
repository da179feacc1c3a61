import { type ActivityReport, getActivity } from '@carillon/contract/analytics'
import type { ActivityType } from '@carillon/contract/auth'
import type { Role } from '@carillon/contract/roles'
import type { Clock } from '../../clock.ts'
import { type Route, route } from '../../http/route.ts'
import { periodsOf } from './periods.ts'
import { presentActivity } from './present.ts'
import { countActivities, listActivities } from './store.ts'
import type { Db } from './table.ts'
import { seesEmails, visibleTypes } from './visible.ts'

/** What analytics need of the station. */
export type AnalyticsContext = { db: Db; clock: Clock; timeZone: string }

const NOTHING = { recentActivities: [], todayActivities: 0, weekActivities: 0, monthActivities: 0 }

/** The calls about what happened here. */
export function analyticsRoutes(context: AnalyticsContext): Route[] {
  return [
    route(getActivity, ({ query, session }) =>
      reportActivity(context, { role: session.person.role, types: query.types, limit: query.limit }),
    ),
  ]
}

async function reportActivity(
  { db, clock, timeZone }: AnalyticsContext,
  { role, types: asked, limit }: { role: Role; types: ActivityType[] | undefined; limit: number },
): Promise<ActivityReport> {
  const types = visibleTypes(role, asked)
  if (types.length === 0) return NOTHING
  const rows = await listActivities(db, types, limit)
  const { today, week, month } = await countActivities(db, types, periodsOf(new Date(clock.now()), timeZone))
  return {
    recentActivities: rows.map((row) => presentActivity(row, seesEmails(role))),
    todayActivities: today,
    weekActivities: week,
    monthActivities: month,
  }
}
