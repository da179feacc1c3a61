import { getAnalyticsHealth } from '@carillon/contract/analytics/endpoints'
import { getRadioStatus, getStreamHealth } from '@carillon/contract/stream/endpoints'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCall } from '../../../session/session.ts'

const SYSTEM_KEY = ['stream', 'system'] as const
/** Interval between looks at the parts of the station, while the page is in view. */
const REFRESH_MS = 15_000
/** Time within which a part that does not answer is said not to. */
const PATIENCE_MS = 15_000

/** Loads the state of the parts of the station. Each is loaded by itself: one that fails leaves the others standing. */
export function useSystem() {
  const call = useCall()
  return {
    health: useQuery({
      queryKey: [...SYSTEM_KEY, 'health'],
      queryFn: ({ signal }) => call(getStreamHealth, { signal: within(signal) }),
      refetchInterval: REFRESH_MS,
    }),
    radio: useRadioStatus(),
    numbers: useQuery({
      queryKey: [...SYSTEM_KEY, 'numbers'],
      queryFn: ({ signal }) => call(getAnalyticsHealth, { signal: within(signal) }),
      refetchInterval: REFRESH_MS,
    }),
  }
}

/** Whether the media service runs. */
export function useRadioStatus() {
  const call = useCall()
  return useQuery({
    queryKey: [...SYSTEM_KEY, 'radio'],
    queryFn: ({ signal }) => call(getRadioStatus, { signal: within(signal) }),
    refetchInterval: REFRESH_MS,
  })
}

function within(signal: AbortSignal): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)])
}

export type System = ReturnType<typeof useSystem>

/** Asks every part again. */
export function useRefreshSystem(): () => Promise<void> {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: SYSTEM_KEY })
}
