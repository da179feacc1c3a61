import type { SongRequest } from '@carillon/contract/song-requests/schemas'
import type { SongRequestEvent } from '@carillon/contract/song-requests/topics'

/** The requests of a show after a piece of news, oldest first. News that is known already changes nothing. */
export function withSongRequestEvent(
  requests: readonly SongRequest[],
  event: SongRequestEvent,
): SongRequest[] {
  if (event.type === 'SONG_REQUEST_DELETED') return requests.filter(({ id }) => id !== event.id)
  const others = requests.filter(({ id }) => id !== event.request.id)
  return [...others, event.request].sort((a, b) => a.id - b.id)
}
