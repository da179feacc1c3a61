import { isStaff } from '@carillon/contract/policies'
import type { Person } from '@carillon/contract/roles'
import { localDay, toLocalDateTime } from '@carillon/contract/time'
import type { Show } from '../../db/shows.ts'
import { BYTE_ORDER_MARK, csvLine } from '../../kernel/csv.ts'
import { attachment } from './file-name.ts'
import type { ChatContext } from './ports.ts'
import { lastMessageId, listRecorded, startOf } from './store.ts'
import type { RecordedMessage } from './table.ts'

/** A column of the file; `staff` ones hold what only they may read. */
type Column = { head: string; valueOf(message: RecordedMessage): string; isForStaff?: true }

/** A file that is made while it is read. */
export type ChatExport = { contentDisposition: string; lines(): AsyncGenerator<string> }

/** Of the longest messages half a megabyte, which is what one reader holds. */
export const PAGE_SIZE = 100

/** The chat of a show as CSV. Staff read the originals of masked messages, and what was removed. */
export async function exportChat(
  { db, timeZone }: Pick<ChatContext, 'db' | 'timeZone'>,
  show: Show,
  reader: Person,
): Promise<ChatExport> {
  // What is said from now on is not in it: a file has an end.
  const upTo = await lastMessageId(db, show.id)
  const day = localDay(await startOf(db, show.id), timeZone)
  const columns = columnsOf(timeZone).filter(({ isForStaff }) => !isForStaff || isStaff(reader))

  /** A page at a time, each its own query: nothing is held while a slow reader takes the last one. */
  async function* lines(): AsyncGenerator<string> {
    yield BYTE_ORDER_MARK + csvLine(columns.map(({ head }) => head))
    let after = 0
    for (;;) {
      const page = await listRecorded(db, show.id, { after, upTo, limit: PAGE_SIZE })
      const shown = page.filter(({ removal }) => removal === null || isStaff(reader))
      yield shown.map((message) => csvLine(columns.map((column) => column.valueOf(message)))).join('')
      const last = page.at(-1)
      if (!last || page.length < PAGE_SIZE) return
      after = last.id
    }
  }

  return { contentDisposition: attachment({ title: show.title, day }), lines }
}

function columnsOf(timeZone: string): Column[] {
  return [
    { head: 'Message', valueOf: ({ id }) => String(id) },
    { head: `Time (${timeZone})`, valueOf: ({ createdAt }) => toLocalDateTime(createdAt, timeZone) },
    { head: 'Time (UTC)', valueOf: ({ createdAt }) => createdAt.toISOString() },
    { head: 'Sender', valueOf: ({ sender }) => sender.name },
    { head: 'Role', valueOf: ({ sender }) => sender.role },
    { head: 'Text', valueOf: ({ content }) => content },
    { head: 'Original text', valueOf: ({ original }) => original, isForStaff: true },
    {
      head: 'Removed (UTC)',
      valueOf: ({ removal }) => removal?.at.toISOString() ?? '',
      isForStaff: true,
    },
    { head: 'Removed by', valueOf: ({ removal }) => removal?.by ?? '', isForStaff: true },
  ]
}
