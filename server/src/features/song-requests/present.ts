import type { SongRequest } from '@carillon/contract/song-requests/schemas'
import type { StoredSongRequest } from './table.ts'

/** The wire form of a stored request. */
export function presentSongRequest(stored: StoredSongRequest): SongRequest {
  const { id, broadcastId, songTitle, artist, message, status, requestedBy } = stored
  const timestamp = stored.createdAt.toISOString()
  return { id, broadcastId, songTitle, artist, message, status, timestamp, requestedBy }
}
