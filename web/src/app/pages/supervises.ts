import type { Broadcast } from '@carillon/contract/broadcasts'
import { type Person, STAFF } from '@carillon/contract/roles'

/** Whether this person supervises a show and its chat: staff, and its DJ. The station decides the same by itself. */
export function supervises(viewer: Person | null, broadcast: Broadcast | undefined): boolean {
  if (viewer === null) return false
  if (STAFF.some((role) => role === viewer.role)) return true
  const makers = [broadcast?.createdBy, broadcast?.startedBy]
  return viewer.role === 'DJ' && makers.some((maker) => maker?.id === viewer.id)
}
