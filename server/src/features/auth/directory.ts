import type { userFilterSchema } from '@carillon/contract/auth/schemas'
import type { Role } from '@carillon/contract/roles'
import type { ExpressionBuilder } from 'kysely'
import { sql } from 'kysely'
import type { z } from 'zod/mini'
import { anywhere } from '../../db/like-pattern.ts'
import type { Db } from './store.ts'
import type { AuthTables, UserRow } from './table.ts'

/** Filter of a list of accounts. */
export type UserFilter = z.output<typeof userFilterSchema>
/** A page of accounts that the filter lets through. */
export type UserPageRequest = UserFilter & { page: number; size: number }

export const MAX_BY_ROLE = 1000

/** Accounts that the filter lets through, newest first, and how many there are. */
export async function listUsers(
  db: Db,
  { page, size, ...filter }: UserPageRequest,
  now: Date,
): Promise<{ rows: UserRow[]; total: number }> {
  const matching = db.selectFrom('users').where((eb) => matches(eb, filter, now))
  const { total } = await matching
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const ordered = matching.selectAll().orderBy('id', 'desc')
  const rows = await ordered
    .limit(size)
    .offset(page * size)
    .execute()
  return { rows, total }
}

/** The newest 1000 accounts of a role. */
export async function listUsersByRole(db: Db, role: Role): Promise<UserRow[]> {
  const query = db.selectFrom('users').selectAll().where('role', '=', role)
  return query.orderBy('id', 'desc').limit(MAX_BY_ROLE).execute()
}

function matches(eb: ExpressionBuilder<AuthTables, 'users'>, { q, role, status }: UserFilter, now: Date) {
  const isBanned = eb('banned', '=', true).and(
    eb.or([eb('banned_until', 'is', null), eb('banned_until', '>', now)]),
  )
  const filters = {
    q: q === '' ? null : sql<boolean>`(firstname || ' ' || lastname || ' ' || email) ILIKE ${anywhere(q)}`,
    role: role ? eb('role', '=', role) : null,
    status: status ? (status === 'BANNED' ? isBanned : eb.not(isBanned)) : null,
  }
  return eb.and(Object.values(filters).filter((condition) => condition !== null))
}
