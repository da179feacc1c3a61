import { AppError } from '../kernel/app-error.ts'
import { Undecided } from '../kernel/undecided.ts'
import { databaseFault } from './failures.ts'
import { CallerLeft } from './with-cancellation.ts'

/** Maps a failure of the database to its meaning for a caller; null for any other error. */
export function mapDatabaseError(error: unknown): AppError | null {
  if (error instanceof CallerLeft) return new AppError('CALLER_LEFT')
  // What may be done is neither confirmed nor denied.
  if (error instanceof Undecided) return new AppError('DATABASE_AWAY')
  const fault = databaseFault(error)
  if (fault === 'AWAY') return new AppError('DATABASE_AWAY')
  return fault === 'UNSTORABLE' ? new AppError('INVALID_INPUT') : null
}
