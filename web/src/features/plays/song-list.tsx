import type { Song } from '@carillon/contract/plays/schemas'
import { formatTime } from '../../lib/station-time.ts'

type SongListProps = {
  songs: readonly Song[]
  /** Class of what is said quietly. */
  quiet?: string
}

/** Songs with the time at which each began. */
export function SongList({ songs, quiet = 'text-text-muted' }: SongListProps) {
  return (
    <ol className="grid gap-1.5 text-sm">
      {songs.map(({ id, title, artist, startedAt }) => (
        <li key={id} className="grid grid-cols-[4.5rem_minmax(0,1fr)] gap-2">
          <time dateTime={startedAt} className={`${quiet} tabular-nums`}>
            {formatTime(new Date(startedAt))}
          </time>
          <span className="wrap-anywhere">
            <span className="font-semibold">{title}</span>
            {artist && <span className={quiet}> ·&nbsp;{artist}</span>}
          </span>
        </li>
      ))}
    </ol>
  )
}
