import { DESTINATIONS, destinationFor } from '@carillon/contract/destination'
import type { SongRequest } from '@carillon/contract/song-requests/schemas'
import { type SongRequestEvent, songRequestEventSchema } from '@carillon/contract/song-requests/topics'
import { useMemo } from 'react'
import { useLiveTopic } from '../../realtime/use-live-topic.ts'
import { useCall } from '../../session/session.ts'
import { createSongRequestCalls, type SongRequestCalls } from './song-request-calls.ts'
import { withSongRequestEvent } from './song-request-events.ts'

/** The song requests of a broadcast, oldest first, and what can be done with them. */
export type SongRequestsView = {
  /** Undefined before the first answer; the last one stays while the station cannot be reached. */
  requests: SongRequest[] | undefined
  isError: boolean
  retry(): void
  calls: SongRequestCalls
  /** Takes in what the station answered to an order. */
  take(request: SongRequest): void
  drop(id: number): void
}

/** Asks for the requests of a broadcast and follows their topic. Visitors may do neither: `isAllowed` false. */
export function useSongRequests(broadcastId: number, isAllowed: boolean): SongRequestsView {
  const call = useCall()
  const calls = useMemo(() => createSongRequestCalls(call, broadcastId), [call, broadcastId])
  const { data, take, ...query } = useLiveTopic<SongRequest[], SongRequestEvent>({
    queryKey: ['song-requests', broadcastId],
    ask: calls.list,
    reduce: withSongRequestEvent,
    topic: isAllowed ? destinationFor(DESTINATIONS.songRequests, broadcastId) : null,
    schema: songRequestEventSchema,
  })
  return {
    ...query,
    requests: data,
    calls,
    take: (request) => take({ type: 'SONG_REQUEST_UPDATED', request }),
    drop: (id) => take({ type: 'SONG_REQUEST_DELETED', id }),
  }
}
