import { cancelHandOver, getHandOver, handOver } from '@carillon/contract/broadcasts/hand-over'
import { broadcastEventSchema } from '@carillon/contract/broadcasts/topics'
import { DESTINATIONS, destinationFor } from '@carillon/contract/destination'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSubscription } from '../../../realtime/use-subscription.ts'
import { useCall } from '../../../session/session.ts'
import { broadcastKeys } from '../queries.ts'

/** Whether the sound of who waits arrives is told by nobody: it is asked for. */
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

/** Orders about the hand-over of a live broadcast: one at a time, and what the last one met. */
export function useHandOverOrders(id: number, onDone: () => void) {
  const call = useCall()
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const order = async (make: () => Promise<unknown>) => {
    setIsBusy(true)
    setProblem(null)
    try {
      await make()
      onDone()
    } catch (cause) {
      setProblem(cause instanceof Error ? cause.message : 'That did not work. Please try again.')
    } finally {
      setIsBusy(false)
    }
  }
  const params = { id }
  return {
    isBusy,
    problem,
    handOver: (to: number) => void order(() => call(handOver, { params, body: { to } })),
    plan: (to: number, at: string) => void order(() => call(handOver, { params, body: { to, at } })),
    cancel: () => void order(() => call(cancelHandOver, { params })),
  }
}
