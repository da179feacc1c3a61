import { Suspense } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { lazyPart } from '../../lib/load-part.ts'
import type { LineToDjProps } from './line-to-dj-card.tsx'

const LineToDjCard = lazyPart(async () => (await import('./line-to-dj-card.tsx')).LineToDjCard)

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
      <LineToDjCard {...props} />
    </Suspense>
  )
}
