import { isBroadcaster } from '@carillon/contract/policies'
import { Suspense, useEffect } from 'react'
import { lazyPart } from '../../lib/load-part.ts'
import { LEAVING_TEXT, useOnAir } from '../../session/on-air-state.ts'
import { useSession } from '../../session/session.ts'

let loading: Promise<typeof import('./on-air-host.tsx')> | null = null

// Only those who may broadcast ever load the engine.
const OnAirHost = lazyPart(async () => {
  loading ??= import('./on-air-host.tsx')
  return (await loading).OnAirHost
})

/** Under the top bar on every route: the red bar of a DJ on air, and the guard of the page's exit. */
export function OnAirSlot() {
  const session = useSession()
  if (session.state !== 'signed-in' || !isBroadcaster(session.user)) return null
  return (
    <Suspense fallback={null}>
      <OnAirHost user={session.user} />
    </Suspense>
  )
}

/** Takes this page off the air and closes its microphone when its person signs out or may not broadcast any more. */
export function useLeaveAirAtSignOut(): void {
  const session = useSession()
  const mayStay =
    session.state === 'loading' || (session.state === 'signed-in' && isBroadcaster(session.user))
  useEffect(() => {
    if (!mayStay) void loading?.then(({ leaveAir }) => leaveAir())
  }, [mayStay])
}

/** The exact warning while this browser is broadcasting, else null. */
export function useLeavingWarning(): string | null {
  return useOnAir() ? LEAVING_TEXT : null
}
