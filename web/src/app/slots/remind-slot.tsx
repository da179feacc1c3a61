import { Suspense } from 'react'
import type { RemindMeProps } from '../../features/notifications/remind-me.tsx'
import { lazyPart } from '../../lib/load-part.ts'
import { useSession } from '../../session/session.ts'

const RemindMe = lazyPart(async () => (await import('../../features/notifications/remind-me.tsx')).RemindMe)

const PLACES = { hero: 'h-11 w-11.5 shrink-0 md:w-37', card: 'h-9 w-34 shrink-0' } as const

/** Beside a show to come, for who is signed in: the way to be told of it. Its place is kept. */
export function RemindSlot({ on, broadcastId }: RemindMeProps) {
  if (useSession().state !== 'signed-in') return null
  const waiting = <span className={PLACES[on]} />
  return (
    <Suspense fallback={waiting}>
      <RemindMe key={broadcastId} on={on} broadcastId={broadcastId} waiting={waiting} />
    </Suspense>
  )
}
