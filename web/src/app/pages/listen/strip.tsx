import { type ReactNode, Suspense } from 'react'
import { usePlayer } from '../../../features/stream/listener/player-context.ts'
import { useFirstInterest } from '../../../lib/first-interest.ts'

/** Place of the strip, as high as it is. */
const PLACE = <div className="min-h-20 bg-black/20 coarse:min-h-24" />

/** Strip to go back in, for who is behind or about to do something here. */
export function Strip({ children }: { children: ReactNode }) {
  const isUsed = useFirstInterest()
  const { place } = usePlayer()
  if (!children || !(isUsed || place)) return PLACE
  return <Suspense fallback={PLACE}>{children}</Suspense>
}
