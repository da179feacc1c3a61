import { ChevronDown } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { classNames } from '../../../lib/class-names.ts'
import { useMediaQuery } from '../../../lib/use-media-query.ts'

export type ProfileSectionProps = {
  id: string
  title: string
  /** Right of the title: how this part stands. */
  mark?: ReactNode
  /** Whether it is unfolded where sections fold. */
  open: boolean
  onToggle(): void
  /** Takes the focus when what had it goes away. */
  headingRef?: RefObject<HTMLHeadingElement | null>
  children: ReactNode
}

/** A part of the profile: always in view on wide screens, one at a time unfolded on phones. */
export function ProfileSection(props: ProfileSectionProps) {
  const { id, title, mark, open, onToggle, headingRef, children } = props
  const folds = useMediaQuery('(width < 768px)')
  const isShown = !folds || open
  return (
    <section aria-labelledby={id} className="rounded-card border border-border bg-surface">
      <header className="relative flex items-center justify-between gap-3 px-4 py-4 lg:px-6 lg:pt-6 lg:pb-4">
        <h2 id={id} ref={headingRef} tabIndex={-1}>
          {folds ? (
            <button
              type="button"
              aria-expanded={open}
              aria-controls={`${id}-panel`}
              onClick={onToggle}
              className="text-left after:absolute after:inset-0"
            >
              {title}
            </button>
          ) : (
            title
          )}
        </h2>
        <span className="flex items-center gap-3">
          {mark}
          {folds && (
            <ChevronDown
              aria-hidden="true"
              className={classNames('size-5 text-text-muted transition-transform', open && 'rotate-180')}
            />
          )}
        </span>
      </header>
      <div id={`${id}-panel`} hidden={!isShown} className="px-4 pb-4 lg:px-6 lg:pb-6">
        {children}
      </div>
    </section>
  )
}
