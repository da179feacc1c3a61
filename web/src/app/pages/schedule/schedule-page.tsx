import { isBroadcaster, isStaff } from '@carillon/contract/policies'
import { CalendarPlus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { byStart } from '../../../features/broadcasts/schedule/agenda.ts'
import type { Viewer } from '../../../features/broadcasts/schedule/mine.ts'
import type { Opened } from '../../../features/broadcasts/schedule/show-actions.tsx'
import { type Shows, useShows } from '../../../features/broadcasts/schedule/use-shows.ts'
import { useWeekInView } from '../../../features/broadcasts/schedule/use-week-in-view.ts'
import { WeekBar } from '../../../features/broadcasts/schedule/week-bar.tsx'
import type { Replays } from '../../../features/broadcasts/schedule/week-replays.tsx'
import { WeekShows } from '../../../features/broadcasts/schedule/week-shows.tsx'
import { useLiveStatus } from '../../../features/stream/listener/live-status-context.ts'
import { lazyPart } from '../../../lib/load-part.ts'
import { TIMES_IN_ZONE } from '../../../lib/station-zone.ts'
import { useClock } from '../../../lib/use-clock.ts'
import { useMediaQuery } from '../../../lib/use-media-query.ts'
import { useSession } from '../../../session/session.ts'
import { Button } from '../../../ui/button.tsx'
import { RetryBanner } from '../../../ui/retry-banner.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { PageFrame } from '../../layout/page-frame.tsx'

const ShowDetails = lazyPart(
  async () => (await import('../../../features/broadcasts/schedule/show-details.tsx')).ShowDetails,
)
const RemindSlot = lazyPart(async () => (await import('../../slots/remind-slot.tsx')).RemindSlot)
const PlanningDialogs = lazyPart(
  async () => (await import('../../../features/broadcasts/schedule/planning-dialogs.tsx')).PlanningDialogs,
)
const WeekReplays = lazyPart(
  async () => (await import('../../../features/broadcasts/schedule/week-replays.tsx')).WeekReplays,
)
const ReplayDialogs = lazyPart(async () => (await import('./replay-parts.tsx')).ReplayDialogs)
const PlanReplayButton = lazyPart(async () => (await import('./replay-parts.tsx')).PlanReplayButton)

/** `/schedule`: a week of shows, what comes after it, and planning for those who may. */
export function SchedulePage() {
  const session = useSession()
  const viewer: Viewer = session.state === 'signed-in' ? session.user : null
  const now = useClock()
  const isWide = useMediaQuery('(min-width: 64rem)')
  const inView = useWeekInView(now)
  const { broadcastId: liveId, playsBetweenShows } = useLiveStatus()
  const shows = useShows(inView.week, liveId)
  const [replays, setReplays] = useState<Replays | null>(null)
  const items = shows.items && [...shows.items, ...(replays?.items ?? [])].sort(byStart)
  const [opened, setOpened] = useState<Opened | null>(null)
  return (
    <PageFrame
      title="Schedule"
      lead={TIMES_IN_ZONE}
      aside={<PlanButtons viewer={viewer} onOpen={setOpened} />}
    >
      <WeekBar inView={inView} isWide={isWide} hasOwn={isBroadcaster(viewer)} />
      <LoadError shows={shows} />
      {!items && !shows.isError && <Waiting />}
      {items && (
        <WeekShows
          inView={inView}
          items={items}
          now={now}
          isWide={isWide}
          viewer={viewer}
          onOpen={setOpened}
        />
      )}
      <Suspense>
        {playsBetweenShows && <WeekReplays week={inView.week} liveId={liveId} onReplays={setReplays} />}
        {opened && <Dialogs {...{ opened, viewer, now, shows, replays }} onOpen={setOpened} />}
      </Suspense>
    </PageFrame>
  )
}

type DialogsProps = {
  opened: Opened
  viewer: Viewer
  now: Date
  shows: Shows
  replays: Replays | null
  onOpen(opened: Opened | null): void
}

/** Dialog over the week: one show, or a form. */
function Dialogs({ opened, viewer, now, shows, replays, onOpen }: DialogsProps) {
  const onClose = () => onOpen(null)
  if (opened.what === 'replay' || opened.what === 'take-back')
    return <ReplayDialogs opened={opened} onClose={onClose} onChanged={() => replays?.refetch()} />
  if (opened.what === 'details')
    return (
      <ShowDetails
        item={opened.item}
        viewer={viewer}
        now={now}
        remind={
          <Suspense>
            <RemindSlot on="card" broadcastId={opened.item.id} />
          </Suspense>
        }
        onOpen={onOpen}
        onClose={onClose}
      />
    )
  return (
    <PlanningDialogs
      key={opened.what}
      opened={opened}
      items={shows.items ?? []}
      onClose={onClose}
      onChanged={shows.refetch}
    />
  )
}

function PlanButtons({ viewer, onOpen }: { viewer: Viewer; onOpen(opened: Opened): void }) {
  if (!isBroadcaster(viewer) && !isStaff(viewer)) return null
  return (
    <div className="no-print flex flex-wrap gap-2">
      {isStaff(viewer) && (
        <Suspense>
          <PlanReplayButton onOpen={onOpen} />
        </Suspense>
      )}
      {isBroadcaster(viewer) && (
        <Button icon={<CalendarPlus className="size-5" />} onClick={() => onOpen({ what: 'plan' })}>
          Schedule a broadcast
        </Button>
      )}
    </div>
  )
}

function LoadError({ shows }: { shows: Shows }) {
  if (!shows.isError) return null
  return (
    <RetryBanner onRetry={shows.refetch}>
      {shows.items ? "Couldn't refresh the schedule" : "Couldn't load the schedule"}
    </RetryBanner>
  )
}

function Waiting() {
  return (
    <div className="grid gap-3" role="status" aria-label="Loading the schedule">
      {[0, 1, 2, 3, 4].map((row) => (
        <Skeleton key={row} className="h-20 rounded-card" />
      ))}
    </div>
  )
}
