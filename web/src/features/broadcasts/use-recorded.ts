import { listBroadcasts } from '@carillon/contract/broadcasts/endpoints'
import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import { DAY_MS } from '@carillon/contract/durations'
import { useQuery } from '@tanstack/react-query'
import { stationClock } from '../../lib/station-clock.ts'
import { useCall } from '../../session/session.ts'
import { broadcastKeys } from './queries.ts'

/** Shows that never began or have no recording stand between: behind this many, recordings are looked for. */
const LOOKED_THROUGH = 50

/** The shows that have a recording, newest first. */
export function useRecorded() {
  const call = useCall()
  return useQuery({
    queryKey: [...broadcastKeys.all, 'recorded'],
    queryFn: async ({ signal }) => {
      // What began before its time is planned for later.
      const until = new Date(stationClock.now() + DAY_MS).toISOString()
      const { content } = await call(listBroadcasts, { query: { until, size: LOOKED_THROUGH }, signal })
      return content.filter(isRecorded).sort((a, b) => endOf(b) - endOf(a))
    },
  })
}

function endOf({ actualEnd }: Broadcast): number {
  return Date.parse(actualEnd ?? '')
}

function isRecorded({ status, recordingUrl }: Broadcast): boolean {
  return status === 'ENDED' && recordingUrl !== null
}
