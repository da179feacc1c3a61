import type { Person } from '@carillon/contract/roles'
import { isRefusal } from '../../db/failures.ts'
import { refuseUntil } from '../../db/timeouts.ts'
import { AppError } from '../../kernel/app-error.ts'
import type { FloodCooldown } from './flood-cooldown.ts'
import { secondsToWait, slowModeSentence } from './slow-mode.ts'
import { type Kept, type Said, storeMessages, type WritingRecord } from './store-messages.ts'
import type { Db, StoredMessage } from './table.ts'

/** A message that was stored, or why it was not: NOT_FOUND, NOT_LIVE, TIMED_OUT, SLOW_MODE, TOO_MANY_REQUESTS. */
export type Stored = PromiseSettledResult<StoredMessage>

type Dependencies = { db: Db; now(): Date; floodCooldown: Pick<FloodCooldown, 'refuse'> }

const UNKNOWN = new Error('The database did not say what became of a message')

/** Stores messages together, those of each show in a transaction; a failure is that of the messages it is about. */
export function createBatchStore({ db, now, floodCooldown }: Dependencies) {
  async function storeIn(showId: number, said: Said[]): Promise<Stored[]> {
    try {
      const { kept, at } = await db.transaction().execute(async (trx) => {
        // Read only now: who waited for a connection is judged by when their turn came.
        const at = now()
        return { kept: await storeMessages(trx, showId, said, at), at }
      })
      return said.map((message, place) => outcomeOf(message, kept[place], at))
    } catch (error) {
      // Nothing is stored: what one of them was refused for is none of the others' business.
      if (said.length > 1 && isRefusal(error)) return storeEach(showId, said)
      return said.map(() => rejected(error))
    }
  }

  async function storeEach(showId: number, said: Said[]): Promise<Stored[]> {
    const outcomes: Stored[] = []
    for (const message of said) outcomes.push(...(await storeIn(showId, [message])))
    return outcomes
  }

  function outcomeOf({ person, showId, content }: Said, kept: Kept | undefined, at: Date): Stored {
    if (kept?.outcome !== 'STORED') return refusalOf(person, showId, kept, at.getTime())
    const value = { id: kept.id, broadcastId: showId, content, createdAt: at, sender: person }
    return { status: 'fulfilled', value }
  }

  function refusalOf(person: Person, showId: number, kept: Kept | undefined, nowMs: number): Stored {
    if (!kept) return rejected(new AppError('NOT_FOUND'))
    if (kept.outcome === 'NOT_LIVE') return rejected(new AppError('NOT_LIVE'))
    try {
      requireMayWrite(kept, nowMs)
      floodCooldown.refuse(person, showId, kept.tenthLast, nowMs)
      return rejected(UNKNOWN)
    } catch (error) {
      return rejected(error)
    }
  }

  return async (said: readonly Said[]): Promise<Stored[]> => {
    const outcomes: Stored[] = said.map(() => rejected(UNKNOWN))
    for (const [showId, places] of Map.groupBy(said.keys(), (place) => said[place]?.showId ?? 0)) {
      const ofShow = await storeIn(
        showId,
        said.filter((message) => message.showId === showId),
      )
      for (const [at, place] of places.entries()) outcomes[place] = ofShow[at] ?? rejected(UNKNOWN)
    }
    return outcomes
  }
}

function rejected(reason: unknown): PromiseRejectedResult {
  return { status: 'rejected', reason }
}

/** Throws TIMED_OUT and SLOW_MODE. */
function requireMayWrite(record: WritingRecord, nowMs: number): void {
  const { timeoutUntil, last, slowMode, slowModeSeconds } = record
  refuseUntil(timeoutUntil, nowMs)
  const wait = secondsToWait({ isSlow: slowMode, seconds: slowModeSeconds, last }, nowMs)
  if (wait > 0) throw new AppError('SLOW_MODE', { message: slowModeSentence(wait), retryAfterSeconds: wait })
}
