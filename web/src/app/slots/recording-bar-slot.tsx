import { Suspense } from 'react'
import { heldRecording, recordingInView } from '../../features/recordings/held-recording.ts'
import { lazyPart } from '../../lib/load-part.ts'
import { useLocation } from '../../lib/router/router.tsx'
import { useStore } from '../../lib/store.ts'

// Only those who have begun a recording load its bar.
const RecordingBarHost = lazyPart(async () => (await import('./recording-bar-host.tsx')).RecordingBarHost)

/** The recording that was begun, on every page but its own and those that show its player. */
export function RecordingBarSlot() {
  const held = useStore(heldRecording)
  const inView = useStore(recordingInView)
  const { pathname } = useLocation()
  if (!held || held.broadcastId === inView || pathname === `/broadcast/${held.broadcastId}`) return null
  return (
    <Suspense fallback={null}>
      <RecordingBarHost held={held} />
    </Suspense>
  )
}
