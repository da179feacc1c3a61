import { DESTINATIONS, destinationFor } from '@carillon/contract/destination'
import type { SongRequestEvent } from '@carillon/contract/song-requests/topics'
import type { SongRequestsContext } from './ports.ts'
import { presentSongRequest } from './present.ts'
import type { StoredSongRequest } from './table.ts'

/** Tells who looks at a show's requests what became of them, and the requester how theirs stands. */
export function createSongRequestPublisher({ publish, publishToUser }: SongRequestsContext) {
  const publishToBroadcast = (broadcastId: number, event: SongRequestEvent) =>
    publish(destinationFor(DESTINATIONS.songRequests, broadcastId), event)

  return {
    created(stored: StoredSongRequest): void {
      publishToBroadcast(stored.broadcastId, { type: 'SONG_REQUEST', request: presentSongRequest(stored) })
    },
    updated(stored: StoredSongRequest): void {
      const event = { type: 'SONG_REQUEST_UPDATED', request: presentSongRequest(stored) } as const
      publishToBroadcast(stored.broadcastId, event)
      publishToUser(stored.requestedBy.id, destinationFor(DESTINATIONS.notifications), event)
    },
    deleted({ id, broadcastId }: StoredSongRequest): void {
      publishToBroadcast(broadcastId, { type: 'SONG_REQUEST_DELETED', id })
    },
  }
}
