import type { User } from '@carillon/contract/auth/schemas'
import { Download, UserPlus } from 'lucide-react'
import type { RefObject } from 'react'
import { announce } from '../../../lib/announce.ts'
import { downloadText } from '../../../lib/download.ts'
import { toStationTime } from '../../../lib/station-time.ts'
import { Button } from '../../../ui/button.tsx'
import { peopleCsv } from './people-csv.ts'

export type PeopleHeadProps = {
  id: string
  headingRef: RefObject<HTMLHeadingElement | null>
  /** Number of people found; undefined until it is known. */
  total: number | undefined
  /** The rows in view, for the CSV. */
  people: readonly User[]
  /** Missing where this person may not create accounts. */
  onCreate?: (() => void) | undefined
}

/** The head of the list: its name, the CSV of what is in view, a new account. */
export function PeopleHead({ id, headingRef, total, people, onCreate }: PeopleHeadProps) {
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
      <div className="flex items-baseline gap-2">
        <h2 id={id} ref={headingRef} tabIndex={-1}>
          People
        </h2>
        {total !== undefined && (
          <span className="text-sm text-text-muted tabular-nums">{total.toLocaleString('en-US')}</span>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          variant="outline"
          icon={<Download aria-hidden="true" className="size-4" />}
          aria-label="Download these rows as CSV"
          aria-disabled={people.length === 0}
          onClick={() => download(people)}
        >
          <span className="max-xs:hidden">CSV</span>
        </Button>
        {onCreate && (
          <Button
            size="sm"
            icon={<UserPlus aria-hidden="true" className="size-4 max-xs:hidden" />}
            aria-haspopup="dialog"
            onClick={onCreate}
          >
            Create account
          </Button>
        )}
      </div>
    </header>
  )
}

function download(people: readonly User[]): void {
  downloadText(`people-${toStationTime(new Date()).slice(0, 10)}.csv`, peopleCsv(people), 'text/csv')
  announce('Download started')
}
