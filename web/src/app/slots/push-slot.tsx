import { useEffect } from 'react'
import { useCall, useSession } from '../../session/session.ts'

/** Keeps pushes to this browser with anyone who is signed in, and ends them at sign-out. Shows nothing. */
export function PushSlot() {
  const call = useCall()
  const session = useSession()
  const isSignedIn = session.state === 'signed-in'
  // Where nobody could be asked who is signed in, nothing is known.
  const isSignedOut = session.state === 'signed-out' && session.error === undefined
  useEffect(() => {
    if (!isPushAllowed() || !(isSignedIn || isSignedOut)) return
    const settle = async () => {
      const { pushStoreOf } = await import('../../features/notifications/push/push-store.ts')
      const pushes = pushStoreOf(call)
      await (isSignedIn ? pushes.look() : pushes.forget())
    }
    settle().catch((error) => console.error('Push notifications could not be checked:', error))
  }, [call, isSignedIn, isSignedOut])
  return null
}

function isPushAllowed(): boolean {
  return 'Notification' in window && Notification.permission === 'granted' && 'serviceWorker' in navigator
}
