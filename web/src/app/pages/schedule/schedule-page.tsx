import { isBroadcaster, isStaff } from '@carillon/contract/policies'
import { CalendarPlus, Repeat2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { byStart, spanOf } from '../../../features/broadcasts/schedule/agenda.ts'
import type { Viewer } from '../../../features/broadcasts/schedule/mine.ts'
import type { Opened } from '../../../features/broadcasts/schedule/show-actions.tsx'
import { useReplays } from '../../../features/broadcasts/schedule/use-replays.ts'
import { type Shows, useShows } from '../../../features/broadcasts/schedule/use-shows.ts'
import { useWeekInView } from '../../../features/broadcasts/schedule/use-week-in-view.ts'
import { WeekBar } from '../../../features/broadcasts/schedule/week-bar.tsx'
import { WeekShows } from '../../../features/broadcasts/schedule/week-shows.tsx'
import { useLiveStatus } from '../../../features/stream/listener/live-status-context.ts'
import { lazyPart } from '../../../lib/load-part.ts'
import { formatDay } from '../../../lib/station-time.ts'
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
const PlanReplayDialog = lazyPart(
  async () => (await import('../../../features/playout/plan-replay-dialog.tsx')).PlanReplayDialog,
)
const TakeBackDialog = lazyPart(
  async () => (await import('../../../features/playout/take-back-dialog.tsx')).TakeBackDialog,
)

/** `/schedule`: a week of shows, what comes after it, and planning for those who may. */
export function SchedulePage() {
  const session = useSession()
  const viewer: Viewer = session.state === 'signed-in' ? session.user : null
  const now = useClock()
  const isWide = useMediaQuery('(min-width: 64rem)')
  const inView = useWeekInView(now)
  const liveId = useLiveStatus().broadcastId
  const shows = useShows(inView.week, liveId)
  const replays = useReplays(inView.week, liveId)
  const items = shows.items && [...shows.items, ...replays.items].sort(byStart)
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
        {opened?.what === 'details' && (
          <ShowDetails
            item={opened.item}
            viewer={viewer}
            now={now}
            remind={
              <Suspense>
                <RemindSlot on="card" broadcastId={opened.item.id} />
              </Suspense>
            }
            onOpen={setOpened}
            onClose={() => setOpened(null)}
          />
        )}
        <ReplayDialogs opened={opened} onClose={() => setOpened(null)} onChanged={replays.refetch} />
        {(opened?.what === 'plan' || opened?.what === 'edit' || opened?.what === 'cancel') && (
          <PlanningDialogs
            key={opened.what}
            opened={opened}
            items={shows.items ?? []}
            onClose={() => setOpened(null)}
            onChanged={shows.refetch}
          />
        )}
      </Suspense>
    </PageFrame>
  )
}

function PlanButtons({ viewer, onOpen }: { viewer: Viewer; onOpen(opened: Opened): void }) {
  if (!isBroadcaster(viewer) && !isStaff(viewer)) return null
  return (
    <div className="no-print flex flex-wrap gap-2">
      {isStaff(viewer) && (
        <Button
          variant="outline"
          icon={<Repeat2 className="size-5" />}
          onClick={() => onOpen({ what: 'replay', item: null })}
        >
          Plan a replay
        </Button>
      )}
      {isBroadcaster(viewer) && (
        <Button icon={<CalendarPlus className="size-5" />} onClick={() => onOpen({ what: 'plan' })}>
          Schedule a broadcast
        </Button>
      )}
    </div>
  )
}

type ReplayDialogsProps = { opened: Opened | null; onClose(): void; onChanged(): void }

/** Dialogs of staff about replays. */
function ReplayDialogs({ opened, onClose, onChanged }: ReplayDialogsProps) {
  if (opened?.what === 'replay')
    return <PlanReplayDialog broadcastId={opened.item?.id ?? null} onClose={onClose} onPlanned={onChanged} />
  if (opened?.what !== 'take-back' || !opened.item.replay) return null
  const { item } = opened
  return (
    <TakeBackDialog
      planId={opened.item.replay.planId}
      title={item.title}
      when={`${formatDay(item.start)}, ${spanOf(item)}`}
      onClose={onClose}
      onDone={onChanged}
    />
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
