import type { Activity } from '@carillon/contract/analytics/schemas'
import { Suspense, useCallback } from 'react'
import { bannedEmailOf } from '../../../features/analytics/activity-kinds.ts'
import { ActivityLog } from '../../../features/analytics/activity-log.tsx'
import { useRefreshActivity } from '../../../features/analytics/use-activity.ts'
import { ReviewQueue } from '../../../features/announcements/dashboard/review-queue.tsx'
import { WordList } from '../../../features/chat/moderation/word-list.tsx'
import { lazyPart } from '../../../lib/load-part.ts'
import { useMediaQuery } from '../../../lib/use-media-query.ts'
import { useSession } from '../../../session/session.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { PATHS } from '../../paths.ts'
import { WIDE } from './wide.ts'

// Below all else, or behind a tab.
const Dashboard = lazyPart(async () => (await import('../admin/people-panel.tsx')).PeoplePanel)
// Only where the log has a ban.
const LiftBan = lazyPart(async () => (await import('../../../features/auth/people/lift-ban.tsx')).LiftBan)

/** Queue of announcements that await review. */
export function Review() {
  return <ReviewQueue allPath={`${PATHS.announcements}?show=drafts`} editPath={editPath} />
}

/** List of the masked words. */
export function Words() {
  const session = useSession()
  const canRemove = session.state === 'signed-in' && session.user.role === 'ADMIN'
  return <WordList onChanged={useRefreshActivity()} canRemove={canRemove} isFoldable={useMediaQuery(WIDE)} />
}

/** Log of moderation, with the way back from a ban. */
export function Log() {
  const session = useSession()
  const self = session.state === 'signed-in' ? session.user : null
  const refresh = useRefreshActivity()
  const undoOf = useCallback(
    (activity: Activity) => {
      const email = bannedEmailOf(activity)
      return (
        self &&
        email && (
          <Suspense>
            <LiftBan self={self} email={email} onLifted={refresh} />
          </Suspense>
        )
      )
    },
    [self, refresh],
  )
  return <ActivityLog undoOf={undoOf} />
}

/** The people of the station. */
export function People() {
  return (
    <Suspense fallback={<Skeleton className="h-96 rounded-card" />}>
      <Dashboard isNarrow={useMediaQuery(WIDE)} />
    </Suspense>
  )
}

function editPath(id: number): string {
  return PATHS.editAnnouncement.replace(':id', String(id))
}
