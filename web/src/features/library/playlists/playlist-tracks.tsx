import type { Playlist } from '@carillon/contract/library/playlists'
import type { LibraryItem } from '@carillon/contract/library/schemas'
import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { messageOf } from '../../../api/api-error.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextInput } from '../../../ui/field.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { RetryBanner } from '../../../ui/retry-banner.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useLibraryPage } from '../use-library.ts'
import { usePlaylist, usePlaylistChanges } from './use-playlists.ts'

export type PlaylistTracksProps = { playlist: Playlist; canEdit: boolean; onClose(): void }
type ChangeIds = (ids: number[]) => void

/** Tracks of a playlist in order. Who may change them does so at once: there is nothing to save. */
export function PlaylistTracks({ playlist: { id, name }, canEdit, onClose }: PlaylistTracksProps) {
  const { data, isError, refetch } = usePlaylist(id)
  const { setItems } = usePlaylistChanges()
  const { problem, run } = useCommand((error) => messageOf(error, "Couldn't change the playlist."))
  const change: ChangeIds = (ids) => void run(() => setItems(id, ids))
  return (
    <Dialog open onClose={onClose} title={`Tracks of ${name}`}>
      <div className="grid gap-4">
        {isError && <RetryBanner onRetry={() => void refetch()}>Couldn't load the tracks</RetryBanner>}
        {problem && <Banner tone="danger">{problem}</Banner>}
        {!data && !isError && (
          <div role="status" aria-label="Loading the tracks">
            <Skeleton className="h-12" />
          </div>
        )}
        {data?.items.length === 0 && <p className="text-sm text-text-muted">There is no track in it yet.</p>}
        {data && data.items.length > 0 && <TrackList items={data.items} onChange={canEdit ? change : null} />}
        {data && canEdit && <AddTracks ids={data.items.map((item) => item.id)} onChange={change} />}
      </div>
    </Dialog>
  )
}

function TrackList({ items, onChange }: { items: readonly LibraryItem[]; onChange: ChangeIds | null }) {
  const ids = items.map((item) => item.id)
  const move = (at: number, by: 1 | -1) => {
    const moved = ids.toSpliced(at, 1)
    onChange?.(moved.toSpliced(at + by, 0, ids[at] as number))
  }
  return (
    <ol aria-label="Tracks" className="grid">
      {items.map((item, at) => (
        <li key={item.id} className="flex items-center gap-1 border-b border-border py-1.5 last:border-b-0">
          <Track item={item} />
          {onChange && (
            <>
              <IconButton
                label={`Move ${item.title} up`}
                icon={<ArrowUp className="size-4.5" />}
                aria-disabled={at === 0 || undefined}
                onClick={() => at > 0 && move(at, -1)}
              />
              <IconButton
                label={`Move ${item.title} down`}
                icon={<ArrowDown className="size-4.5" />}
                aria-disabled={at === items.length - 1 || undefined}
                onClick={() => at < items.length - 1 && move(at, 1)}
              />
              <IconButton
                label={`Remove ${item.title}`}
                icon={<X className="size-4.5" />}
                onClick={() => onChange(ids.toSpliced(at, 1))}
              />
            </>
          )}
        </li>
      ))}
    </ol>
  )
}

function AddTracks({ ids, onChange }: { ids: readonly number[]; onChange: ChangeIds }) {
  const [search, setSearch] = useState('')
  const { data } = useLibraryPage({ owner: 'all', kind: 'TRACK', search: useDeferredValue(search), page: 0 })
  const others = (data?.content ?? []).filter(({ id }) => !ids.includes(id))
  return (
    <div className="grid gap-2">
      <h3 className="text-base">Add tracks</h3>
      <TextInput
        type="search"
        aria-label="Search tracks to add"
        placeholder="Title, artist or album"
        maxLength={200}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      {data && others.length === 0 && (
        <p className="text-sm text-text-muted">There is no other track to add.</p>
      )}
      <ul aria-label="Tracks to add" className="grid">
        {others.map((item) => (
          <li key={item.id} className="flex items-center gap-1 py-1.5">
            <Track item={item} />
            <IconButton
              label={`Add ${item.title}`}
              icon={<Plus className="size-4.5" />}
              onClick={() => onChange([...ids, item.id])}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

function Track({ item: { title, artist, state } }: { item: LibraryItem }) {
  return (
    <span className="grid min-w-0 flex-1">
      <span className="font-semibold wrap-anywhere">{title}</span>
      <span className="text-sm text-text-muted wrap-anywhere">
        {artist ?? 'No artist'}
        {state === 'RESTING' && ', not played'}
      </span>
    </span>
  )
}
