import type { LibraryItem } from '@carillon/contract/library/schemas'
import { Pencil, Play, Square, Trash2 } from 'lucide-react'
import { Badge } from '../../../ui/badge.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { KIND_WORDS } from '../kind-words.ts'
import { lengthWords } from '../library-words.ts'

export type ItemRowProps = {
  item: LibraryItem
  isPlaying: boolean
  canEdit: boolean
  onPlay(): void
  onEdit(): void
  onDelete(): void
}

/** An item with what can be done with it. */
export function ItemRow({ item, isPlaying, canEdit, onPlay, onEdit, onDelete }: ItemRowProps) {
  const { title, artist, album, durationMs, loudness, owner } = item
  // A dot begins a line and never ends one; spaces within length and loudness do not break either.
  const about = [artist, album, lengthWords(durationMs), `${loudness.toFixed(1)}\u00a0LUFS`, owner.name]
    .filter(Boolean)
    .join(' ·\u00a0')
  return (
    <li className="grid gap-2 border-b border-border py-3 last:border-b-0">
      <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3">
        <IconButton
          label={isPlaying ? `Stop ${title}` : `Play ${title}`}
          icon={isPlaying ? <Square className="size-4.5" /> : <Play className="size-4.5" />}
          onClick={onPlay}
        />
        <div className="grid gap-0.5">
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="font-semibold wrap-anywhere">{title}</span>
            <Badge tone={item.kind === 'TRACK' ? 'neutral' : 'info'}>{KIND_WORDS[item.kind]}</Badge>
            {item.state === 'RESTING' && <Badge tone="warning">Not played</Badge>}
          </span>
          <span className="text-sm text-text-muted tabular-nums wrap-anywhere">{about}</span>
        </div>
        {canEdit && (
          <div className="flex">
            <IconButton label={`Edit ${title}`} icon={<Pencil className="size-4.5" />} onClick={onEdit} />
            <IconButton label={`Delete ${title}`} icon={<Trash2 className="size-4.5" />} onClick={onDelete} />
          </div>
        )}
      </div>
      {isPlaying && (
        // biome-ignore lint/a11y/useMediaCaption: there are no words to caption in a song that nobody has on air yet
        <audio controls autoPlay src={`/api/library/${item.id}/sound`} className="w-full" />
      )}
    </li>
  )
}
