import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { idParams } from '../fields.ts'
import { pageOf, pageQuery } from '../page.ts'
import { roleSchema, STAFF } from '../roles.ts'
import {
  banBodySchema,
  createUserBodySchema,
  USERS_PAGE_SIZE,
  userFilterSchema,
  userSchema,
} from './schemas.ts'

export const createUser = endpoint({
  method: 'POST',
  path: '/api/auth/users',
  summary: 'Create an account of any role',
  access: ['ADMIN'],
  status: 201,
  body: createUserBodySchema,
  reply: userSchema,
  refusals: ['EMAIL_TAKEN'],
})

export const listUsersByRole = endpoint({
  method: 'GET',
  path: '/api/auth/by-role/:role',
  summary: 'The newest 1000 accounts of a role; the paged list has them all',
  access: STAFF,
  status: 200,
  params: z.object({ role: roleSchema }),
  reply: z.array(userSchema),
})

export const listUsers = endpoint({
  method: 'GET',
  path: '/api/auth/paged',
  summary: 'Accounts, newest first; narrowed by words, role and status',
  access: STAFF,
  status: 200,
  query: z.extend(pageQuery(USERS_PAGE_SIZE), userFilterSchema.shape),
  reply: pageOf(userSchema),
})

export const changeRole = endpoint({
  method: 'PUT',
  path: '/api/auth/:id/role',
  summary: 'Change the role of an account; never your own, never the last administrator',
  access: ['ADMIN'],
  status: 200,
  params: idParams,
  query: z.object({ newRole: roleSchema }),
  reply: userSchema,
})

export const changeRoleByActor = endpoint({
  method: 'PUT',
  path: '/api/auth/:id/role/by-actor',
  summary: 'Change a role within what the caller may give: moderators make listeners DJs and DJs listeners',
  access: STAFF,
  status: 200,
  params: idParams,
  query: z.object({ newRole: roleSchema }),
  reply: userSchema,
})

export const banUser = endpoint({
  method: 'POST',
  path: '/api/auth/:id/ban',
  summary: 'Ban an account: its sessions and sockets end at once',
  access: STAFF,
  status: 200,
  params: idParams,
  body: banBodySchema,
  reply: userSchema,
})

export const unbanUser = endpoint({
  method: 'POST',
  path: '/api/auth/:id/unban',
  summary: 'Lift the ban of an account',
  access: STAFF,
  status: 200,
  params: idParams,
  reply: userSchema,
})

// Apart from the account's own calls, which every visit loads.
export const peopleEndpoints = {
  createUser,
  listUsersByRole,
  listUsers,
  changeRole,
  changeRoleByActor,
  banUser,
  unbanUser,
}
