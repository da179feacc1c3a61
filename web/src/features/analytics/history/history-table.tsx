import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { classNames } from '../../../lib/class-names.ts'
import { formatDate } from '../../../lib/station-time.ts'
import { HistoryRowMenu } from './history-row-menu.tsx'
import type { HistoryColumn, HistoryOrder, HistoryRow } from './history-rows.ts'
import { countWords, lengthOf, spanWords } from './history-words.ts'
import { StandingBadge } from './standing-badge.tsx'

export type HistoryRowsProps = {
  rows: readonly HistoryRow[]
  /** The show whose details are open. */
  openId: number | null
  mayExport(broadcast: Broadcast): boolean
  onOpen(id: number): void
}

export type HistoryTableProps = HistoryRowsProps & {
  caption: string
  order: HistoryOrder
  onSort(column: HistoryColumn): void
}

/** The history as a table. What has no room as a column stands under the title. */
export function HistoryTable({ rows, openId, mayExport, onOpen, caption, order, onSort }: HistoryTableProps) {
  const sorting = { order, onSort }
  return (
    <table className="w-full text-left text-sm print:text-xs">
      <caption className="sr-only">{caption}</caption>
      <thead className="border-y border-border bg-surface-2 text-text-muted">
        <tr>
          <SortHead column="date" label="Date" {...sorting} className="w-33 pl-4 lg:pl-6 print:w-26" />
          <Head label="Title" />
          <Head label="DJ" className="hidden w-36 @5xl:table-cell" />
          <Head label="Start–End" className="hidden w-42 @5xl:table-cell" />
          <SortHead
            column="length"
            label="Length"
            {...sorting}
            className="hidden w-27 @4xl:table-cell print:table-cell print:w-24"
          />
          <SortHead
            column="peak"
            label="Peak listeners"
            short="Peak"
            {...sorting}
            className="w-22 print:w-16"
          />
          <SortHead
            column="messages"
            label="Messages"
            {...sorting}
            className="hidden w-27 @4xl:table-cell print:table-cell print:w-22"
          />
          <SortHead
            column="requests"
            label="Requests"
            {...sorting}
            className="hidden w-27 @4xl:table-cell print:table-cell print:w-22"
          />
          <Head label="Status" className="w-30 print:w-26" />
          <th scope="col" className="no-print w-14">
            <span className="sr-only">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-border">
        {rows.map((row) => (
          <Row
            key={row.broadcast.id}
            row={row}
            isOpen={row.broadcast.id === openId}
            canExport={mayExport(row.broadcast)}
            onOpen={onOpen}
          />
        ))}
      </tbody>
    </table>
  )
}

export type ListedShowProps = OpenButtonProps & { canExport: boolean }

function Row({ row, isOpen, canExport, onOpen }: ListedShowProps) {
  const { broadcast, dj, start, standing, numbers } = row
  return (
    <tr
      className={classNames(
        'h-14 break-inside-avoid print:h-9',
        isOpen
          ? 'bg-primary-soft'
          : standing === 'live'
            ? 'bg-live-soft'
            : 'hover:bg-[color-mix(in_oklab,var(--surface-2)_55%,transparent)]',
      )}
    >
      <td className="pl-4 whitespace-nowrap lg:pl-6">
        <time dateTime={start.toISOString()}>{formatDate(start)}</time>
      </td>
      <th scope="row" className="max-w-0 px-3 py-2 font-normal">
        <OpenButton row={row} isOpen={isOpen} onOpen={onOpen} />
        <span className="block truncate text-xs text-text-muted @5xl:hidden print:whitespace-normal">
          {dj} · {spanWords(row)}
        </span>
      </th>
      <td className="hidden max-w-0 truncate px-3 @5xl:table-cell" title={dj}>
        {dj}
      </td>
      <td className="hidden px-3 whitespace-nowrap text-text-muted tabular-nums @5xl:table-cell">
        {spanWords(row)}
      </td>
      <td className="hidden px-3 whitespace-nowrap tabular-nums @4xl:table-cell print:table-cell">
        {lengthOf(row)}
      </td>
      <td className="px-3 tabular-nums">{countWords(broadcast.peakListeners)}</td>
      <td className="hidden px-3 tabular-nums @4xl:table-cell print:table-cell">
        {countWords(numbers?.chatMessages)}
      </td>
      <td className="hidden px-3 tabular-nums @4xl:table-cell print:table-cell">
        {countWords(numbers?.songRequests)}
      </td>
      <td className="px-3">
        <StandingBadge standing={standing} />
      </td>
      <td className="no-print pr-2 lg:pr-4">
        <HistoryRowMenu row={row} canExport={canExport} onOpen={onOpen} />
      </td>
    </tr>
  )
}

type OpenButtonProps = { row: HistoryRow; isOpen: boolean; onOpen(id: number): void }

/** The title, which opens the details. Closing them gives the focus back here, found by `data-show`. */
export function OpenButton({ row, isOpen, onOpen }: OpenButtonProps) {
  const { id, title } = row.broadcast
  return (
    <button
      type="button"
      data-show={id}
      aria-expanded={isOpen}
      onClick={() => onOpen(id)}
      title={title}
      className="block max-w-full truncate rounded-sm print:whitespace-normal text-left font-semibold hover:underline coarse:py-2"
    >
      {title}
    </button>
  )
}

function Head({ label, className }: { label: string; className?: string }) {
  return (
    <th scope="col" className={classNames('h-10 px-3 font-semibold whitespace-nowrap', className)}>
      {label}
    </th>
  )
}

type SortHeadProps = {
  column: HistoryColumn
  label: string
  /** Text where the label has no room. */
  short?: string
  order: HistoryOrder
  onSort(column: HistoryColumn): void
  className?: string
}

function SortHead({ column, label, short, order, onSort, className }: SortHeadProps) {
  const isSorted = order.column === column
  const Arrow = order.descending ? ArrowDown : ArrowUp
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (order.descending ? 'descending' : 'ascending') : undefined}
      className={classNames('h-10 px-3 font-semibold whitespace-nowrap', className)}
    >
      <button
        type="button"
        onClick={() => onSort(column)}
        aria-label={short && label}
        className="-ml-1.5 inline-flex h-8 items-center gap-1 rounded-sm px-1.5 hover:text-text coarse:h-11 print:hidden"
      >
        {short ?? label}
        <Arrow aria-hidden="true" className={classNames('size-3.5', !isSorted && 'invisible')} />
      </button>
      {/* Buttons are not drawn in a head that paper repeats on each sheet. */}
      <span aria-hidden="true" className="hidden print:inline">
        {short ?? label}
      </span>
    </th>
  )
}
