import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import { type ReactNode, Suspense } from 'react'
import { ActivityLog } from '../../../features/analytics/activity-log.tsx'
import {
  type StationNumbers,
  useStationNumbers,
} from '../../../features/analytics/control/use-station-numbers.ts'
import { useRefreshActivity } from '../../../features/analytics/use-activity.ts'
import { AwaitingReview } from '../../../features/announcements/dashboard/awaiting-review.tsx'
import { PersonPanel } from '../../../features/auth/people/person-panel.tsx'
import { stillExpected } from '../../../features/broadcasts/lateness.ts'
import { useLiveBroadcast, useUpcoming } from '../../../features/broadcasts/queries.ts'
import { NotifyEverybody } from '../../../features/notifications/notify-everybody/notify-everybody.tsx'
import { BetweenShowsCard } from '../../../features/playout/between-shows-card.tsx'
import type { OnAir } from '../../../features/stream/control/end-show-words.ts'
import { SystemCard } from '../../../features/stream/control/system-card.tsx'
import { type Live, useLiveStatus } from '../../../features/stream/listener/live-status-context.ts'
import { lazyPart } from '../../../lib/load-part.ts'
import { useClock } from '../../../lib/use-clock.ts'
import { useLasting } from '../../../lib/use-lasting.ts'
import { useSession } from '../../../session/session.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { PATHS } from '../../paths.ts'
import { LineToDj } from '../../slots/line-to-dj.tsx'
import { ShowThatFollows } from '../../slots/show-that-follows.tsx'
import { AdminLayout } from './admin-layout.tsx'
import { AdminTiles } from './admin-tiles.tsx'
import { PeoplePanel } from './people-panel.tsx'

// A new station's alone.
const StartList = lazyPart(async () => (await import('./start-list.tsx')).StartList)

const LOADING = <Skeleton className="h-96 rounded-card" />

/** Id before the station has reported any status: it is asked for the broadcast on air all the same. */
const UNKNOWN_ID = 0

/** Administrators' dashboard: whether everything is fine, the people, the activity log, the controls of the station. */
export function AdminView() {
  const live = useLiveStatus()
  const onAir = useLiveBroadcast(live.station === 'unknown' ? UNKNOWN_ID : live.broadcastId)
  const numbers = useStationNumbers()
  const refreshLog = useRefreshActivity()
  const session = useSession()
  const showOnAir = onAirOf(live, onAir.data)
  const [next] = stillExpected(useUpcoming().data ?? [], useClock())
  return (
    <BelowStart numbers={numbers}>
      <AdminLayout
        tiles={
          <>
            <AdminTiles numbers={numbers} live={live} onAir={onAir} next={next} />
            {showOnAir && <ShowThatFollows broadcastId={showOnAir.id} by="staff" />}
            {showOnAir && session.state === 'signed-in' && (
              <LineToDj key={showOnAir.id} broadcastId={showOnAir.id} viewerId={session.user.id} />
            )}
          </>
        }
        people={<PeoplePanel Panel={PersonPanel} />}
        activity={<ActivityLog scope={null} />}
        station={
          <>
            <SystemCard onAir={showOnAir} listeners={live.listenerCount} onDone={refreshLog} />
            <BetweenShowsCard onDone={refreshLog} />
            <AwaitingReview to={`${PATHS.announcements}?show=drafts`} />
            <NotifyEverybody people={numbers.users.data?.totalUsers} />
          </>
        }
      />
    </BelowStart>
  )
}

/**
 * The start list of a station whose first broadcast has not ended, and the page below it. They come together, once it is
 * known whether there is a list: one that came later would push the page down. The page waits no longer than a moment for that.
 */
function BelowStart({
  numbers: { users, broadcasts },
  children,
}: {
  numbers: StationNumbers
  children: ReactNode
}) {
  const isPending = users.isPending || broadcasts.isPending
  const isLate = useLasting(isPending)
  if (isPending && !isLate) return LOADING
  const isNew = broadcasts.data?.completedBroadcasts === 0
  // With and without a list the page has the same place: what is open in it stays.
  return (
    <Suspense fallback={LOADING}>
      {users.data && broadcasts.data && isNew && (
        <StartList users={users.data} broadcasts={broadcasts.data} />
      )}
      {children}
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
