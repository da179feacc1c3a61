import {
  banUser,
  changeRole,
  changeRoleByActor,
  createUser,
  listUsers,
  unbanUser,
} from '@carillon/contract/auth/people-endpoints'
import type { User } from '@carillon/contract/auth/schemas'
import { turnTotpOffFor } from '@carillon/contract/auth/two-step'
import type { CallOf } from '@carillon/contract/endpoint'
import type { Role } from '@carillon/contract/roles'
import type { Call } from '../../../api/client.ts'
import type { BanOrder } from './ban-dialog.tsx'
import type { PeopleFilters } from './people-filters.ts'
import type { Actor } from './rights.ts'

/** Calls of the list of people. All reject with ApiError. */
export type PeopleCalls = ReturnType<typeof createPeopleCalls>

/** The calls of people's administration as this person may make them. */
export function createPeopleCalls(call: Call, actor: Actor) {
  const roleCall = actor.role === 'ADMIN' ? changeRole : changeRoleByActor
  return {
    list: ({ q, role, status, page }: PeopleFilters, signal: AbortSignal) =>
      call(listUsers, {
        query: { page, ...(q.trim() && { q: q.trim() }), ...(role && { role }), ...(status && { status }) },
        signal,
      }),
    changeRole: (id: number, newRole: Role, givenUp: AbortSignal): Promise<User> =>
      call(roleCall, { params: { id }, query: { newRole }, givenUp }),
    ban: (id: number, { term, reason, removesMessages }: BanOrder, givenUp: AbortSignal) =>
      call(banUser, {
        params: { id },
        body: { ...term, reason, ...(removesMessages && { removeMessages: true }) },
        givenUp,
      }),
    unban: (id: number, givenUp: AbortSignal) => call(unbanUser, { params: { id }, givenUp }),
    turnTotpOff: (id: number, givenUp: AbortSignal) => call(turnTotpOffFor, { params: { id }, givenUp }),
    create: (body: CallOf<typeof createUser>['body'], givenUp: AbortSignal) =>
      call(createUser, { body, givenUp }),
  }
}
