import { setTimeout as delay } from 'node:timers/promises'
import { recordActivity } from '../../db/activities.ts'
import { AppError } from '../../kernel/app-error.ts'
import { createSemaphore, type Semaphore } from '../../kernel/semaphore.ts'
import { isCode, readCode } from './code.ts'
import { takeTry } from './code-store.ts'
import { type Db, lockUser, updateUser } from './store.ts'

/** Longer than a try takes: an account that has a code writes, an unknown e-mail does not, and nobody is to see it. */
const ANSWER_AFTER_MS = 200

/** This many look at codes at once: a storm of guesses leaves connections to the rest of the station. */
export const CODE_SEMAPHORE = { maxAtWork: 2, maxWaiting: 200 }

/** Creates the semaphore of code checks: ten thousand guesses must not take the database. */
export function createCodeSemaphore(): Semaphore {
  return createSemaphore(CODE_SEMAPHORE)
}

/**
 * Marks the account of an e-mail as verified for who knows its code. Asked again, it is done as long as the code lasts.
 * Throws CODE_REFUSED, the same words after the same time for a wrong code, a dead one and an unknown e-mail.
 */
export async function verifyEmail(
  { db, now, semaphore }: { db: Db; now: Date; semaphore: Semaphore },
  guess: { email: string; code: string },
): Promise<void> {
  const work = semaphore.run(() => tryCode(db, now, guess))
  const [outcome] = await Promise.allSettled([work, delay(ANSWER_AFTER_MS)])
  if (outcome.status === 'rejected') throw outcome.reason
  if (!outcome.value) throw new AppError('CODE_REFUSED')
}

async function tryCode(db: Db, now: Date, guess: { email: string; code: string }): Promise<boolean> {
  const code = readCode(guess.code)
  const taken = code ? await takeTry(db, guess.email, now) : undefined
  if (!code || !taken || !isCode(code, taken)) return false
  await markVerified(db, now, taken.user_id)
  return true
}

async function markVerified(db: Db, now: Date, userId: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const user = await lockUser(trx, userId)
    if (!user || user.verified) return
    await updateUser(trx, userId, { verified: true })
    const description = `${user.email} verified`
    await recordActivity(trx, { activityType: 'EMAIL_VERIFY', description, userId }, now)
  })
}
