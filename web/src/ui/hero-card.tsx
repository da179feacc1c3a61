import type { ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'

type HeroCardProps = {
  /** The motif behind the words, top right; it fades towards them. */
  rings: ReactNode
  /** Actions, on a strip of their own: never on top of the rings. */
  deck?: ReactNode
  /** The face of the show, left of the words. */
  art?: ReactNode
  className?: string
  children: ReactNode
}

/** The deep maroon card on which the station presents what sounds, the same in both themes; edge to edge on phones. */
export function HeroCard({ rings, deck, art, className, children }: HeroCardProps) {
  return (
    <div
      className={classNames(
        'on-maroon relative flex flex-col overflow-hidden bg-stage text-on-stage md:rounded-hero',
        className,
      )}
    >
      <div className="relative flex flex-1 flex-col overflow-hidden px-4 pt-4 pb-5 md:min-h-56 md:px-7 md:pt-7 md:pb-8">
        <div
          aria-hidden="true"
          className={classNames(
            'absolute -top-36 -right-32 w-80 [mask-composite:intersect] [mask-image:linear-gradient(90deg,transparent_8%,#000_64%),linear-gradient(#000_52%,transparent_76%)] md:-top-42 md:w-[35rem] md:[mask-image:linear-gradient(90deg,transparent_6%,#000_62%)]',
            // Words that begin behind a face reach farther.
            art ? 'md:-right-72' : 'md:-right-30',
          )}
        >
          {rings}
        </div>
        <div className="relative flex gap-4 md:gap-7">
          {art}
          <div className="min-w-0 flex-1">{children}</div>
        </div>
      </div>
      {deck}
    </div>
  )
}

/** The strip below a stage's words: buttons and facts in one row. */
export function HeroFooter({ children }: { children: ReactNode }) {
  return (
    <div className="relative flex min-h-20 items-center gap-4 border-t border-white/10 bg-black/20 px-4 py-3 md:min-h-24 md:gap-5 md:px-7 md:py-4">
      {children}
    </div>
  )
}

/** The stage before anything is known, at its real height, so that nothing jumps. */
export function HeroSkeleton() {
  return (
    <div role="status" aria-label="Loading">
      <HeroCard
        rings={null}
        deck={
          <HeroFooter>
            <span className="size-14 rounded-full bg-white/10 md:size-16" />
            <span className="h-5 w-36 animate-pulse rounded-sm bg-white/10" />
          </HeroFooter>
        }
      >
        <span className="block h-6.5 w-16 animate-pulse rounded-sm bg-white/10" />
        <span className="mt-4 block h-8 w-56 max-w-full animate-pulse rounded-sm bg-white/10 md:h-12 md:w-80" />
        <span className="mt-3 block h-5 w-40 animate-pulse rounded-sm bg-white/10" />
      </HeroCard>
    </div>
  )
}
