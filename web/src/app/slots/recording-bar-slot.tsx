import { Suspense } from 'react'
import { heldRecording } from '../../features/recordings/held-recording.ts'
import { lazyPart } from '../../lib/load-part.ts'
import { useLocation } from '../../lib/router/router.tsx'
import { useStore } from '../../lib/store.ts'

// Only those who have begun a recording load its bar.
const RecordingBarHost = lazyPart(async () => (await import('./recording-bar-host.tsx')).RecordingBarHost)

/** On every page but its own: the recording that was begun. */
export function RecordingBarSlot() {
  const held = useStore(heldRecording)
  const { pathname } = useLocation()
  if (!held || pathname === `/broadcast/${held.broadcastId}`) return null
  return (
    <Suspense fallback={null}>
      <RecordingBarHost held={held} />
    </Suspense>
  )
}
