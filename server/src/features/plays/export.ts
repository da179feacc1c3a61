import { toLocalDateTime } from '@carillon/contract/time'
import { BYTE_ORDER_MARK, csvLine } from '../../kernel/csv.ts'
import type { PlaysContext } from './ports.ts'
import { listPlaysAfter, type PlaysWindow } from './store.ts'
import type { StoredPlay } from './table.ts'

/** Rows that are held while a reader takes them. */
export const PAGE_SIZE = 200
/** In place of the title where nobody named what played. */
export const UNNAMED = '(not named)'

type Column = { head: string; valueOf(play: StoredPlay): string }

/**
 * The sound log as CSV, oldest first: title, performer, day, time and length, as royalty societies ask for them. A page
 * at a time, each its own query: nothing is held while a slow reader takes the last one.
 */
export async function* exportPlays(
  { db, timeZone }: PlaysContext,
  window: PlaysWindow,
): AsyncGenerator<string> {
  const columns = columnsOf(timeZone)
  yield BYTE_ORDER_MARK + csvLine(columns.map(({ head }) => head))
  let after = 0
  for (;;) {
    const page = await listPlaysAfter(db, window, { after, limit: PAGE_SIZE })
    yield page.map((play) => csvLine(columns.map((column) => column.valueOf(play)))).join('')
    const last = page.at(-1)
    if (!last || page.length < PAGE_SIZE) return
    after = last.id
  }
}

function columnsOf(timeZone: string): Column[] {
  const local = (at: Date | null) => (at ? toLocalDateTime(at, timeZone) : '')
  return [
    { head: `Date (${timeZone})`, valueOf: ({ startedAt }) => local(startedAt).slice(0, 10) },
    { head: `Start (${timeZone})`, valueOf: ({ startedAt }) => local(startedAt).slice(11, 19) },
    { head: `End (${timeZone})`, valueOf: ({ endedAt }) => local(endedAt).slice(11, 19) },
    { head: 'Length (seconds)', valueOf: secondsOf },
    { head: 'Title', valueOf: ({ title }) => title ?? UNNAMED },
    { head: 'Artist', valueOf: ({ artist }) => artist ?? '' },
    { head: 'Kind', valueOf: ({ kind }) => kind },
    { head: 'Show', valueOf: ({ broadcast }) => broadcast?.title ?? '' },
    { head: 'DJ', valueOf: ({ dj }) => dj?.name ?? '' },
    { head: 'Listeners at the start', valueOf: ({ listeners }) => String(listeners) },
    { head: 'Start (UTC)', valueOf: ({ startedAt }) => startedAt.toISOString() },
  ]
}

function secondsOf({ startedAt, endedAt }: StoredPlay): string {
  return endedAt ? String(Math.round((endedAt.getTime() - startedAt.getTime()) / 1000)) : ''
}
