import { Suspense } from 'react'
import { lazyPart } from '../../../lib/load-part.ts'
import type { RailProps } from './hand-over-strip.tsx'
import { useHandOver } from './use-hand-over.ts'

// Most hours nobody waits.
const HandOverStrip = lazyPart(async () => (await import('./hand-over-strip.tsx')).HandOverStrip)

/** The show that follows the live one, once its DJ waits or the hand-over is planned; until then nothing. */
export function HandOverRail(props: RailProps) {
  const { data, refetch } = useHandOver(props.broadcastId)
  // Who neither waits nor is planned is in the schedule.
  if (!data?.next || (!data.next.standingBySince && !data.at)) return null
  return (
    <Suspense>
      <HandOverStrip {...props} state={data} next={data.next} onDone={() => void refetch()} />
    </Suspense>
  )
}
