import type { User } from '@carillon/contract/auth/schemas'
import { type ComponentType, useId, useMemo, useState } from 'react'
import { useMediaQuery } from '../../../lib/use-media-query.ts'
import { useCall } from '../../../session/session.ts'
import { RetryBanner } from '../../../ui/retry-banner.tsx'
import { toast } from '../../../ui/toast.ts'
import { createPeopleCalls } from './people-calls.ts'
import { type OpenDialog, PeopleDialogs } from './people-dialogs.tsx'
import { CLEARED, type PeopleFilters } from './people-filters.ts'
import { FiltersRow, PeopleFiltersSheet } from './people-filters-bar.tsx'
import { PeopleHead } from './people-head.tsx'
import { nextOrder, sortPeople } from './people-order.ts'
import { PeoplePager } from './people-pager.tsx'
import { PeopleResults } from './people-results.tsx'
import { PeopleSearch } from './people-search.tsx'
import type { PersonPanelProps } from './person-panel.tsx'
import type { Actor } from './rights.ts'
import { useFocusKeeper } from './use-focus-keeper.ts'
import { useLastPage } from './use-last-page.ts'
import { useOpenPerson } from './use-open-person.ts'
import { isWhole, type PeopleView, usePeople } from './use-people.ts'
import { usePeopleCache } from './use-people-cache.ts'
import { type ChangeFilters, usePeopleFilters } from './use-people-filters.ts'
import { useResultWords } from './use-result-words.ts'

/** Below this the people are a list and the filters a sheet. */
const WIDE = '(min-width: 48rem)'

export type PeopleProps = {
  /** Who looks; what they may not do is explained. */
  self: Actor
  /** Whether this person uses single-key shortcuts. */
  areKeysOn(): boolean
  /** A sentence under the heading. */
  note?: string | undefined
  /** What a press on somebody opens. */
  Panel?: ComponentType<PersonPanelProps>
}

/** The accounts of the station: found, sorted, downloaded, and changed as far as `self` may. */
export function People({ self, areKeysOn, note, Panel }: PeopleProps) {
  const call = useCall()
  const [filters, changeFilters] = usePeopleFilters()
  const { id, role } = self
  const calls = useMemo(() => createPeopleCalls(call, { id, role }), [call, id, role])
  const view = usePeople(calls, filters)
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const [personId, openPerson] = useOpenPerson()
  const isWide = useMediaQuery(WIDE)
  const headingId = useId()
  const focus = useFocusKeeper()
  const cache = usePeopleCache()
  const onChanged = (person: User, words: string) => {
    focus.keep()
    setDialog(null)
    toast(words, { tone: 'success' })
    cache.replace(person)
  }
  useResultWords(view, filters)
  useLastPage(view, (page) => changeFilters({ page }))
  const people = sortPeople(view.page?.content ?? [], isWhole(view.page) ? filters.order : null)
  return (
    <section aria-labelledby={headingId} className="@container rounded-card border border-border bg-surface">
      <div className="grid gap-4 p-4 lg:px-6 lg:pt-5">
        <PeopleHead
          id={headingId}
          headingRef={focus.ref}
          total={view.page?.totalElements}
          people={people}
          onCreate={role === 'ADMIN' ? () => setDialog({ kind: 'create' }) : undefined}
        />
        {note && <p className="text-sm text-text-muted">{note}</p>}
        <Toolbar
          filters={filters}
          onChange={changeFilters}
          isWide={isWide}
          total={view.page?.totalElements}
          areKeysOn={areKeysOn}
        />
        {view.isError && (
          <LoadProblem
            view={view}
            onRetry={() => {
              focus.keep()
              view.retry()
            }}
          />
        )}
      </div>
      <PeopleResults
        view={view}
        people={people}
        actor={self}
        filters={filters}
        isWide={isWide}
        isSortable={isWhole(view.page)}
        onClear={() => {
          focus.keep()
          changeFilters(CLEARED)
        }}
        onSort={(column) => changeFilters({ order: nextOrder(filters.order, column) })}
        onOpen={Panel && openPerson}
        onChange={setDialog}
      />
      {view.page && view.page.content.length > 0 && (
        <PeoplePager page={view.page} onPage={(page) => changeFilters({ page })} />
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
        open={dialog}
        calls={calls}
        onChanged={onChanged}
        onCreated={cache.refresh}
        onClose={() => setDialog(null)}
      />
    </section>
  )
}

type ToolbarProps = Pick<PeopleProps, 'areKeysOn'> & {
  filters: PeopleFilters
  onChange: ChangeFilters
  isWide: boolean
  total: number | undefined
}

function Toolbar({ filters, onChange, isWide, total, areKeysOn }: ToolbarProps) {
  return (
    <div className="flex flex-wrap items-center gap-3 md:gap-x-6">
      <PeopleSearch q={filters.q} onSearch={(q) => onChange({ q })} areKeysOn={areKeysOn} />
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
        ? "Couldn't refresh. Below is what was here before."
        : "Couldn't load the people of the station"}
    </RetryBanner>
  )
}
