import { ChartNoAxesColumn, Table } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { classNames } from '../../../lib/class-names.ts'
import { useMediaQuery } from '../../../lib/use-media-query.ts'
import { Button } from '../../../ui/button.tsx'

/** The numbers of a chart in words, the first column naming its row. */
export type ChartTable = { head: readonly string[]; rows: readonly (readonly string[])[] }

export type ChartFigureProps = {
  /** Question that the chart answers. */
  question: string
  /** The answer in one sentence. */
  summary: ReactNode
  unit: string
  table: ChartTable
  /** In place of a chart with nothing in it. */
  empty?: string | undefined
  /** Controls of the chart. */
  tools?: ReactNode
  className?: string
  children: ReactNode
}

/** A chart with its question, its answer in words, and its numbers as a table; on paper always as a table. */
export function ChartFigure(props: ChartFigureProps) {
  const { question, summary, unit, table, empty, tools, className, children } = props
  const [wantsTable, setWantsTable] = useState(false)
  const isTable = useMediaQuery('print') || wantsTable
  const headingId = useId()
  return (
    <figure
      aria-labelledby={headingId}
      className={classNames('flex min-w-0 flex-col gap-3 print:block', className)}
    >
      <figcaption className="flex break-after-avoid flex-wrap print:mb-3 items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-60">
          <h3 id={headingId} className="text-lg">
            {question}
          </h3>
          <p>{summary}</p>
          <p className="text-xs text-text-muted">{unit}</p>
        </div>
        {empty === undefined && (
          <Button
            size="sm"
            variant="ghost"
            className="no-print -mx-3 text-text-muted"
            aria-pressed={wantsTable}
            onClick={() => setWantsTable(!wantsTable)}
            icon={
              wantsTable ? (
                <ChartNoAxesColumn aria-hidden="true" className="size-4" />
              ) : (
                <Table aria-hidden="true" className="size-4" />
              )
            }
          >
            Show as table
          </Button>
        )}
      </figcaption>
      {tools && <div className="no-print">{tools}</div>}
      {empty !== undefined ? (
        <p className="grid min-h-32 flex-1 place-items-center rounded-input bg-surface-2 px-4 text-center text-text-muted">
          {empty}
        </p>
      ) : isTable ? (
        <NumbersTable table={table} caption={question} />
      ) : (
        children
      )}
    </figure>
  )
}

/** This many have room on a phone. */
const FEW_COLUMNS = 3

function NumbersTable({ table: { head, rows }, caption }: { table: ChartTable; caption: string }) {
  return (
    // What narrow screens scroll sideways can be scrolled with the keyboard too.
    <section
      aria-label={caption}
      tabIndex={head.length > FEW_COLUMNS ? 0 : undefined}
      className="overflow-x-auto rounded-input border border-border -outline-offset-2"
    >
      <table className="w-full text-left text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead className="bg-surface-2 text-text-muted">
          <tr>
            {head.map((words, column) => (
              <th
                key={words}
                scope="col"
                className={`h-9 px-3 font-semibold ${column > 0 ? 'text-right' : ''}`}
              >
                {words}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-border">
          {rows.map(([name, ...cells]) => (
            <tr key={name} className="break-inside-avoid">
              <th scope="row" className="min-w-30 px-3 py-1.5 font-normal">
                {name}
              </th>
              {cells.map((cell, index) => (
                <td key={head[index + 1]} className="px-3 py-1.5 text-right tabular-nums">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
