import { myTimeout } from '@carillon/contract/chat/endpoints'
import type { ChatTimeout } from '@carillon/contract/chat/schemas'
import { timeoutEventSchema } from '@carillon/contract/chat/topics'
import { DESTINATIONS, destinationFor } from '@carillon/contract/destination'
import type { Person } from '@carillon/contract/roles'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSubscription } from '../../realtime/use-subscription.ts'
import { useCall } from '../../session/session.ts'
import { useSecondsUntil } from './use-seconds-until.ts'

/** Until when the viewer is in a timeout; null while they are in none. Only listeners have one. */
export function useTimeout(viewer: Person | null): Date | null {
  const call = useCall()
  const queries = useQueryClient()
  const isListener = viewer?.role === 'LISTENER'
  const queryKey = ['chat', 'timeout', viewer?.id]
  const { data, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(myTimeout, { signal }),
    enabled: isListener,
  })
  useSubscription(isListener ? destinationFor(DESTINATIONS.notifications) : null, {
    onMessage(body) {
      const event = timeoutEventSchema.safeParse(body)
      if (event.success) queries.setQueryData<ChatTimeout>(queryKey, { until: event.data.until })
    },
    onGap: () => void refetch(),
  })
  const until = data?.until ? new Date(data.until) : null
  return useSecondsUntil(until?.getTime() ?? 0) > 0 ? until : null
}
