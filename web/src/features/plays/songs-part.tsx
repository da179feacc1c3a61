import { useMemo } from 'react'
import { SongList } from './song-list.tsx'
import { useSongs } from './use-songs.ts'

/** Songs of a show in its report, in the order in which they played; nothing while they cannot be had. */
export function SongsPart({ broadcastId, isOnAir }: { broadcastId: number; isOnAir: boolean }) {
  const { data } = useSongs(broadcastId, isOnAir)
  const songs = useMemo(() => data?.toReversed(), [data])
  if (!songs) return null
  return (
    <section aria-labelledby="songs" className="grid gap-3">
      <h3 id="songs">Songs</h3>
      {songs.length > 0 ? (
        <SongList songs={songs} />
      ) : (
        <p className="text-sm text-text-muted">The DJ didn't name any songs.</p>
      )}
    </section>
  )
}
