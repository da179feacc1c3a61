import type { Broadcast } from '@carillon/contract/broadcasts'
import { lazy, Suspense } from 'react'
import { DeckSkeleton } from '../../features/recordings/deck-skeleton.tsx'

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
    <Suspense fallback={<DeckSkeleton />}>
      <RecordingOnStage broadcast={broadcast} />
    </Suspense>
  )
}

/** Below it, for its DJ and staff: who may hear it and how long it stays. */
export function RecordingDeskSlot({ broadcast }: { broadcast: Broadcast }) {
  return (
    <Suspense fallback={null}>
      <RecordingBelow broadcast={broadcast} />
    </Suspense>
  )
}
