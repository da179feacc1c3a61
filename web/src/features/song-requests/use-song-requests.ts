import { DESTINATIONS, destinationFor } from '@carillon/contract/destination'
import {
  type SongRequest,
  type SongRequestEvent,
  songRequestEventSchema,
} from '@carillon/contract/song-requests'
import { useMemo } from 'react'
import { useToldTopic } from '../../realtime/use-told-topic.ts'
import { useCall } from '../../session/session.tsx'
import { createSongRequestCalls, type SongRequestCalls } from './song-request-calls.ts'
import { withSongRequestNews } from './song-request-news.ts'

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
  const { data, take, ...told } = useToldTopic<SongRequest[], SongRequestEvent>({
    queryKey: ['song-requests', broadcastId],
    ask: calls.list,
    fold: withSongRequestNews,
    topic: isAllowed ? destinationFor(DESTINATIONS.songRequests, broadcastId) : null,
    schema: songRequestEventSchema,
  })
  return {
    ...told,
    requests: data,
    calls,
    take: (request) => take({ type: 'SONG_REQUEST_UPDATED', request }),
    drop: (id) => take({ type: 'SONG_REQUEST_DELETED', id }),
  }
}
