import type { NotificationType } from '@carillon/contract/notifications/schemas'
import type { Role } from '@carillon/contract/roles'
import type { QueryExecutorProvider } from 'kysely'
import type { TableChanges } from '../../db/table-changes.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Db } from './table.ts'

/** Notice to people: everybody, those of some roles, or one person. */
export type Notice = {
  type: NotificationType
  message: string
  link: string
  announcementId: number
  audience: 'everyone' | { roles: readonly Role[] } | { userId: number }
}

/** Dependencies of announcements. */
export type AnnouncementsContext = {
  db: Db
  /** Which tables change, here and on other instances. */
  changes: TableChanges
  clock: Clock
  timeZone: string
  /** Uploads are kept below it. */
  dataDir: string
  /** Called after the commit, in the order in which things happened. */
  publish(destination: string, body: object): void
  /** Writes a notice down in the transaction of what it tells. */
  notify(trx: QueryExecutorProvider, notice: Notice): Promise<unknown>
  /** Withdraws what was told of these announcements, in the transaction that makes it untrue. */
  withdraw(trx: QueryExecutorProvider, ids: readonly number[]): Promise<void>
  /** Delivers what was written down; called after the commit. */
  deliverNotices(): void
  /** Tells what went wrong in work that nobody waits for. */
  onError(error: unknown): void
}
