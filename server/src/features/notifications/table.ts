import type { NotificationType } from '@carillon/contract/notifications/schemas'
import type { Role } from '@carillon/contract/roles'
import type { Kysely, QueryExecutorProvider } from 'kysely'

/** The connection; what this feature asks is written in SQL, since who sees what is a matter of four tables. */
export type Db = Kysely<unknown>
/** A connection or a transaction of anyone who tells something. */
export type Executor = QueryExecutorProvider

/** Recipients of a notification: those who have an account when it is written. */
export type Audience = 'everyone' | { roles: readonly Role[] } | { userId: number }

/** Something that people are to be told. */
export type NewNotification = {
  type: NotificationType
  /** Longer than 500 characters, it is shortened. */
  message: string
  /** A path of the station. */
  link: string | null
  announcementId?: number
  audience: Audience
  /** Names what happened: the second of the same name is not written. */
  dedupeKey?: string
  /** People who did it themselves: it is in their list as read. */
  knownTo?: readonly number[]
  /** Sender of one sent by hand. */
  sentBy?: number
}

/** A row of table `notifications`; migration 0012. */
export type NotificationRow = {
  id: number
  type: NotificationType
  message: string
  link: string | null
  announcement_id: number | null
  user_id: number | null
  created_at: Date
}

/** A notification as one person has it. */
export type OwnNotification = NotificationRow & { is_read: boolean }
