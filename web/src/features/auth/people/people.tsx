import { type ComponentType, useId } from 'react'
import { useMediaQuery } from '../../../lib/use-media-query.ts'
import { RetryBanner } from '../../../ui/retry-banner.tsx'
import { PeopleDialogs } from './people-dialogs.tsx'
import type { PeopleFilters } from './people-filters.ts'
import { FiltersRow, PeopleFiltersSheet } from './people-filters-bar.tsx'
import { PeopleHead, type PeopleHeadProps } from './people-head.tsx'
import { nextOrder } from './people-order.ts'
import { PeoplePager } from './people-pager.tsx'
import { PeopleResults } from './people-results.tsx'
import { PeopleSearch } from './people-search.tsx'
import type { PersonPanelProps } from './person-panel.tsx'
import type { Actor } from './rights.ts'
import { useOpenPerson } from './use-open-person.ts'
import { isWhole, type PeopleView } from './use-people.ts'
import type { ChangeFilters } from './use-people-filters.ts'
import { usePeoplePage } from './use-people-page.ts'

/** Below this the people are a list and the filters a sheet. */
const WIDE = '(min-width: 48rem)'

export type PeopleProps = {
  /** Viewer; the page explains what they may not do. */
  self: Actor
  /** Whether this person uses single-key shortcuts. */
  areKeysOn(): boolean
  /** A sentence under the heading. */
  note?: string | undefined
  /** In a column beside others: a list, as on a phone. */
  isNarrow?: boolean
  /** Panel that a press on somebody opens. */
  Panel?: ComponentType<PersonPanelProps>
}

/** The accounts of the station: found, sorted, downloaded, and changed as far as `self` may. */
export function People({ self, areKeysOn, note, isNarrow = false, Panel }: PeopleProps) {
  const page = usePeoplePage(self)
  const { view, people, filters, changeFilters, setDialog } = page
  const [personId, openPerson] = useOpenPerson()
  const isWide = useMediaQuery(WIDE) && !isNarrow
  const headingId = useId()
  return (
    <section aria-labelledby={headingId} className="@container rounded-card border border-border bg-surface">
      <PeopleTop
        id={headingId}
        headingRef={page.headingRef}
        view={view}
        people={people}
        note={note}
        filters={filters}
        onChange={changeFilters}
        isWide={isWide}
        isNarrow={isNarrow}
        areKeysOn={areKeysOn}
        onCreate={self.role === 'ADMIN' ? () => setDialog({ kind: 'create' }) : undefined}
        onRetry={page.retry}
      />
      <PeopleResults
        view={view}
        people={people}
        actor={self}
        filters={filters}
        isWide={isWide}
        isSortable={isWhole(view.page)}
        onClear={page.clear}
        onSort={(column) => changeFilters({ order: nextOrder(filters.order, column) })}
        onOpen={Panel && openPerson}
        onChange={setDialog}
      />
      {view.page && view.page.content.length > 0 && (
        <PeoplePager page={view.page} onPage={(number) => changeFilters({ page: number })} />
      )}
      {Panel && personId !== null && (
        <Panel
          key={personId}
          id={personId}
          actor={self}
          known={people.find((person) => person.id === personId)}
          onChange={setDialog}
          onClose={() => openPerson(null)}
        />
      )}
      <PeopleDialogs
        open={page.dialog}
        calls={page.calls}
        onChanged={page.changed}
        onCreated={page.refresh}
        onClose={() => setDialog(null)}
      />
    </section>
  )
}

type PeopleTopProps = Pick<PeopleHeadProps, 'id' | 'headingRef' | 'people' | 'onCreate'> &
  Omit<ToolbarProps, 'total'> & { view: PeopleView; note: string | undefined; onRetry(): void }

/** Head of the list: the number of people, the filters, and errors. */
function PeopleTop({ id, headingRef, people, onCreate, view, note, onRetry, ...toolbar }: PeopleTopProps) {
  const total = view.page?.totalElements
  return (
    <div className="grid gap-4 p-4 lg:px-6 lg:pt-5">
      <PeopleHead id={id} headingRef={headingRef} total={total} people={people} onCreate={onCreate} />
      {note && <p className="text-sm text-text-muted">{note}</p>}
      <Toolbar {...toolbar} total={total} />
      {view.isError && <LoadProblem view={view} onRetry={onRetry} />}
    </div>
  )
}

type ToolbarProps = Required<Pick<PeopleProps, 'areKeysOn' | 'isNarrow'>> & {
  filters: PeopleFilters
  onChange: ChangeFilters
  isWide: boolean
  total: number | undefined
}

/** Search and filters; a narrow column has no room for both on one line. */
function Toolbar({ filters, onChange, isWide, isNarrow, total, areKeysOn }: ToolbarProps) {
  return (
    <div
      className={isNarrow ? 'grid justify-items-start gap-3' : 'flex flex-wrap items-center gap-3 md:gap-x-6'}
    >
      <PeopleSearch
        q={filters.q}
        onSearch={(q) => onChange({ q })}
        areKeysOn={areKeysOn}
        isNarrow={isNarrow}
      />
      {isWide ? (
        <FiltersRow filters={filters} onChange={onChange} />
      ) : (
        <PeopleFiltersSheet filters={filters} onChange={onChange} total={total} />
      )}
    </div>
  )
}

function LoadProblem({ view, onRetry }: { view: PeopleView; onRetry(): void }) {
  return (
    <RetryBanner isBusy={view.isLoading} onRetry={onRetry}>
      {view.page
        ? "Couldn't refresh. Showing what was loaded before."
        : "Couldn't load the people of the station"}
    </RetryBanner>
  )
}
