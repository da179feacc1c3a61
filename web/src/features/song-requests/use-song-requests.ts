import { DESTINATIONS, destinationFor } from '@carillon/contract/destination'
import {
  type SongRequest,
  type SongRequestEvent,
  songRequestEventSchema,
} from '@carillon/contract/song-requests'
import { useMemo } from 'react'
import { useToldQuery } from '../../lib/use-told-query.ts'
import { useConnection } from '../../realtime/use-connection.ts'
import { useSubscription } from '../../realtime/use-subscription.ts'
import { useCall } from '../../session/session.tsx'
import { createSongRequestCalls, type SongRequestCalls } from './song-request-calls.ts'
import { withSongRequestNews } from './song-request-news.ts'

/** Without a connection that tells, the requests are asked for so often. */
const REFRESH_MS = 15_000

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
  const isTold = useConnection().state === 'open'
  const { query, hear, missed } = useToldQuery<SongRequest[], SongRequestEvent>({
    queryKey: ['song-requests', broadcastId],
    ask: calls.list,
    fold: withSongRequestNews,
    enabled: isAllowed,
    refetchInterval: isTold ? false : REFRESH_MS,
  })
  const topic = isAllowed ? destinationFor(DESTINATIONS.songRequests, broadcastId) : null
  useSubscription(topic, {
    onMessage: (body) => {
      const event = songRequestEventSchema.safeParse(body)
      if (event.success) hear(event.data)
    },
    onGap: missed,
  })
  return {
    requests: query.data,
    isError: query.errorUpdatedAt > query.dataUpdatedAt,
    retry: missed,
    calls,
    take: (request) => hear({ type: 'SONG_REQUEST_UPDATED', request }),
    drop: (id) => hear({ type: 'SONG_REQUEST_DELETED', id }),
  }
}
