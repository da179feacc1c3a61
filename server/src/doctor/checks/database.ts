import type { Check } from '../check.ts'
import { lookAtEmbedded } from './embedded-database.ts'
import { lookAtPostgres } from './postgres-database.ts'

/** The database, whichever it is. */
export const checkDatabase: Check = {
  name: 'database',
  look: (patient) => {
    const { databaseUrl } = patient.config
    return databaseUrl ? lookAtPostgres(patient, databaseUrl) : lookAtEmbedded(patient)
  },
}
