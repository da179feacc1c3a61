import type { Playlist } from '@carillon/contract/library/playlists'
import type { LibraryItem } from '@carillon/contract/library/schemas'
import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { useFocusKeeper } from '../../../lib/use-focus-keeper.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextInput } from '../../../ui/field.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { RetryBanner } from '../../../ui/retry-banner.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useLibraryPage } from '../use-library.ts'
import { idsOf, type Tracks, useTracks } from './use-tracks.ts'

export type PlaylistTracksProps = { playlist: Playlist; canEdit: boolean; onClose(): void }
type Change = (tracks: Tracks) => void

/** Tracks of a playlist in order. Who may change them does so at once: there is nothing to save. */
export function PlaylistTracks({ playlist: { id, name }, canEdit, onClose }: PlaylistTracksProps) {
  const { tracks, isError, refetch, problem, change } = useTracks(id)
  const { ref, keep } = useFocusKeeper()
  const remove = (at: number) => {
    keep()
    if (tracks) change(tracks.toSpliced(at, 1))
  }
  const title = (
    <span ref={ref} tabIndex={-1}>
      Tracks of {name}
    </span>
  )
  return (
    <Dialog open onClose={onClose} title={title}>
      <div className="grid gap-4">
        {isError && <RetryBanner onRetry={() => void refetch()}>Couldn't load the tracks</RetryBanner>}
        {problem && <Banner tone="danger">{problem}</Banner>}
        {!tracks && !isError && (
          <div role="status" aria-label="Loading the tracks">
            <Skeleton className="h-12" />
          </div>
        )}
        {tracks?.length === 0 && <p className="text-sm text-text-muted">There is no track in it yet.</p>}
        {tracks && tracks.length > 0 && (
          <TrackList tracks={tracks} onChange={canEdit ? change : null} onRemove={remove} />
        )}
        {tracks && canEdit && <AddTracks tracks={tracks} onChange={change} />}
      </div>
    </Dialog>
  )
}

type TrackListProps = { tracks: Tracks; onChange: Change | null; onRemove(at: number): void }

function TrackList({ tracks, onChange, onRemove }: TrackListProps) {
  const move = (at: number, by: 1 | -1) =>
    onChange?.(tracks.toSpliced(at, 1).toSpliced(at + by, 0, tracks[at] as LibraryItem))
  return (
    <ol aria-label="Tracks" className="grid">
      {tracks.map((item, at) => (
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
                aria-disabled={at === tracks.length - 1 || undefined}
                onClick={() => at < tracks.length - 1 && move(at, 1)}
              />
              <IconButton
                label={`Remove ${item.title}`}
                icon={<X className="size-4.5" />}
                onClick={() => onRemove(at)}
              />
            </>
          )}
        </li>
      ))}
    </ol>
  )
}

function AddTracks({ tracks, onChange }: { tracks: Tracks; onChange: Change }) {
  const [search, setSearch] = useState('')
  const { data } = useLibraryPage({ owner: 'all', kind: 'TRACK', search: useDeferredValue(search), page: 0 })
  const { ref, keep } = useFocusKeeper()
  const ids = idsOf(tracks)
  const others = (data?.content ?? []).filter(({ id }) => !ids.includes(id))
  return (
    <div className="grid gap-2">
      <h3 ref={ref} tabIndex={-1} className="text-base">
        Add tracks
      </h3>
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
              onClick={() => {
                keep()
                onChange([...tracks, item])
              }}
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
