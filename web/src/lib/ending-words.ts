import type { Broadcast } from '@carillon/contract/broadcasts/schemas'

/** `Ana Cruz (moderator)`: who of the staff ended a show; null where nobody says. */
export function endedByWords({ ending }: Pick<Broadcast, 'ending'>): string | null {
  return ending ? `${ending.by.name} (${ending.by.role.toLowerCase()})` : null
}
