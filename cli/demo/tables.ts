import type { ActivityType } from '@carillon/contract/audit'
import type { Database } from '../../server/src/db/connect.ts'
import type { AnnouncementTables } from '../../server/src/features/announcements/table.ts'
import type { AuthTables } from '../../server/src/features/auth/table.ts'
import type { BroadcastTables } from '../../server/src/features/broadcasts/table.ts'
import type { ChatTables } from '../../server/src/features/chat/table.ts'
import type { PlayTables } from '../../server/src/features/plays/table.ts'
import type { PollTables } from '../../server/src/features/polls/table.ts'
import type { SongRequestTables } from '../../server/src/features/song-requests/table.ts'

/** A line of the audit log. */
export type ActivityRow = {
  activity_type: ActivityType
  description: string
  user_id: number | null
  created_at: Date
}
type SampleRow = {
  broadcast_id: number
  minute: Date
  instance: string
  listeners: number
  peak: number
  listening_seconds: number
  arrivals: number
}
type RoomTables = Omit<
  AnnouncementTables & ChatTables & PlayTables & PollTables & SongRequestTables,
  'broadcasts' | 'users'
>
/** The database, typed by the tables that the demonstration fills. */
export const tablesOf = (database: Database) =>
  database.tables<
    AuthTables & BroadcastTables & RoomTables & { activities: ActivityRow; listener_samples: SampleRow }
  >()
export type DemoDb = ReturnType<typeof tablesOf>
