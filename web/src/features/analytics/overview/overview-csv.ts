import type { Summary } from '@carillon/contract/analytics/schemas'
import { type CsvColumn, toCsv } from '../../../lib/csv.ts'
import { STATION_PLACE } from '../../../lib/station-zone.ts'

type Day = Summary['perDay'][number]

const COLUMNS: readonly CsvColumn<Day>[] = [
  { head: `Day (${STATION_PLACE})`, valueOf: ({ day }) => day },
  { head: 'Broadcasts', valueOf: ({ broadcasts }) => String(broadcasts) },
  { head: 'Messages', valueOf: ({ chatMessages }) => String(chatMessages) },
  { head: 'Requests', valueOf: ({ songRequests }) => String(songRequests) },
  { head: 'Peak listeners', valueOf: ({ peakListeners }) => String(peakListeners) },
  {
    head: 'Listening (minutes)',
    valueOf: ({ listeningMinutes }) => String(Math.round(listeningMinutes * 10) / 10),
  },
]

/** Each day of the range with its numbers. */
export function overviewCsv({ perDay }: Summary): string {
  return toCsv(perDay, COLUMNS)
}
