import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import { Suspense } from 'react'
import { ActivityLog } from '../../../features/analytics/activity-log.tsx'
import {
  type StationNumbers,
  useStationNumbers,
} from '../../../features/analytics/control/use-station-numbers.ts'
import { useRefreshActivity } from '../../../features/analytics/use-activity.ts'
import { AwaitingReview } from '../../../features/announcements/dashboard/awaiting-review.tsx'
import { PersonPanel } from '../../../features/auth/people/person-panel.tsx'
import { useLiveBroadcast, useUpcoming } from '../../../features/broadcasts/queries.ts'
import { NotifyEverybody } from '../../../features/notifications/notify-everybody/notify-everybody.tsx'
import type { OnAir } from '../../../features/stream/control/end-show-words.ts'
import { SystemCard } from '../../../features/stream/control/system-card.tsx'
import { type Live, useLiveStatus } from '../../../features/stream/listener/live-status-context.ts'
import { lazyPart } from '../../../lib/load-part.ts'
import { useSession } from '../../../session/session.ts'
import { PATHS } from '../../paths.ts'
import { LineToDj } from '../../slots/line-to-dj.tsx'
import { AdminLayout } from './admin-layout.tsx'
import { AdminTiles } from './admin-tiles.tsx'
import { PeoplePanel } from './people-panel.tsx'

// A new station's alone.
const StartList = lazyPart(async () => (await import('./start-list.tsx')).StartList)

/** What the station's own status says before it has said anything: it is asked for what is on air all the same. */
const UNKNOWN_ID = 0

/** What administrators see: whether everything is fine, the people, what was done, and what can be started and stopped. */
export function AdminView() {
  const live = useLiveStatus()
  const onAir = useLiveBroadcast(live.station === 'unknown' ? UNKNOWN_ID : live.broadcastId)
  const numbers = useStationNumbers()
  const refreshLog = useRefreshActivity()
  const session = useSession()
  const showOnAir = onAirOf(live, onAir.data)
  return (
    <AdminLayout
      tiles={
        <>
          <Start numbers={numbers} />
          <AdminTiles numbers={numbers} live={live} onAir={onAir} next={useUpcoming().data?.[0]} />
          {showOnAir && session.state === 'signed-in' && (
            <LineToDj key={showOnAir.id} broadcastId={showOnAir.id} viewerId={session.user.id} />
          )}
        </>
      }
      people={<PeoplePanel Panel={PersonPanel} />}
      activity={<ActivityLog scope={null} />}
      station={
        <>
          <SystemCard onAir={showOnAir} onDone={refreshLog} />
          <AwaitingReview to={`${PATHS.announcements}?show=drafts`} />
          <NotifyEverybody people={numbers.users.data?.totalUsers} />
        </>
      }
    />
  )
}

/** What a station needs before its first broadcast has ended. */
function Start({ numbers }: { numbers: StationNumbers }) {
  const users = numbers.users.data
  const broadcasts = numbers.broadcasts.data
  if (!users || !broadcasts || broadcasts.completedBroadcasts > 0) return null
  return (
    <Suspense>
      <StartList users={users} broadcasts={broadcasts} />
    </Suspense>
  )
}

/** Null for nothing; undefined while nobody knows. */
function onAirOf(live: Live, show: Broadcast | null | undefined): OnAir | null | undefined {
  if (live.station === 'off-air') return null
  if (!show) return show
  const { id, title, startedBy, createdBy } = show
  return { id, title, djName: (startedBy ?? createdBy).name, listenerCount: live.listenerCount }
}
