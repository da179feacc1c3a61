import type { User } from '@carillon/contract/auth/schemas'
import type { Role } from '@carillon/contract/roles'

const DJ_DASHBOARD = 'the DJ dashboard'
const RECORDS = ['broadcast history', 'analytics']

/** The places of the station that a role opens beyond what every listener has. */
const PLACES: Record<Role, readonly string[]> = {
  LISTENER: [],
  DJ: [DJ_DASHBOARD, ...RECORDS],
  MODERATOR: ['the moderator dashboard', ...RECORDS],
  ADMIN: ['the admin dashboard', DJ_DASHBOARD, 'the moderator dashboard', ...RECORDS],
}

/** Consequences of a change of role for this person, sentence by sentence. */
export function consequencesOf(person: Pick<User, 'firstname' | 'role'>, role: Role): string[] {
  const name = person.firstname
  const gained = PLACES[role].filter((place) => !PLACES[person.role].includes(place))
  const lost = PLACES[person.role].filter((place) => !PLACES[role].includes(place))
  const verbs = [gained.length > 0 && `gets ${listOf(gained)}`, lost.length > 0 && `loses ${listOf(lost)}`]
  return [
    `${name} ${verbs.filter(Boolean).join(' and ')}.`,
    ...(lost.includes(DJ_DASHBOARD) ? [`If ${name} is on air, the sound stops.`] : []),
    'Takes effect immediately, in open sessions too.',
  ]
}

/** `a`, `a and b`, `a, b and c`. */
function listOf(things: readonly string[]): string {
  return things.length < 2 ? things.join() : `${things.slice(0, -1).join(', ')} and ${things.at(-1)}`
}
