import { broadcastHistory } from '@carillon/contract/broadcasts/endpoints'
import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import { useQuery } from '@tanstack/react-query'
import { useCall } from '../../session/session.ts'
import { broadcastKeys } from './queries.ts'

/** The newest shows may never have begun: behind this many of them, one that did is looked for. */
const LOOKED_THROUGH = 50

/** Interval before another try after a failure. */
const RETRY_MS = 15_000

/** The show that ended last within 30 days; null for none. `besideId` is what is on air: when that changes it is asked again. */
export function useLastEnded(besideId: number | null) {
  const call = useCall()
  return useQuery<Broadcast | null>({
    queryKey: [...broadcastKeys.all, 'last-ended', besideId],
    queryFn: async ({ signal }) => {
      const { content } = await call(broadcastHistory, { query: { size: LOOKED_THROUGH }, signal })
      return content.find(({ status }) => status === 'ENDED') ?? null
    },
    enabled: besideId === null,
    refetchInterval: (query) => (query.state.status === 'error' ? RETRY_MS : false),
  })
}
