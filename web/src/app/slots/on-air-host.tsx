import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import { Suspense, useEffect } from 'react'
import { DjEngineProvider } from '../../features/stream/dj/dj-context.tsx'
import type { DjUser } from '../../features/stream/dj/dj-machine.ts'
import { EndNotesContext } from '../../features/stream/dj/end-notes-context.ts'
import { OnAirBar } from '../../features/stream/dj/views/on-air-bar.tsx'
import { lazyPart } from '../../lib/load-part.ts'
import { djEngine } from '../dj-engine.ts'

const EndNotes = lazyPart(async () => (await import('./end-notes.tsx')).EndNotes)

/** The question does not wait for them. */
function LaterEndNotes({ broadcast }: { broadcast: Broadcast }) {
  return (
    <Suspense>
      <EndNotes broadcast={broadcast} />
    </Suspense>
  )
}

/** Starts the engine for somebody who may broadcast, and shows the bar while they do. */
export function OnAirHost({ user }: { user: DjUser }) {
  useEffect(() => void djEngine.begin(user), [user])
  return (
    <DjEngineProvider value={djEngine}>
      <EndNotesContext value={LaterEndNotes}>
        <OnAirBar />
      </EndNotesContext>
    </DjEngineProvider>
  )
}

/** Lets go of line and microphone. */
export function leaveAir(): void {
  djEngine.leave()
}
