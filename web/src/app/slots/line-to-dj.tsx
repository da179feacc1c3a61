import { type ComponentProps, Suspense } from 'react'
import { lazyPart } from '../../lib/load-part.ts'

const StaffLineCard = lazyPart(
  async () => (await import('../../features/staff-line/staff-line-card.tsx')).StaffLineCard,
)

type LineToDjProps = Pick<ComponentProps<typeof StaffLineCard>, 'broadcastId' | 'viewerId'>

/** For staff, beside the show on air: the private line to its DJ. Its place is kept. */
export function LineToDj(props: LineToDjProps) {
  return (
    <Suspense fallback={<div className="h-11.5 rounded-card border border-border bg-surface" />}>
      <StaffLineCard {...props} to="dj" />
    </Suspense>
  )
}
