import { LIBRARY_KINDS, type LibraryItem } from '@carillon/contract/library/schemas'
import { canEditLibraryItem } from '@carillon/contract/policies'
import type { Person } from '@carillon/contract/roles'
import { Search } from 'lucide-react'
import { useDeferredValue, useId, useState } from 'react'
import { useFocusKeeper } from '../../../lib/use-focus-keeper.ts'
import { useLastPage } from '../../../lib/use-last-page.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Select, TextInput } from '../../../ui/field.tsx'
import { RetryBanner } from '../../../ui/retry-banner.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { DeleteQuestion } from '../delete-question.tsx'
import { KIND_WORDS } from '../kind-words.ts'
import { type LibraryFilter, useLibraryChanges, useLibraryPage } from '../use-library.ts'
import { EditItem } from './edit-item.tsx'
import { ItemRow } from './item-row.tsx'

type Viewer = Pick<Person, 'id' | 'role'>

/** Items of the library: found, heard, changed, deleted. DJs begin with their own. */
export function ItemList({ viewer }: { viewer: Viewer }) {
  const [filter, setFilter] = useState<LibraryFilter>({
    owner: viewer.role === 'DJ' ? 'me' : 'all',
    kind: '',
    search: '',
    page: 0,
  })
  const asked = useDeferredValue(filter)
  const { data, isError, refetch } = useLibraryPage(asked)
  const headingId = useId()
  const [doomed, setDoomed] = useState<LibraryItem | null>(null)
  const { remove } = useLibraryChanges()
  const focus = useFocusKeeper()
  const change = (part: Partial<LibraryFilter>) => setFilter({ ...filter, page: 0, ...part })
  // What is in view may still be the answer about the page before.
  useLastPage(data?.page === filter.page ? data : undefined, (page) => change({ page }))
  return (
    <Card aria-labelledby={headingId} className="grid content-start gap-4">
      <h2 id={headingId} ref={focus.ref} tabIndex={-1}>
        Items
      </h2>
      <Filters filter={filter} onChange={change} />
      {isError && (
        <RetryBanner onRetry={() => void refetch()}>
          {data ? "Couldn't refresh the library" : "Couldn't load the library"}
        </RetryBanner>
      )}
      {data ? (
        <>
          <p role="status" className="text-sm text-text-muted">
            {countWords(data.totalElements, filter)}
          </p>
          <Items items={data.content} viewer={viewer} onDelete={setDoomed} />
          {data.totalPages > 1 && (
            <Pages
              page={data.page}
              last={data.last}
              onPage={(page) => (page === filter.page ? void refetch() : change({ page }))}
            />
          )}
        </>
      ) : (
        !isError && <Waiting />
      )}
      {doomed && (
        <DeleteQuestion
          name={doomed.title}
          result="It leaves all playlists, and its file is gone for good."
          onDelete={(givenUp) => remove(doomed.id, givenUp)}
          onGone={focus.keep}
          onClose={() => setDoomed(null)}
        />
      )}
    </Card>
  )
}

function Filters({
  filter,
  onChange,
}: {
  filter: LibraryFilter
  onChange(part: Partial<LibraryFilter>): void
}) {
  return (
    <search className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_10rem_10rem]">
      <div className="relative">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 left-3 my-auto size-4.5 text-text-muted"
        />
        <TextInput
          type="search"
          aria-label="Search the library"
          placeholder="Title, artist or album"
          maxLength={200}
          value={filter.search}
          onChange={(event) => onChange({ search: event.target.value })}
          className="pl-10"
        />
      </div>
      <Select
        aria-label="Whose items"
        value={filter.owner}
        onChange={(event) => onChange({ owner: event.target.value as LibraryFilter['owner'] })}
      >
        <option value="me">Mine</option>
        <option value="all">Everyone's</option>
      </Select>
      <Select
        aria-label="Kind of items"
        value={filter.kind}
        onChange={(event) => onChange({ kind: event.target.value as LibraryFilter['kind'] })}
      >
        <option value="">All kinds</option>
        {LIBRARY_KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {KIND_WORDS[kind]}
          </option>
        ))}
      </Select>
    </search>
  )
}

function countWords(count: number, { owner, kind, search }: LibraryFilter): string {
  if (count > 0) return count === 1 ? '1 item' : `${count} items`
  if (search.trim() || kind) return 'Nothing here matches.'
  return owner === 'me' ? "You haven't added anything yet." : 'The library is empty.'
}

type ItemsProps = { items: readonly LibraryItem[]; viewer: Viewer; onDelete(item: LibraryItem): void }

function Items({ items, viewer, onDelete }: ItemsProps) {
  const [playing, setPlaying] = useState<number | null>(null)
  const [edited, setEdited] = useState<LibraryItem | null>(null)
  const changes = useLibraryChanges()
  if (items.length === 0) return null
  return (
    <>
      <ul aria-label="Items" className="grid">
        {items.map((item) => (
          <ItemRow
            key={item.id}
            item={item}
            isPlaying={playing === item.id}
            canEdit={canEditLibraryItem(viewer, item.owner.id)}
            onPlay={() => setPlaying(playing === item.id ? null : item.id)}
            onEdit={() => setEdited(item)}
            onDelete={() => onDelete(item)}
          />
        ))}
      </ul>
      {edited && (
        <EditItem
          key={edited.id}
          item={edited}
          onSave={(body, givenUp) => changes.update(edited.id, body, givenUp)}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  )
}

function Pages({ page, last, onPage }: { page: number; last: boolean; onPage(page: number): void }) {
  return (
    <nav aria-label="Pages of the library" className="flex items-center gap-3">
      <Button
        size="sm"
        variant="outline"
        aria-disabled={page === 0 || undefined}
        onClick={() => page > 0 && onPage(page - 1)}
      >
        Previous
      </Button>
      <span className="text-sm text-text-muted tabular-nums">Page {page + 1}</span>
      <Button
        size="sm"
        variant="outline"
        aria-disabled={last || undefined}
        onClick={() => !last && onPage(page + 1)}
      >
        Next
      </Button>
    </nav>
  )
}

function Waiting() {
  return (
    <div role="status" aria-label="Loading the library" className="grid gap-3">
      {['first', 'second', 'third'].map((name) => (
        <Skeleton key={name} className="h-12" />
      ))}
    </div>
  )
}
