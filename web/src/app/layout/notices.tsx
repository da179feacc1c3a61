import { WifiOff } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { announce } from '../../lib/announce.ts'
import { isPartWaiting } from '../../lib/load-part.ts'
import { useStore } from '../../lib/store.ts'
import { useOnline } from '../../lib/use-online.ts'
import { useSession } from '../../session/session.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { waitingWords } from './loading-screen.tsx'

/** A grey bar while the browser has no network, or a page that was asked for waits for the station. */
export function OfflineBar() {
  const online = useOnline()
  const isWaiting = useStore(isPartWaiting)
  const before = useRef(online)
  useEffect(() => {
    if (before.current !== online) announce(online ? "You're back online" : "You're offline")
    before.current = online
  }, [online])
  if (online && !isWaiting) return null
  return (
    <section aria-label="Connection" className="bg-surface-2 px-4 py-1.5 text-sm font-medium text-text">
      <p className="flex items-center justify-center gap-2">
        <WifiOff aria-hidden="true" className="size-4" />
        {isWaiting ? waitingWords(online) : "You're offline"}
      </p>
    </section>
  )
}

/**
 * The station could not say who is signed in: the page goes on as a visitor's. Or it could not be told who signed out,
 * which nobody may dismiss: a reload would open the account again.
 */
export function SessionBar() {
  const session = useSession()
  if (session.state !== 'signed-out' || !(session.error || session.isSignOutPending)) return null
  return (
    <Banner
      tone="warning"
      role="status"
      flush
      className="md:px-6"
      {...(session.error && { onDismiss: session.dismissError })}
      action={
        <Button variant="outline" size="sm" onClick={() => void session.refresh()}>
          Retry
        </Button>
      }
    >
      {session.error ??
        "The station hasn't confirmed that you signed out. Keep this page open: we keep trying."}
    </Banner>
  )
}
