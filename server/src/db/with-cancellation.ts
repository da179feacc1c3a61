import { setTimeout } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'

/** A cancellation that comes before its query does nothing: so much later the next one is sent. */
const CANCEL_AGAIN_MS = 50

/** Error of a caller who left: there is nobody to answer. */
export class CallerLeft extends Error {
  override readonly name = 'CallerLeft'
}

/** For whom a query is run, and whether one that runs can be broken off: the embedded database cannot. */
export type Cancellation = { signal: AbortSignal; canCancel: boolean }

/**
 * Runs `work` on a connection for somebody who may leave: who is gone by the time there is one takes up none, and a
 * query that is under way is broken off. Throws CallerLeft then. `work` uses the connection it is given, no other.
 */
export async function withCancellation<Tables, Result>(
  db: Kysely<Tables>,
  { signal, canCancel }: Cancellation,
  work: (connection: Kysely<Tables>) => Promise<Result>,
): Promise<Result> {
  return db.connection().execute(async (connection) => {
    requireNotCancelled(signal)
    const release = canCancel ? await cancelOn(signal, db, connection) : async () => undefined
    try {
      return await work(connection)
    } catch (error) {
      requireNotCancelled(signal)
      throw error
    } finally {
      await release()
    }
  })
}

function requireNotCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw new CallerLeft()
}

/** Breaks off what the connection is at when `signal` says so. What is returned has to be awaited before it is lent on. */
async function cancelOn<Tables>(
  signal: AbortSignal,
  db: Kysely<Tables>,
  connection: Kysely<Tables>,
): Promise<() => Promise<unknown>> {
  const { rows } = await sql<{ id: number }>`SELECT pg_backend_pid() AS id`.execute(connection)
  const over = new AbortController()
  const cancelUntilOver = async () => {
    while (!over.signal.aborted) {
      await sql`SELECT pg_cancel_backend(${rows[0]?.id ?? 0})`.execute(db)
      await setTimeout(CANCEL_AGAIN_MS, undefined, { signal: over.signal })
    }
  }
  // A cancellation that came late would hit anyone who gets the connection next.
  let cancelling: Promise<unknown> = Promise.resolve()
  const cancel = () => {
    // One that fails leaves the query to run to its end: slower, and nothing else.
    cancelling = cancelUntilOver().catch(() => undefined)
  }
  requireNotCancelled(signal)
  signal.addEventListener('abort', cancel)
  return () => {
    signal.removeEventListener('abort', cancel)
    over.abort()
    return cancelling
  }
}
