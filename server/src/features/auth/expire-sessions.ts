import type { Person, Role } from '@carillon/contract/roles'
import type { Session } from '../../http/session.ts'
import type { EndSessions } from './revoke-sessions.ts'

/** Interval after which a connection ends whose session ran out. */
const CHECK_EVERY_MS = 60_000
/** Of several instances, another may have ended it, and the message about it may be lost. */
export const CHECK_BESIDE_OTHERS_EVERY_MS = 5_000

/** An account as it is now; `ban` is what a banned person reads, null for one who is not. */
export type Standing = { role: Role; ban: string | null }
/** Accounts by their ids, without those that are gone, and which of the sessions asked for are open. */
export type Standings = { people: ReadonlyMap<number, Standing>; openSessions: ReadonlySet<number> }

/** Dependencies of the check for expired sessions. */
export type ExpiryOptions = {
  hasOthers: boolean
  /** Whose sources are on the air here, as they were when they connected. */
  sourcePeople(): readonly Person[]
  /** The sessions of those who are connected, as they were when they connected. */
  connected(): readonly Session[]
  /** Finds all of these as they are now, at once. */
  findStandings(asked: { people: readonly number[]; sessions: readonly number[] }): Promise<Standings>
  /** Closes the programs whose password is gone. */
  closeWithdrawn(): Promise<void>
  findOnAir(): Promise<{ createdById: number; startedById: number | null }[]>
  endSessions: EndSessions
  onError(error: unknown): void
}

/**
 * Ends connections whose session ran out while they were open: nobody tells of that. Anyone who has a show on the air is
 * left alone until it is over: a DJ who is signed out in the middle of it would take it off the air. Gives what stops it.
 */
export function watchExpiry(options: ExpiryOptions): () => void {
  const check = () => endExpired(options).catch(options.onError)
  const everyMs = options.hasOthers ? CHECK_BESIDE_OTHERS_EVERY_MS : CHECK_EVERY_MS
  const timer = setInterval(() => void check(), everyMs)
  return () => clearInterval(timer)
}

async function endExpired(options: ExpiryOptions): Promise<void> {
  const { hasOthers, findOnAir, endSessions } = options
  const sessions = options.connected()
  const people = [...options.sourcePeople(), ...sessions.map(({ person }) => person)]
  const now = await findAll(options, people, sessions)
  const revoked = hasOthers ? endRevoked(people, now.people, endSessions) : new Set()
  if (hasOthers) await options.closeWithdrawn()
  const isOver = ({ id, person }: Session) => !now.openSessions.has(id) && !revoked.has(person.id)
  const ended = new Set(sessions.filter(isOver).map(({ id }) => id))
  if (ended.size === 0) return
  const shows = await findOnAir()
  const isOnAir = (personId: number) =>
    shows.some(({ createdById, startedById }) => personId === createdById || personId === startedById)
  endSessions(({ id, person }) => ended.has(id) && !isOnAir(person.id), 'Session expired')
}

async function findAll(
  { findStandings }: ExpiryOptions,
  people: readonly Person[],
  sessions: readonly Session[],
): Promise<Standings> {
  if (people.length === 0) return { people: new Map(), openSessions: new Set() }
  const idsOf = (of: readonly { id: number }[]) => [...new Set(of.map(({ id }) => id))]
  return findStandings({ people: idsOf(people), sessions: idsOf(sessions) })
}

/**
 * Ends connections and sources of people who were banned, or got another role, on another instance while its messages
 * were lost; gives who they are. What ends is remembered for a while: anyone who comes back in the role they have now is
 * not meant.
 */
function endRevoked(
  people: readonly Person[],
  now: Standings['people'],
  endSessions: EndSessions,
): ReadonlySet<number> {
  const hasChanged = ({ id, role }: Person) => now.get(id)?.role !== role || now.get(id)?.ban !== null
  const revoked = new Set(people.filter(hasChanged).map(({ id }) => id))
  for (const id of revoked) {
    const standing = now.get(id)
    const isAllowed = standing?.ban === null
    const isMeant = ({ person }: Session) => person.id === id && !(isAllowed && person.role === standing.role)
    if (isAllowed) endSessions(isMeant, 'Role changed')
    else endSessions(isMeant, 'Session revoked', standing?.ban ?? undefined)
  }
  return revoked
}
