import {
  getPlayout,
  type Playout,
  type PlayoutChanges,
  setPlayout,
} from '@carillon/contract/playout/settings'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCall } from '../../session/session.ts'

const PLAYOUT_KEY = ['playout'] as const
/** Recordings become public and tracks arrive while the page is open. */
const REFRESH_MS = 30_000

/** Sound between shows as it is set, and a way to set it, which rejects as the call does. */
export function usePlayout() {
  const call = useCall()
  const queries = useQueryClient()
  const query = useQuery({
    queryKey: PLAYOUT_KEY,
    queryFn: ({ signal }) => call(getPlayout, { signal }),
    refetchInterval: REFRESH_MS,
  })
  const set = async (changes: PlayoutChanges, givenUp?: AbortSignal) => {
    queries.setQueryData<Playout>(PLAYOUT_KEY, await call(setPlayout, { body: changes, givenUp }))
  }
  return { query, set }
}
