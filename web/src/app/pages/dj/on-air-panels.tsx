import { type ComponentProps, Suspense } from 'react'
import type { OnAirPanels } from '../../../features/stream/dj/views/on-air-dashboard.tsx'
import { SendLevel } from '../../../features/stream/dj/views/send-level.tsx'
import { useLiveStatus } from '../../../features/stream/listener/live-status-context.ts'
import { lazyPart } from '../../../lib/load-part.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useNextShow } from '../../slots/next-show.ts'
import { ShowThatFollows } from '../../slots/show-that-follows.tsx'

/** Fetches what the desk of a show has beside the sound. It is asked for with the press that goes live. */
export const loadOnAirPanels = () => import('./dj-room.tsx')

const Panels = lazyPart(async () => (await loadOnAirPanels()).DJ_ON_AIR_PANELS.Panels)
const Numbers = lazyPart(async () => (await loadOnAirPanels()).DJ_ON_AIR_PANELS.Numbers)
const Debrief = lazyPart(async () => (await import('./debrief.tsx')).Debrief)
const Visibility = lazyPart(
  async () =>
    (await import('../../../features/recordings/recording-visibility.tsx')).RecordingVisibilitySwitch,
)
const WaitingRoom = lazyPart(
  async () => (await import('../../../features/broadcasts/hand-over/waiting-room.tsx')).WaitingRoom,
)
const WaitingLine = lazyPart(async () => (await import('./waiting-line.tsx')).WaitingLine)
const Actions = lazyPart(async () => (await loadOnAirPanels()).DJ_ON_AIR_PANELS.Actions)

/** The panels of a show, which setting one up does not wait for. The sound is there before them. */
export const LATER_ON_AIR_PANELS: OnAirPanels = {
  Rail: ({ broadcast }) => (
    <>
      {useNextShow(broadcast.id) && <SendLevel broadcastId={broadcast.id} />}
      <ShowThatFollows broadcastId={broadcast.id} by="dj" />
    </>
  ),
  Waiting: ({ broadcast }) => {
    const live = useLiveStatus()
    const liveId = live.station === 'live' ? live.broadcastId : null
    return (
      <Suspense>
        <SendLevel broadcastId={broadcast.id} />
        <WaitingRoom broadcastId={broadcast.id} liveId={liveId} />
        {liveId !== null && (
          <div className="my-2">
            <WaitingLine broadcastId={broadcast.id} liveId={liveId} />
          </div>
        )}
      </Suspense>
    )
  },
  Panels: (props: ComponentProps<OnAirPanels['Panels']>) => (
    <Suspense fallback={props.audio}>
      <Panels {...props} />
    </Suspense>
  ),
  Numbers: (props: ComponentProps<OnAirPanels['Numbers']>) => (
    <Suspense>
      <Numbers {...props} />
    </Suspense>
  ),
  Remains: (props: ComponentProps<OnAirPanels['Remains']>) => (
    <Suspense fallback={<Skeleton className="h-96 rounded-card" />}>
      <Debrief {...props} />
    </Suspense>
  ),
  Visibility: (props: ComponentProps<OnAirPanels['Visibility']>) => (
    <Suspense fallback={<div className="h-11" />}>
      <Visibility {...props} />
    </Suspense>
  ),
  Actions: (props: ComponentProps<OnAirPanels['Actions']>) => (
    <Suspense>
      <Actions {...props} />
    </Suspense>
  ),
}
