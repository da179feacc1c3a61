import type { StaffMessage } from '@carillon/contract/staff-line/schemas'
import type { StoredStaffMessage } from './table.ts'

/** The wire form of a message. */
export function presentStaffMessage({ createdAt, ...message }: StoredStaffMessage): StaffMessage {
  return { ...message, timestamp: createdAt.toISOString() }
}
