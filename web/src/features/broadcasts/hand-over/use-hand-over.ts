import { getHandOver } from '@carillon/contract/broadcasts/hand-over'
import { broadcastEventSchema } from '@carillon/contract/broadcasts/topics'
import { DESTINATIONS, destinationFor } from '@carillon/contract/destination'
import { useQuery } from '@tanstack/react-query'
import { useSubscription } from '../../../realtime/use-subscription.ts'
import { useCall } from '../../../session/session.ts'
import { broadcastKeys } from '../queries.ts'

/** No event says whether the sound of who waits arrives: it is asked for. */
const REFRESH_MS = 5_000
const ABOUT_HAND_OVERS: ReadonlySet<string> = new Set(['STAND_BY', 'HAND_OVER_PLANNED', 'HANDED_OVER'])

/** State of the hand-over of a live broadcast; not asked while `id` is null. */
export function useHandOver(id: number | null) {
  const call = useCall()
  const query = useQuery({
    queryKey: [...broadcastKeys.all, 'hand-over', id],
    queryFn: ({ signal }) => call(getHandOver, { params: { id: id ?? 0 }, signal }),
    enabled: id !== null,
    refetchInterval: REFRESH_MS,
  })
  const look = () => void query.refetch()
  useSubscription(id === null ? null : destinationFor(DESTINATIONS.broadcast, id), {
    onMessage: (body) => {
      const event = broadcastEventSchema.safeParse(body)
      if (event.success && ABOUT_HAND_OVERS.has(event.data.type)) look()
    },
    onGap: look,
  })
  return query
}
