import type { Person } from '@carillon/contract/roles'
import { isBanned } from './ban.ts'
import { deleteExpiredCodes } from './code-store.ts'
import { deleteOldDevices } from './devices.ts'
import { type Credentials, ensureFirstAdmin } from './first-admin.ts'
import { KeptSessions } from './kept-sessions.ts'
import type { AuthContext } from './ports.ts'
import { presentPerson } from './present.ts'
import { deleteExpiredResets } from './reset-store.ts'
import { authRoutes } from './routes.ts'
import { authenticateAll } from './sessions.ts'
import { createSharedLookups, gatherLookups } from './shared-lookups.ts'
import { staffRoutes } from './staff-routes.ts'
import { deleteExpiredSessions, findUser, listOpenSessions } from './store.ts'
import { totpRoutes } from './totp/totp-routes.ts'
import { deleteUnconfirmedSecrets } from './totp/totp-store.ts'

/** The accounts of the station: their calls, and how a token becomes a session. */
export function createAuth(context: AuthContext) {
  const { db, clock, limiter, changes, keptSessionMs: keptMs } = context
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
    /** Which of these sessions are no more, for whatever reason. */
    async endedAmong(ids: readonly number[]): Promise<number[]> {
      const open = new Set(await listOpenSessions(db, ids, new Date(clock.now())))
      return ids.filter((id) => !open.has(id))
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
