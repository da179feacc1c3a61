import type { User } from '@carillon/contract/auth/schemas'
import { type CsvColumn, toCsv } from '../../../lib/csv.ts'
import { formatTimestamp } from '../../../lib/station-time.ts'
import { STATION_PLACE } from '../../../lib/station-zone.ts'
import { roleLabel } from '../../../session/display-name.ts'
import { banWords } from './ban-term.ts'

const COLUMNS: readonly CsvColumn<User>[] = [
  { head: 'Name', valueOf: ({ name }) => name },
  { head: 'Email', valueOf: ({ email }) => email },
  { head: 'Role', valueOf: ({ role }) => roleLabel(role) },
  { head: 'Joined', valueOf: ({ createdAt }) => createdAt },
  { head: `Joined (${STATION_PLACE})`, valueOf: ({ createdAt }) => formatTimestamp(new Date(createdAt)) },
  { head: 'Status', valueOf: statusWords },
]

/** The people in view, in the columns of the table; moments as ISO 8601 and, beside it, as the station's clock. */
export function peopleCsv(people: readonly User[]): string {
  return toCsv(people, COLUMNS)
}

/** `Active`, or `Banned until Nov 27, 2026, 3:32 PM`. */
export function statusWords(person: User): string {
  return person.banned ? `Banned ${banWords(person)}` : 'Active'
}
