import type { Person } from '@carillon/contract/roles'
import type { Session } from '../../http/session.ts'

/** Interval after which a connection ends whose session ran out. */
const CHECK_EVERY_MS = 60_000
/** Of several instances, another may have ended it, and the message about it may be lost. */
export const CHECK_BESIDE_OTHERS_EVERY_MS = 5_000

/** Dependencies of the check for expired sessions. */
export type ExpiryOptions = {
  hasOthers: boolean
  /** Whose sources are on the air here, as they were when they connected. */
  sourcePeople(): readonly Person[]
  /** Finds a person as they are now; null for nobody, and for anyone who is banned. */
  findPerson(id: number): Promise<Pick<Person, 'role'> | null>
  /** Closes the programs whose password is gone. */
  closeWithdrawn(): Promise<void>
  /** The sessions of those who are connected. */
  sessionIds(): readonly number[]
  /** Which of these are no more. */
  endedAmong(ids: readonly number[]): Promise<number[]>
  findOnAir(): Promise<{ createdById: number; startedById: number | null }[]>
  endSessions(isMeant: (session: Session) => boolean, reason: string): void
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
  const { sessionIds, endedAmong, findOnAir, endSessions } = options
  if (options.hasOthers) {
    await endRevokedSources(options)
    await options.closeWithdrawn()
  }
  const ids = sessionIds()
  const ended = new Set(ids.length === 0 ? [] : await endedAmong(ids))
  if (ended.size === 0) return
  const shows = await findOnAir()
  const isOnAir = (personId: number) =>
    shows.some(({ createdById, startedById }) => personId === createdById || personId === startedById)
  endSessions(({ id, person }) => ended.has(id) && !isOnAir(person.id), 'Session expired')
}

/**
 * Ends sources of people who were banned, or got another role, on another instance while its messages were lost. What
 * ends is remembered for a while: anyone who comes back in the role they have now is not meant.
 */
async function endRevokedSources({ sourcePeople, findPerson, endSessions }: ExpiryOptions): Promise<void> {
  for (const { id, role } of sourcePeople()) {
    const now = await findPerson(id)
    if (now?.role === role) continue
    const isMeant = ({ person }: Session) => person.id === id && person.role !== now?.role
    endSessions(isMeant, now ? 'Role changed' : 'Session revoked')
  }
}
