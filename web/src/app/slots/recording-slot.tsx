import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import { canModerate, ownersOf } from '@carillon/contract/policies'
import { Suspense } from 'react'
import { DeckSkeleton } from '../../features/recordings/deck-skeleton.tsx'
import { RecordingPanelSkeleton } from '../../features/recordings/recording-panel-skeleton.tsx'
import { lazyPart } from '../../lib/load-part.ts'
import { useSession } from '../../session/session.ts'
import { HeroFooter } from '../../ui/hero-card.tsx'

// Only a show that is over needs it.
const RecordingHero = lazyPart(async () => (await import('./recording-host.tsx')).RecordingHero)
const RecordingBelow = lazyPart(async () => (await import('./recording-host.tsx')).RecordingBelow)

/** On the stage of a show that is over: its recording. Its place is kept. */
export function RecordingSlot({ broadcast }: { broadcast: Broadcast }) {
  return (
    <Suspense fallback={broadcast.recordingUrl === null ? <HeroFooter>{null}</HeroFooter> : <DeckSkeleton />}>
      <RecordingHero broadcast={broadcast} />
    </Suspense>
  )
}

/** Below it, for its DJ and staff: who may hear it and how long it stays. */
export function RecordingPanelSlot({ broadcast }: { broadcast: Broadcast }) {
  const session = useSession()
  if (!canModerate(session.state === 'signed-in' ? session.user : null, broadcast && ownersOf(broadcast)))
    return null
  return (
    <Suspense fallback={broadcast.recordingUrl === null ? null : <RecordingPanelSkeleton />}>
      <RecordingBelow broadcast={broadcast} />
    </Suspense>
  )
}
