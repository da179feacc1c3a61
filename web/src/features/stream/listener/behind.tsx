import { Suspense } from 'react'
import { lazyPart } from '../../../lib/load-part.ts'

const Clock = lazyPart(async () => (await import('./behind-parts.tsx')).BehindClock)

/** Distance behind what is live, kept current: `-4:12`. */
export function Behind() {
  return (
    <Suspense fallback=" ">
      <Clock />
    </Suspense>
  )
}
