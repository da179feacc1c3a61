import { canModerate } from '@carillon/contract/policies'
import type { Person } from '@carillon/contract/roles'
import { AppError } from '../../kernel/app-error.ts'
import { findSupervised } from './store.ts'
import type { Db, SupervisedShow } from './table.ts'

/** The broadcast when the person supervises it: its DJ, or staff. Else 403, and 404 for a draft of somebody else. */
export async function requireSupervised(db: Db, id: number, person: Person): Promise<SupervisedShow> {
  const show = await findSupervised(db, id)
  if (!show) throw new AppError('NOT_FOUND')
  if (canModerate(person, show)) return show
  throw new AppError(show.isUnlisted ? 'NOT_FOUND' : 'FORBIDDEN')
}
