import { getActivity } from '@carillon/contract/analytics/endpoints'
import type { ActivityReport } from '@carillon/contract/analytics/schemas'
import type { ActivityType } from '@carillon/contract/audit'
import type { Role } from '@carillon/contract/roles'
import { type Route, route } from '../../http/route.ts'
import { asking } from './asking.ts'
import { periodsOf } from './periods.ts'
import type { AnalyticsContext } from './ports.ts'
import { presentActivity } from './present.ts'
import { countActivities, listActivities } from './store.ts'
import type { Db } from './table.ts'
import { seesEmails, visibleTypes } from './visible.ts'

const NOTHING = { recentActivities: [], todayActivities: 0, weekActivities: 0, monthActivities: 0 }

/** The calls about what people did here. */
export function activityRoutes(context: AnalyticsContext): Route[] {
  const { ask, now } = asking(context)
  return [
    route(getActivity, (call) => {
      const { types, about, limit } = call.query
      const { role } = call.session.person
      return ask(call, (db) =>
        reportActivity(db, { role, types, about, limit, now: now() }, context.timeZone),
      )
    }),
  ]
}

async function reportActivity(
  db: Db,
  asked: {
    role: Role
    types: ActivityType[] | undefined
    about: number | undefined
    limit: number
    now: Date
  },
  timeZone: string,
): Promise<ActivityReport> {
  const types = visibleTypes(asked.role, asked.types)
  if (types.length === 0) return NOTHING
  const rows = await listActivities(db, { types, about: asked.about }, asked.limit)
  const { today, week, month } = await countActivities(
    db,
    { types, about: asked.about },
    periodsOf(asked.now, timeZone),
  )
  return {
    recentActivities: rows.map((row) => presentActivity(row, seesEmails(asked.role))),
    todayActivities: today,
    weekActivities: week,
    monthActivities: month,
  }
}
