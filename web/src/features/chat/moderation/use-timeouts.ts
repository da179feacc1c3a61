import { getChatter, giveTimeout, liftTimeout } from '@carillon/contract/chat/endpoints'
import type { Person } from '@carillon/contract/roles'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { isCancelled, messageOf } from '../../../api/api-error.ts'
import { formatTime } from '../../../lib/station-time.ts'
import { useCall } from '../../../session/session.ts'
import { toast } from '../../../ui/toast.ts'

const chatterKey = (broadcastId: number, userId: number) => ['chat', broadcastId, 'person', userId] as const

/** Loads the number of somebody's messages in a chat, and the end of their timeout. */
export function useChatter(broadcastId: number, userId: number) {
  const call = useCall()
  return useQuery({
    queryKey: chatterKey(broadcastId, userId),
    queryFn: ({ signal }) => call(getChatter, { params: { broadcastId, userId }, signal }),
  })
}

/** Gives and lifts timeouts; a toast says so. The same functions each time. */
export type TimeoutOrders = { give(person: Person): void; lift(person: Person): void }

/** The orders for one chat; `onDone` hears of each that was carried out. */
export function useTimeoutOrders(broadcastId: number, onDone: () => void): TimeoutOrders {
  const call = useCall()
  const queries = useQueryClient()
  return useMemo(() => {
    const done = (userId: number) => {
      void queries.invalidateQueries({ queryKey: chatterKey(broadcastId, userId) })
      onDone()
    }
    const lift = async ({ id: userId, name }: Person) => {
      try {
        await call(liftTimeout, { params: { broadcastId, userId } })
        toast(`${name} can write again`, { tone: 'success' })
        done(userId)
      } catch (error) {
        if (isCancelled(error)) return
        toast(`The timeout could not be lifted. ${messageOf(error, AGAIN)}`, { tone: 'danger' })
      }
    }
    const give = async (person: Person) => {
      const { id: userId, name } = person
      try {
        const { until } = await call(giveTimeout, { params: { broadcastId, userId } })
        const action = { label: 'Lift', onClick: () => void lift(person) }
        toast(`${name} is in a timeout until ${until ? formatTime(new Date(until)) : 'it is lifted'}`, {
          action,
        })
        done(userId)
      } catch (error) {
        if (isCancelled(error)) return
        toast(`${name} could not be given a timeout. ${messageOf(error, AGAIN)}`, { tone: 'danger' })
      }
    }
    return { give: (person) => void give(person), lift: (person) => void lift(person) }
  }, [call, queries, broadcastId, onDone])
}

const AGAIN = 'Please try again.'
