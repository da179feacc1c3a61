import { Suspense, useEffect } from 'react'
import { lazyPart } from '../../../../lib/load-part.ts'
import { useOnAir } from '../../../../session/on-air-state.ts'

const load = () => import('./end-question.tsx')
const EndQuestion = lazyPart(async () => (await load()).EndQuestion)

/** Asks before the show ends. The question is fetched with the air: it must be there when the network is not. */
export function EndDialog({ open, onClose }: { open: boolean; onClose(): void }) {
  const isOnAir = useOnAir() !== null
  useEffect(() => {
    // What cannot be had is asked for again by the press.
    if (isOnAir) void load().catch(() => {})
  }, [isOnAir])
  if (!open) return null
  return (
    <Suspense>
      <EndQuestion onClose={onClose} />
    </Suspense>
  )
}
