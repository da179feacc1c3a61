import * as calls from '@carillon/contract/auth'
import { toPage } from '@carillon/contract/page'
import { AppError } from '../../http/app-error.ts'
import { type Route, route } from '../../http/route.ts'
import type { Attempts } from './attempts.ts'
import { clearSessionCookie, setSessionCookie } from './cookie.ts'
import type { AuthContext } from './ports.ts'
import { presentUser } from './present.ts'
import { signIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'
import { signUp } from './sign-up.ts'
import { findUser, listUsers } from './store.ts'
import { ban, changeRole, unban } from './supervise.ts'
import type { UserRow } from './table.ts'

/** Every call of the accounts. */
export function authRoutes(context: AuthContext, attempts: Attempts): Route[] {
  const { db, clock, timeZone, publicUrl, events } = context
  const now = () => new Date(clock.now())
  const present = (row: UserRow) => presentUser(row, now())
  return [
    route(calls.login, async ({ body, request, reply }) => {
      const { token, user } = await signIn(
        { db, clock, attempts, timeZone },
        { ...body, address: request.ip },
      )
      setSessionCookie({ request, reply, publicUrl }, token, body.remember)
      return { user: present(user), token }
    }),
    route(calls.logout, async ({ session, request, reply }) => {
      clearSessionCookie({ request, reply, publicUrl })
      if (!session) return { signedOut: true as const }
      await signOut(db, session, now())
      events.onSessionEnded(session.id)
      return { signedOut: true as const }
    }),
    route(calls.register, async ({ body }) => present(await signUp({ db, clock, timeZone }, body))),
    route(calls.me, async ({ session }) => {
      const user = await findUser(db, session.person.id)
      if (!user) throw new AppError('NOT_SIGNED_IN')
      return present(user)
    }),
    route(calls.listUsers, async ({ query }) => {
      const { rows, total } = await listUsers(db, query)
      return toPage(rows.map(present), query, total)
    }),
    route(calls.changeRole, async ({ params, query, session }) => {
      const order = { actor: session.person, userId: params.id, role: query.newRole }
      const { user, hasChanged } = await changeRole(db, now(), order)
      if (hasChanged) events.onRoleChanged(user.id, user.role)
      return present(user)
    }),
    route(calls.banUser, async ({ params, body, session }) => {
      const { user } = await ban(db, now(), { actor: session.person, userId: params.id, ...body })
      events.onSessionsEnded(user.id)
      return present(user)
    }),
    route(calls.unbanUser, async ({ params, session }) => {
      const { user } = await unban(db, now(), { actor: session.person, userId: params.id })
      return present(user)
    }),
  ]
}
