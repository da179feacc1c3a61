import type { Person } from '@carillon/contract/roles'
import { AppError } from '../../kernel/app-error.ts'
import { type Db, findUser } from './store.ts'
import type { UserRow } from './table.ts'

/**
 * The account, for who may see it: its owner and staff. Throws NOT_FOUND: to everybody else a foreign account is as
 * unknown as one that does not exist.
 */
export async function findVisible(db: Db, actor: Person, id: number): Promise<UserRow> {
  const maySee = actor.id === id || actor.role === 'MODERATOR' || actor.role === 'ADMIN'
  const user = maySee ? await findUser(db, id) : undefined
  if (!user) throw new AppError('NOT_FOUND')
  return user
}

/** The account, for who may change what it says: its owner and administrators. Throws NOT_FOUND, FORBIDDEN. */
export async function findEditable(db: Db, actor: Person, id: number): Promise<UserRow> {
  const user = await findVisible(db, actor, id)
  if (actor.id !== id && actor.role !== 'ADMIN') throw new AppError('FORBIDDEN')
  return user
}

/** The account of somebody else that `may` lets this person act on. Throws NOT_FOUND, FORBIDDEN. */
export async function findOther(
  db: Db,
  actor: Person,
  { id, may }: { id: number; may: (actor: Person, user: UserRow) => boolean },
): Promise<UserRow> {
  const user = await findVisible(db, actor, id)
  requireOther(actor, user)
  if (!may(actor, user)) throw new AppError('FORBIDDEN')
  return user
}

/** Throws FORBIDDEN for one's own account. */
export function requireOther(actor: { id: number }, user: { id: number }): void {
  if (user.id === actor.id) throw new AppError('FORBIDDEN', { message: 'You can’t do this to yourself.' })
}

/** The account, for its owner alone. Throws NOT_FOUND, FORBIDDEN. */
export async function findOwn(db: Db, actor: Person, id: number): Promise<UserRow> {
  const user = await findVisible(db, actor, id)
  if (actor.id !== id) throw new AppError('FORBIDDEN')
  return user
}
