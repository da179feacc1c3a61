import { broadcastEventSchema } from '@carillon/contract/broadcasts/topics'
import { DESTINATIONS, destinationFor } from '@carillon/contract/destination'
import { STREAM_PATH } from '@carillon/contract/stream/schemas'
import { useQuery } from '@tanstack/react-query'
import { useSubscription } from '../../../realtime/use-subscription.ts'

/**
 * Whether the station lets listeners go back in the show on air, true until it says no; `broadcastId` is null for none.
 * Asked only while `isAsked`, and again when the show changes.
 */
export function useRewindable(broadcastId: number | null, isAsked: boolean): boolean {
  const enabled = isAsked && broadcastId !== null
  const { data = true, refetch } = useQuery({
    queryKey: ['rewind', broadcastId],
    queryFn: async ({ signal }) =>
      (await fetch(`${STREAM_PATH}?from=1`, { method: 'HEAD', signal })).status !== 409,
    enabled,
  })
  useSubscription(enabled ? destinationFor(DESTINATIONS.broadcast, broadcastId) : null, {
    onMessage: (body) => {
      const event = broadcastEventSchema.safeParse(body)
      if (event.success && event.data.type === 'BROADCAST_UPDATED') void refetch()
    },
    onGap: () => void refetch(),
  })
  return data
}
