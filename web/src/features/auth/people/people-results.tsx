import type { User } from '@carillon/contract/auth/schemas'
import { classNames } from '../../../lib/class-names.ts'
import { Button } from '../../../ui/button.tsx'
import { emptyWords, isFiltered, type PeopleFilters } from './people-filters.ts'
import { PeopleList } from './people-list.tsx'
import type { PeopleColumn } from './people-order.ts'
import { PeopleTable, WaitingRows } from './people-table.tsx'
import type { Actor } from './rights.ts'
import type { PersonChange } from './row-menu.tsx'
import { type PeopleView, rangeWords } from './use-people.ts'

export type PeopleResultsProps = {
  view: PeopleView
  /** The rows of the view in their order. */
  people: readonly User[]
  actor: Actor
  filters: PeopleFilters
  isWide: boolean
  isSortable: boolean
  onClear(): void
  onSort(column: PeopleColumn): void
  onOpen?: ((id: number) => void) | undefined
  onChange(change: PersonChange): void
}

/** The people found, nobody, or where they will be. While others are asked for, the former ones stay, paler. */
export function PeopleResults(props: PeopleResultsProps) {
  const { view, people, actor, filters, isWide, isSortable, onClear, onSort, onOpen, onChange } = props
  if (!view.page) return view.isError && !view.isLoading ? null : <WaitingRows />
  if (people.length === 0) return <Nobody filters={filters} onClear={onClear} />
  const label = `People, ${rangeWords(view.page)}`
  const rows = { people, actor, onOpen, onChange }
  const isStale = !view.isCurrent && view.isLoading
  return (
    <div
      aria-busy={isStale}
      className={classNames('transition-opacity duration-200', isStale && 'opacity-55 delay-200')}
    >
      {isWide ? (
        <PeopleTable
          {...rows}
          caption={`${label}, ${isSortable && filters.order ? 'sorted' : 'newest first'}`}
          order={isSortable ? filters.order : null}
          onSort={isSortable ? onSort : undefined}
        />
      ) : (
        <PeopleList {...rows} label={label} />
      )}
    </div>
  )
}

function Nobody({ filters, onClear }: Pick<PeopleResultsProps, 'filters' | 'onClear'>) {
  return (
    <div className="grid justify-items-center gap-3 border-t border-border px-6 py-16 text-center">
      <p className="font-display text-xl font-bold wrap-anywhere">{emptyWords(filters)}</p>
      {isFiltered(filters) && (
        <Button variant="outline" onClick={onClear}>
          Clear
        </Button>
      )}
    </div>
  )
}
