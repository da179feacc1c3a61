import type { Broadcast } from '@carillon/contract/broadcasts'
import { canModerate, ownersOf } from '@carillon/contract/policies'
import { lazy, Suspense } from 'react'
import { DeckSkeleton } from '../../features/recordings/deck-skeleton.tsx'
import { DeskSkeleton } from '../../features/recordings/desk-skeleton.tsx'
import { useSession } from '../../session/session.tsx'
import { StageDeck } from '../../ui/stage.tsx'

// Only a show that is over needs it.
const RecordingOnStage = lazy(async () => ({
  default: (await import('./recording-host.tsx')).RecordingOnStage,
}))
const RecordingBelow = lazy(async () => ({
  default: (await import('./recording-host.tsx')).RecordingBelow,
}))

/** On the stage of a show that is over: its recording. Its place is kept. */
export function RecordingSlot({ broadcast }: { broadcast: Broadcast }) {
  return (
    <Suspense fallback={broadcast.recordingUrl === null ? <StageDeck>{null}</StageDeck> : <DeckSkeleton />}>
      <RecordingOnStage broadcast={broadcast} />
    </Suspense>
  )
}

/** Below it, for its DJ and staff: who may hear it and how long it stays. */
export function RecordingDeskSlot({ broadcast }: { broadcast: Broadcast }) {
  const session = useSession()
  if (!canModerate(session.state === 'signed-in' ? session.user : null, broadcast && ownersOf(broadcast)))
    return null
  return (
    <Suspense fallback={broadcast.recordingUrl === null ? null : <DeskSkeleton />}>
      <RecordingBelow broadcast={broadcast} />
    </Suspense>
  )
}
