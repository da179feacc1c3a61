import { type ComponentProps, Suspense } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { lazyPart } from '../../lib/load-part.ts'

const StaffLineCard = lazyPart(
  async () => (await import('../../features/staff-line/staff-line-card.tsx')).StaffLineCard,
)

type LineToDjProps = Pick<ComponentProps<typeof StaffLineCard>, 'broadcastId' | 'viewerId' | 'isFlush'>

/** For staff, beside the show on air: the private line to its DJ. Its place is kept. */
export function LineToDj(props: LineToDjProps) {
  return (
    <Suspense
      fallback={
        <div
          className={classNames(
            'border-border',
            props.isFlush ? 'h-11.25 border-b' : 'h-11.5 rounded-card border',
          )}
        />
      }
    >
      <StaffLineCard {...props} to="dj" />
    </Suspense>
  )
}
