import type { SongRequest } from '@carillon/contract/song-requests/schemas'

/** A song as it was asked for: title, and artist where one was named. */
export function SongName({ songTitle, artist }: Pick<SongRequest, 'songTitle' | 'artist'>) {
  return (
    <p className="break-words">
      <span className="font-medium">{songTitle}</span>
      {artist && <span className="text-text-muted"> ·&nbsp;{artist}</span>}
    </p>
  )
}
