import { WifiOff } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { announce } from '../../lib/announce.ts'
import { useOnline } from '../../lib/use-online.ts'
import { useSession } from '../../session/session.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'

/** A grey bar while the browser has no network. */
export function OfflineBar() {
  const online = useOnline()
  const before = useRef(online)
  useEffect(() => {
    if (before.current !== online) announce(online ? "You're back online" : "You're offline")
    before.current = online
  }, [online])
  if (online) return null
  return (
    <section aria-label="Connection" className="bg-surface-2 px-4 py-1.5 text-sm font-medium text-text">
      <p className="flex items-center justify-center gap-2">
        <WifiOff aria-hidden="true" className="size-4" />
        You're offline
      </p>
    </section>
  )
}

/** The station could not say who is signed in: the page goes on as a visitor's. */
export function StartupFailureBar() {
  const session = useSession()
  if (session.state !== 'signed-out' || !session.error) return null
  return (
    <Banner
      tone="warning"
      role="status"
      flush
      className="md:px-6"
      onDismiss={session.dismissError}
      action={
        <Button variant="outline" size="sm" onClick={() => void session.refresh()}>
          Retry
        </Button>
      }
    >
      {session.error}
    </Banner>
  )
}
