import type { Person } from '@carillon/contract/roles'
import type { LogEntry } from '../chat-log.ts'

/** Whether somebody may be banned, or why not. */
export type BanRight = { allowed: true } | { allowed: false; reason: string }

/** Commands of a message. Give the same functions each time: rows are drawn again for others. */
export type MessageOrders = {
  onRemove(message: LogEntry): void
  onRemoveNow(message: LogEntry): void
  onKeep(message: LogEntry): void
  onBan(author: Person): void
  banRightOf(author: Person): BanRight
  /** Asks for a timeout; only listeners have them. */
  onTimeout(author: Person): void
}
