import { Suspense } from 'react'
import { BellFrame } from '../../features/notifications/bell-frame.tsx'
import { OPENED_PARAM } from '../../features/notifications/push/opened-param.ts'
import { lazyPart } from '../../lib/load-part.ts'
import { useSearchParams } from '../../lib/router/router.tsx'
import { useClock } from '../../lib/use-clock.ts'
import { useSession } from '../../session/session.ts'

// Nobody waits for it: it comes after the page, and its place is kept.
const Bell = lazyPart(async () => (await import('../../features/notifications/bell.tsx')).Bell)

/** Between the theme and the account: the bell. Visitors, who are told nothing, load none of what keeps it current. */
export function BellSlot() {
  const { state } = useSession()
  const [params] = useSearchParams()
  if (state === 'signed-out' && !params.has(OPENED_PARAM)) return <VisitorBell />
  return <Suspense fallback={<Place />}>{state === 'loading' ? <Place /> : <Bell />}</Suspense>
}

function VisitorBell() {
  return <BellFrame label="Notifications" isSignedIn={false} entries={[]} now={useClock()} />
}

function Place() {
  return <span className="size-10 shrink-0 coarse:size-11" />
}
