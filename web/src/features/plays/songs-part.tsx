import { useMemo } from 'react'
import { SongList } from './song-list.tsx'
import { useSongs } from './use-songs.ts'

type SongsProps = { broadcastId: number; isOnAir: boolean }

/** Songs of a show in its report, in the order in which they played; nothing while they cannot be had. */
export function SongsPart(props: SongsProps) {
  const { data } = useSongs(props.broadcastId, props.isOnAir)
  if (!data) return null
  return (
    <section aria-labelledby="songs" className="grid gap-3">
      <h3 id="songs">Songs</h3>
      <Songs {...props} />
    </section>
  )
}

/** Songs of a show in the order in which they played, below a heading of the page's own. */
export function Songs({ broadcastId, isOnAir }: SongsProps) {
  const { data, isError } = useSongs(broadcastId, isOnAir)
  const songs = useMemo(() => data?.toReversed(), [data])
  if (songs && songs.length > 0) return <SongList songs={songs} />
  return (
    <p role="status" className="min-h-5 text-sm text-text-muted">
      {songs ? "The DJ didn't name any songs." : isError ? "Couldn't load the songs." : ''}
    </p>
  )
}
