import { listMarks } from '@carillon/contract/broadcasts/marks'
import { broadcastEventSchema } from '@carillon/contract/broadcasts/topics'
import { DESTINATIONS, destinationFor } from '@carillon/contract/destination'
import { MINUTE_MS } from '@carillon/contract/durations'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSubscription } from '../../realtime/use-subscription.ts'
import { useCall } from '../../session/session.ts'

/** A loss, and its end, are published before they are stored, by this much at most. */
const STORED_WITHIN_MS = 3_000
const CHANGES_MARKS: ReadonlySet<string> = new Set(['SOURCE_LOST', 'SOURCE_RECOVERED'])

/** Marks of a broadcast on air, oldest first. Asked again when its sound is lost or comes back, and each minute. */
export function useMarks(broadcastId: number) {
  const call = useCall()
  const [changes, setChanges] = useState(0)
  const { data, refetch } = useQuery({
    queryKey: ['broadcasts', 'marks', broadcastId],
    queryFn: ({ signal }) => call(listMarks, { params: { id: broadcastId }, signal }),
    refetchInterval: MINUTE_MS,
  })
  useSubscription(destinationFor(DESTINATIONS.broadcast, broadcastId), {
    onMessage: (body) => {
      const event = broadcastEventSchema.safeParse(body)
      if (event.success && CHANGES_MARKS.has(event.data.type)) setChanges((count) => count + 1)
    },
  })
  useEffect(() => {
    if (changes === 0) return
    const timer = setTimeout(() => void refetch(), STORED_WITHIN_MS)
    return () => clearTimeout(timer)
  }, [changes, refetch])
  return data
}
