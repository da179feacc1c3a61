import type { ActivityType } from '@carillon/contract/audit'
import type { Kysely } from 'kysely'

/** Table `activities`: the audit log, never purged. */
type ActivitiesTable = {
  id: number
  activity_type: ActivityType
  description: string
  user_id: number | null
  about_id: number | null
  created_at: Date
}

/** Columns of the people that are read. */
type PeopleColumns = { id: number; email: string; firstname: string; lastname: string }

/** The tables that this feature reads; it writes none. */
export type AnalyticsTables = { activities: ActivitiesTable; users: PeopleColumns }
export type Db = Kysely<AnalyticsTables>
