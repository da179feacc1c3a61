import { Suspense } from 'react'
import { lazyPart } from '../../lib/load-part.ts'

// Nobody waits for it: it comes after the page, and its place is kept.
const Bell = lazyPart(async () => (await import('../../features/notifications/bell.tsx')).Bell)

/** Between the theme and the account: the bell. */
export function BellSlot() {
  return (
    <Suspense fallback={<span className="size-10 shrink-0 coarse:size-11" />}>
      <Bell />
    </Suspense>
  )
}
