import type { SongRequest, SongRequestEvent } from '@carillon/contract/song-requests'

/** The requests of a show after a piece of news, oldest first. News that is known already changes nothing. */
export function withSongRequestNews(requests: readonly SongRequest[], news: SongRequestEvent): SongRequest[] {
  if (news.type === 'SONG_REQUEST_DELETED') return requests.filter(({ id }) => id !== news.id)
  const others = requests.filter(({ id }) => id !== news.request.id)
  return [...others, news.request].sort((a, b) => a.id - b.id)
}
