import { AsyncLocalStorage } from 'node:async_hooks'
import { type Driver, PostgresDialect } from 'kysely'

/** Whether a call has committed something. */
type Watched = { hasCommitted: boolean }
/** Outcome of a call. */
type Outcome<T> = { ok: true; value: T } | { ok: false; error: unknown; hasCommitted: boolean }

const watched = new AsyncLocalStorage<Watched>()

/** PostgreSQL's dialect, which notes each commit for the call that it belongs to. */
export class WatchedDialect extends PostgresDialect {
  override createDriver(): Driver {
    const driver = super.createDriver()
    const commit = driver.commitTransaction.bind(driver)
    driver.commitTransaction = async (connection) => {
      await commit(connection)
      const call = watched.getStore()
      if (call) call.hasCommitted = true
    }
    return driver
  }
}

/**
 * Runs a call to its end and tells whether one of its transactions was committed, also when it failed afterwards. A
 * commit whose answer was lost with the connection counts as none.
 */
export async function watchCommits<T>(run: () => Promise<T>): Promise<Outcome<T>> {
  const call: Watched = { hasCommitted: false }
  try {
    return { ok: true, value: await watched.run(call, run) }
  } catch (error) {
    return { ok: false, error, hasCommitted: call.hasCommitted }
  }
}
