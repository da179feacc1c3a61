import type { Logger } from 'pino'
import type { Clock } from '../../../kernel/clock.ts'
import type { Db } from '../table.ts'
import { forgetGone, noteFailed, noteTaken, type PushRecipient } from './push-store.ts'
import type { PushOutcome } from './send-push.ts'

/** Counters of pushes since the process began; `dropped` were not tried. */
export type PushCounts = Record<PushOutcome | 'dropped', number>

export type PushOutcomes = ReturnType<typeof createPushOutcomes>
type OutcomesContext = {
  db: Db
  clock: Clock
  log: Pick<Logger, 'info'>
  onError(error: unknown): void
}

/** This many are written at once: a push that is taken as always writes nothing. */
const WRITTEN_AT_ONCE = 100

/** Counts what becomes of pushes, and keeps of it what the next ones are to know. */
export function createPushOutcomes({ db, clock, log, onError }: OutcomesContext) {
  const counts: PushCounts = { sent: 0, gone: 0, refused: 0, unreachable: 0, dropped: 0 }
  const taken: PushRecipient[] = []
  const failed: PushRecipient[] = []
  const gone: PushRecipient[] = []
  let flushing: Promise<void> = Promise.resolve()

  async function write(): Promise<void> {
    const now = new Date(clock.now())
    const [fresh, forgotten, missed] = [taken.splice(0), gone.splice(0), failed.splice(0)]
    if (fresh.length > 0) await noteTaken(db, idsOf(fresh), now)
    if (forgotten.length > 0) await forgetGone(db, forgotten)
    if (missed.length > 0) await noteFailed(db, idsOf(missed), now)
    if (missed.length + forgotten.length > 0)
      log.info({ failed: missed.length, gone: forgotten.length }, 'some pushes did not arrive')
  }

  function flush(): Promise<void> {
    flushing = flushing.then(write).catch(onError)
    return flushing
  }

  return {
    counts,
    drop: () => void counts.dropped++,
    /** Never rejects. */
    async note(to: PushRecipient, outcome: PushOutcome): Promise<void> {
      counts[outcome] += 1
      if (outcome === 'gone') gone.push(to)
      else if (outcome !== 'sent') failed.push(to)
      else if (!to.isProven || to.failures > 0) taken.push(to)
      if (taken.length + failed.length + gone.length >= WRITTEN_AT_ONCE) await flush()
    },
    /** Writes what has not been written yet. Never rejects, whatever `onError` is told. */
    flush,
  }
}

const idsOf = (recipients: readonly PushRecipient[]) => recipients.map(({ id }) => id)
