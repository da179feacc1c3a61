import { CHAT_TIMEOUT_MINUTES } from '@carillon/contract/chat/schemas'
import { MINUTE_MS, SECOND_MS } from '@carillon/contract/durations'
import { type QueryExecutorProvider, sql } from 'kysely'
import { AppError } from '../kernel/app-error.ts'

/** One that ends further ahead is from before the clock was set back, and counts no more. */
export const LONGEST_TIMEOUT_MS = 2 * CHAT_TIMEOUT_MINUTES * MINUTE_MS

/** Until when the person is in a timeout; null when they are in none. */
export async function findTimeout(
  db: QueryExecutorProvider,
  personId: number,
  nowMs: number,
): Promise<Date | null> {
  const { rows } = await sql<{ until: Date }>`
    SELECT until FROM chat_timeouts WHERE user_id = ${personId}`.execute(db)
  const until = rows[0]?.until
  return until && isRunning(until, nowMs) ? until : null
}

/** Throws TIMED_OUT with the seconds left for a person in a timeout. */
export async function requireNoTimeout(
  db: QueryExecutorProvider,
  personId: number,
  nowMs: number,
): Promise<void> {
  refuseUntil(await findTimeout(db, personId, nowMs), nowMs)
}

/** Throws TIMED_OUT with the seconds left until the end of a timeout, if that is still to come. */
export function refuseUntil(until: Date | null, nowMs: number): void {
  if (!until || !isRunning(until, nowMs)) return
  const retryAfterSeconds = Math.ceil((until.getTime() - nowMs) / SECOND_MS)
  throw new AppError('TIMED_OUT', { message: sentenceOf(retryAfterSeconds), retryAfterSeconds })
}

/** Whether a timeout runs. */
function isRunning(until: Date, nowMs: number): boolean {
  const leftMs = until.getTime() - nowMs
  return leftMs > 0 && leftMs <= LONGEST_TIMEOUT_MS
}

/** `You are in a timeout. You can write again in 9 min.` */
function sentenceOf(seconds: number): string {
  const left = seconds < 60 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`
  return `You are in a timeout. You can write again in ${left}.`
}
