import { askersWords, groupBySong } from './song-request-state.ts'
import { useSongRequests } from './use-song-requests.ts'

/** Requests of a show's listeners that nobody answered. */
export function UnansweredRequests({ broadcastId }: { broadcastId: number }) {
  const { requests } = useSongRequests(broadcastId, true)
  if (!requests) return <p className="text-sm text-text-muted">Checking…</p>
  const songs = groupBySong(requests.filter(({ status }) => status === 'PENDING'))
  if (songs.length === 0) return <p className="text-sm text-text-muted">None. Every request was answered.</p>
  return (
    <ul className="grid max-h-60 gap-2 overflow-y-auto text-sm [scrollbar-width:thin]">
      {songs.map((song) => (
        <li key={song.id} className="wrap-anywhere">
          <b className="font-semibold">{song.songTitle}</b>
          {song.artist && ` ·\u00a0${song.artist}`}
          <span className="block text-text-muted">{askersWords(song)}</span>
        </li>
      ))}
    </ul>
  )
}
