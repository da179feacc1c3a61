import { useEffect } from 'react'
import { DjEngineProvider } from '../../features/stream/dj/dj-context.tsx'
import type { DjUser } from '../../features/stream/dj/dj-machine.ts'
import { OnAirBar } from '../../features/stream/dj/views/on-air-bar.tsx'
import { djEngine } from '../dj-engine.ts'

/** Starts the engine for somebody who may broadcast, and shows the bar while they do. */
export function OnAirHost({ user }: { user: DjUser }) {
  useEffect(() => void djEngine.begin(user), [user])
  return (
    <DjEngineProvider value={djEngine}>
      <OnAirBar />
    </DjEngineProvider>
  )
}

/** Lets go of line and microphone. */
export function leaveAir(): void {
  djEngine.leave()
}
