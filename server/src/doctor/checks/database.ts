import { findUnfinished, RestoreUnfinished } from '../../db/swap.ts'
import { type Check, fail } from '../check.ts'
import { lookAtEmbedded } from './embedded-database.ts'
import { lookAtPostgres } from './postgres-database.ts'

/** The database, whichever it is. One that is half restored is not looked at: opening it could make another. */
export const checkDatabase: Check = {
  name: 'database',
  async look(patient) {
    const { databaseUrl, dataDir } = patient.config
    const unfinished = patient.running ? null : findUnfinished(dataDir)
    if (unfinished) return [fail(new RestoreUnfinished(unfinished).message)]
    return databaseUrl ? lookAtPostgres(patient, databaseUrl) : lookAtEmbedded(patient)
  },
}
