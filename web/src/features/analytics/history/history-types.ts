import type { NotificationType } from '@carillon/contract/notifications/schemas'

/** Types of notifications about a broadcast, in the order of its life, and their names here. */
export const HISTORY_TYPES = {
  BROADCAST_SCHEDULED: 'Scheduled',
  BROADCAST_STARTING_SOON: 'Starting soon',
  BROADCAST_STARTED: 'Started',
  BROADCAST_ENDED: 'Ended',
  NEW_BROADCAST_POSTED: 'New broadcast',
} as const satisfies Partial<Record<NotificationType, string>>

export type HistoryType = keyof typeof HISTORY_TYPES
export type ReadType = { ok: true; value: HistoryType } | { ok: false; error: 'Invalid broadcast type' }

/** Specification, section 5: of all types of news only those of broadcasts have a history. */
export function readHistoryType(text: string): ReadType {
  return isHistoryType(text) ? { ok: true, value: text } : { ok: false, error: 'Invalid broadcast type' }
}

function isHistoryType(text: string): text is HistoryType {
  return Object.hasOwn(HISTORY_TYPES, text)
}
