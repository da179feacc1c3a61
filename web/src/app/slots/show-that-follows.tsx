import { type ComponentProps, Suspense } from 'react'
import { lazyPart } from '../../lib/load-part.ts'

const HandOverRail = lazyPart(
  async () => (await import('../../features/broadcasts/hand-over/hand-over-rail.tsx')).HandOverRail,
)

/** Strip of the show that follows the one on air, fetched after the page. */
export function ShowThatFollows(props: ComponentProps<typeof HandOverRail>) {
  return (
    <Suspense>
      <HandOverRail {...props} />
    </Suspense>
  )
}
