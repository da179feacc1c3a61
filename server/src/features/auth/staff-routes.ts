import { resetPasswordFor } from '@carillon/contract/auth/password-reset'
import * as calls from '@carillon/contract/auth/people-endpoints'
import { toPage } from '@carillon/contract/page'
import { canBan, canChangeRole, canResetPassword } from '@carillon/contract/policies'
import type { Person } from '@carillon/contract/roles'
import { type Route, route } from '../../http/route.ts'
import type { Session } from '../../http/session.ts'
import { findOther } from './access.ts'
import { banMessage } from './ban.ts'
import { listUsers, listUsersByRole } from './directory.ts'
import { OTHER_USER_NAMES } from './other-names.ts'
import type { AuthContext } from './ports.ts'
import { presentUser } from './present.ts'
import { resetPasswordOf } from './reset-password-of.ts'
import { createUser } from './sign-up.ts'
import { ban, type Change, changeRole, unban } from './supervise.ts'
import type { UserRow } from './table.ts'

/** The calls that staff make about others. */
export function staffRoutes(context: AuthContext): Route[] {
  const { db, clock, events, timeZone } = context
  const now = () => new Date(clock.now())
  const present = (row: UserRow) => presentUser(row, now())
  const presentRole = async ({ user, hasChanged }: Change) => {
    if (hasChanged) await events.onRoleChanged(user.id, user.role)
    return present(user)
  }
  const load =
    (may: (actor: Person, user: UserRow) => boolean) =>
    ({ session, params }: { session: Session; params: { id: number } }) =>
      findOther(db, session.person, { id: params.id, may })
  return [
    route(calls.listUsers, async ({ query }) => {
      const { rows, total } = await listUsers(db, query, now())
      return toPage(rows.map(present), { page: query.page, size: query.size }, total)
    }),
    route(calls.listUsersByRole, async ({ params }) => (await listUsersByRole(db, params.role)).map(present)),
    route(calls.createUser, {
      otherNames: OTHER_USER_NAMES,
      handle: async ({ body, session }) => present(await createUser(context, body, session.person)),
    }),
    ...[calls.changeRole, calls.changeRoleByActor].map((call) =>
      route(call, {
        load: load(canChangeRole),
        handle: async ({ params, query, session }) => {
          const order = { actor: session.person, userId: params.id, role: query.newRole }
          return await presentRole(await changeRole(db, now(), order))
        },
      }),
    ),
    route(calls.banUser, {
      load: load(canBan),
      handle: async ({ params, body, session }) => {
        const { removeMessages, ...term } = body
        const { user } = await ban(db, now(), { actor: session.person, userId: params.id, ...term })
        await events.onSessionsEnded(user.id, banMessage(user, timeZone))
        if (removeMessages) await context.removeMessages(session.person, user.id)
        return present(user)
      },
    }),
    route(calls.unbanUser, {
      load: load(canBan),
      handle: async ({ params, session }) => {
        const { user } = await unban(db, now(), { actor: session.person, userId: params.id })
        return present(user)
      },
    }),
    route(resetPasswordFor, {
      load: load(canResetPassword),
      handle: async ({ params, session }) => {
        const handed = await resetPasswordOf(context, session.person, params.id)
        await events.onPasswordReset(params.id)
        return handed
      },
    }),
  ]
}
