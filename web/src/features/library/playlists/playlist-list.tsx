import type { Playlist } from '@carillon/contract/library/playlists'
import { isStaff } from '@carillon/contract/policies'
import type { Person } from '@carillon/contract/roles'
import { ListMusic, Pencil, Plus, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { useFocusKeeper } from '../../../lib/use-focus-keeper.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { RetryBanner } from '../../../ui/retry-banner.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { DeleteQuestion } from '../delete-question.tsx'
import { lengthWords } from '../library-words.ts'
import { EditPlaylist } from './edit-playlist.tsx'
import { hoursWords } from './hours.ts'
import { PlaylistTracks } from './playlist-tracks.tsx'
import { usePlaylistChanges, usePlaylists } from './use-playlists.ts'

/** Something that is open over the list: a playlist's words, its tracks, or the question before it goes. */
type Opened = { form: 'words'; playlist: Playlist | null } | { form: 'tracks' | 'delete'; playlist: Playlist }

/** Playlists, which the station plays between shows: staff make and change them, DJs look. */
export function PlaylistList({ viewer }: { viewer: Pick<Person, 'role'> }) {
  const { data, isError, refetch } = usePlaylists()
  const [opened, setOpened] = useState<Opened | null>(null)
  const headingId = useId()
  const { ref, keep } = useFocusKeeper()
  const canEdit = isStaff(viewer)
  return (
    <Card aria-labelledby={headingId} className="grid content-start gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={headingId} ref={ref} tabIndex={-1}>
          Playlists
        </h2>
        {canEdit && (
          <Button size="sm" variant="outline" onClick={() => setOpened({ form: 'words', playlist: null })}>
            <Plus aria-hidden="true" className="size-4.5" />
            New playlist
          </Button>
        )}
      </div>
      {isError && <RetryBanner onRetry={() => void refetch()}>Couldn't load the playlists</RetryBanner>}
      {!data && !isError && (
        <div role="status" aria-label="Loading the playlists">
          <Skeleton className="h-12" />
        </div>
      )}
      {data?.length === 0 && (
        <p className="text-sm text-text-muted">
          There is no playlist yet. With one, the station plays its tracks between shows.
        </p>
      )}
      {data && data.length > 0 && (
        <ul aria-label="Playlists" className="grid">
          {data.map((playlist) => (
            <PlaylistRow
              key={playlist.id}
              playlist={playlist}
              canEdit={canEdit}
              onOpen={(form) => setOpened({ form, playlist })}
            />
          ))}
        </ul>
      )}
      {opened && <OpenedForm {...opened} canEdit={canEdit} onGone={keep} onClose={() => setOpened(null)} />}
    </Card>
  )
}

type PlaylistRowProps = { playlist: Playlist; canEdit: boolean; onOpen(form: Opened['form']): void }

function PlaylistRow({ playlist, canEdit, onOpen }: PlaylistRowProps) {
  const { name, weight, hours, tracks, playable, durationMs } = playlist
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 border-b border-border py-3 last:border-b-0">
      <div className="grid min-w-0 flex-1 basis-56 gap-0.5">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-semibold wrap-anywhere">{name}</span>
          {playable === 0 && <Badge tone="warning">Nothing to play</Badge>}
          {weight === 0 && <Badge tone="warning">Never chosen</Badge>}
        </span>
        <span className="text-sm text-text-muted">
          {tracks === 1 ? '1 track' : `${tracks} tracks`}, {lengthWords(durationMs)}
          {playable < tracks && `, ${playable} of them played`}. {hoursWords(hours)}. Weight {weight}.
        </span>
      </div>
      <div className="flex">
        <IconButton
          label={`Tracks of ${name}`}
          icon={<ListMusic className="size-4.5" />}
          onClick={() => onOpen('tracks')}
        />
        {canEdit && (
          <>
            <IconButton
              label={`Edit ${name}`}
              icon={<Pencil className="size-4.5" />}
              onClick={() => onOpen('words')}
            />
            <IconButton
              label={`Delete ${name}`}
              icon={<Trash2 className="size-4.5" />}
              onClick={() => onOpen('delete')}
            />
          </>
        )}
      </div>
    </li>
  )
}

type OpenedFormProps = Opened & { canEdit: boolean; onGone(): void; onClose(): void }

function OpenedForm({ canEdit, onGone, onClose, ...opened }: OpenedFormProps) {
  const { remove } = usePlaylistChanges()
  if (opened.form === 'words') return <EditPlaylist playlist={opened.playlist} onClose={onClose} />
  if (opened.form === 'tracks')
    return <PlaylistTracks playlist={opened.playlist} canEdit={canEdit} onClose={onClose} />
  const { id, name } = opened.playlist
  return (
    <DeleteQuestion
      name={name}
      result="Its tracks stay in the library."
      onDelete={(givenUp) => remove(id, givenUp)}
      onGone={onGone}
      onClose={onClose}
    />
  )
}
