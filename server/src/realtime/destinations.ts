import { APP_DESTINATIONS, DESTINATIONS, type Destination } from '@carillon/contract/destination'
import type { Access } from '@carillon/contract/endpoint'
import { requireAccess, type Session } from '../http/session.ts'
import { AppError } from '../kernel/app-error.ts'

export type DestinationName = keyof typeof DESTINATIONS
export type AppDestinationName = keyof typeof APP_DESTINATIONS

/** A destination that was found in the contract's table; `id` is 0 where the pattern has none. */
export type Found<Name> = { name: Name; id: number; access: Access }

const MAX_ID = 2_147_483_647

const destinations = Object.entries(DESTINATIONS).map(([name, { pattern, subscribe }]) =>
  entryOf(name as DestinationName, pattern, subscribe),
)
const inlets = Object.entries(APP_DESTINATIONS).map(([name, { pattern, send }]) =>
  entryOf(name as AppDestinationName, pattern, send),
)

/** Whether a destination is for the supervisors of its broadcast alone. */
export function isSupervised(name: DestinationName): boolean {
  const destination: Destination = DESTINATIONS[name]
  return destination.isSupervised === true
}

/**
 * Finds the destination to subscribe to by its name. Throws NOT_FOUND, NOT_SIGNED_IN or FORBIDDEN: one that is not
 * listed is refused.
 */
export function requireDestination(text: string, session: Session | null): Found<DestinationName> {
  return permitted(find(destinations, text), text, session)
}

/**
 * Finds the destination to SEND to by its name. Throws NOT_FOUND, NOT_SIGNED_IN or FORBIDDEN: one that is not listed is
 * refused.
 */
export function requireAppDestination(text: string, session: Session | null): Found<AppDestinationName> {
  if (/^\/(topic|user)\//.test(text))
    throw new AppError('FORBIDDEN', { message: `Nobody may send to ${text}` })
  return permitted(find(inlets, text), text, session)
}

function entryOf<Name>(name: Name, pattern: string, access: Access) {
  return { name, access, pattern: new RegExp(`^${pattern.replace('{id}', '([1-9]\\d{0,9})')}$`) }
}

function find<Name>(entries: ReturnType<typeof entryOf<Name>>[], text: string): Found<Name> | null {
  for (const { name, access, pattern } of entries) {
    const match = pattern.exec(text)
    if (!match) continue
    const id = Number(match[1] ?? 0)
    if (id <= MAX_ID) return { name, id, access }
  }
  return null
}

function permitted<Name>(found: Found<Name> | null, text: string, session: Session | null): Found<Name> {
  if (!found) throw new AppError('NOT_FOUND', { message: `There is no destination ${text}` })
  requireAccess(found.access, session)
  return found
}
