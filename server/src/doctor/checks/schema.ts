import type { Database } from '../../db/connect.ts'
import { knownSteps, newestApplied } from '../../db/migrate.ts'
import { type Finding, fail, ok } from '../check.ts'

/** Whether the database is one that this program can use. `hasTables` is false before the first start. */
export async function schemaFinding(database: Database, hasTables: boolean): Promise<Finding> {
  if (!hasTables) return ok('It is empty: the first start creates the tables.')
  const [newest, known] = [await newestApplied(database), await knownSteps()]
  if (newest === known.at(-1)) return ok(`Its schema is this program's (${newest}).`)
  if (newest !== null && !known.includes(newest))
    return fail(
      `A newer program has changed it (${newest}): run that one, or restore the backup from before.`,
    )
  return ok(`The next start brings it from ${newest ?? 'nothing'} to ${known.at(-1)}: make a backup first.`)
}
