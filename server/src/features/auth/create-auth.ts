import type { Person } from '@carillon/contract/roles'
import { type BanState, banMessage, isBanned } from './ban.ts'
import { deleteExpiredCodes } from './code-store.ts'
import { deleteOldDevices } from './devices.ts'
import type { Standings } from './expire-sessions.ts'
import { type Credentials, ensureFirstAdmin } from './first-admin.ts'
import { KeptSessions } from './kept-sessions.ts'
import type { AuthContext } from './ports.ts'
import { presentPerson } from './present.ts'
import { deleteExpiredResets } from './reset-store.ts'
import { authRoutes } from './routes.ts'
import { authenticateAll } from './sessions.ts'
import { createSharedLookups, gatherLookups } from './shared-lookups.ts'
import { staffRoutes } from './staff-routes.ts'
import { deleteExpiredSessions, findUser, listStandings } from './store.ts'
import { totpRoutes } from './totp/totp-routes.ts'
import { deleteUnconfirmedSecrets } from './totp/totp-store.ts'

/** The accounts of the station: their calls, and how a token becomes a session. */
export function createAuth(context: AuthContext) {
  const { db, clock, limiter, changes, timeZone, keptSessionMs: keptMs } = context
  const lookUpAll = (tokens: readonly string[]) => authenticateAll(db, clock, tokens)
  const kept = new KeptSessions({ changes, clock, keptMs, lookUpAll })
  const lookUp = createSharedLookups(gatherLookups((tokens) => kept.lookUpAll(tokens)))
  return {
    routes: [...authRoutes(context, limiter), ...totpRoutes(context, limiter), ...staffRoutes(context)],
    authenticate: async (token: string) => kept.find(token) ?? lookUp(token),
    /** Finds a person as they are now; null for nobody, and for anyone who is banned. */
    async findPerson(id: number): Promise<Person | null> {
      const user = await findUser(db, id)
      return user && !isBanned(user, new Date(clock.now())) ? presentPerson(user) : null
    },
    ensureFirstAdmin: (settings: Credentials | null) => ensureFirstAdmin(context, settings),
    /** Finds people and sessions as they are now, in one statement. */
    async findStandings(asked: {
      people: readonly number[]
      sessions: readonly number[]
    }): Promise<Standings> {
      const now = new Date(clock.now())
      const rows = await listStandings(db, asked, now)
      const banOf = (row: BanState) => (isBanned(row, now) ? banMessage(row, timeZone) : null)
      return {
        people: new Map(rows.map((row) => [row.id, { role: row.role, ban: banOf(row) }])),
        openSessions: new Set(rows.flatMap(({ session_id }) => session_id ?? [])),
      }
    },
    /** Forgets sessions, codes, devices and secrets that have run out. */
    async forgetExpired() {
      await deleteExpiredSessions(db, new Date(clock.now()))
      await deleteExpiredCodes(db, new Date(clock.now()))
      await deleteExpiredResets(db, new Date(clock.now()))
      await deleteOldDevices(db, new Date(clock.now()))
      await deleteUnconfirmedSecrets(db, new Date(clock.now()))
    },
  }
}
