import { Suspense } from 'react'
import { lazyPart } from '../../../lib/load-part.ts'

const loadParts = () => import('./behind-parts.tsx')
const Clock = lazyPart(async () => (await loadParts()).BehindClock)
const Watch = lazyPart(async () => (await loadParts()).RewindWatch)

/** Distance behind what is live, kept current: `-4:12`. */
export function Behind() {
  return (
    <Suspense fallback=" ">
      <Clock />
    </Suspense>
  )
}

/** RewindWatch, fetched when somebody goes back. */
export function BehindWatch() {
  return (
    <Suspense>
      <Watch />
    </Suspense>
  )
}
