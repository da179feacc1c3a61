import type { AnnouncementsContext } from './ports.ts'
import type { Steps } from './steps.ts'
import { archiveExpired, claimDue } from './store.ts'

type Context = Pick<AnnouncementsContext, 'db' | 'clock' | 'onError'>

/** Archives what has expired, and publishes what is due. */
export async function carryOutDue(
  context: Context & Pick<AnnouncementsContext, 'withdraw'>,
  steps: Steps,
): Promise<void> {
  const { db, clock, withdraw } = context
  await db
    .transaction()
    .execute(async (trx) => withdraw(trx, await archiveExpired(trx, new Date(clock.now()))))
  await publishDue(context, steps)
}

/** Publishes every announcement that is due; those that fail are tried again the next time. */
async function publishDue(context: Context, steps: Steps): Promise<void> {
  const failed: number[] = []
  while (await publishNext(context, steps, failed));
}

/** Publishes the next one that is due and not in `failed`, or adds it there; false when there is none. */
async function publishNext(
  { db, clock, onError }: Context,
  steps: Steps,
  failed: number[],
): Promise<boolean> {
  let id: number | null = null
  try {
    const deliver = await db.transaction().execute(async (trx) => {
      id = await claimDue(trx, new Date(clock.now()), failed)
      return id === null ? null : (await steps.follow(trx, { id, command: 'publish', actor: null })).deliver
    })
    deliver?.()
  } catch (error) {
    if (id === null) throw error
    // The others do not wait for it; the next tick tries it again.
    failed.push(id)
    onError(error)
  }
  return id !== null
}
