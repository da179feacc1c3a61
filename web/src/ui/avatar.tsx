import type { ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'

/** A round face of initials or an icon; the name beside it, or on its button, is what is read. */
export function Avatar({
  initials,
  icon,
  className = 'size-8.5 text-xs',
}: {
  initials?: string
  icon?: ReactNode
  /** Its size and that of its letters. */
  className?: string
}) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'grid shrink-0 place-items-center rounded-full bg-accent font-bold text-on-accent select-none',
        className,
      )}
    >
      {icon ?? initials}
    </span>
  )
}

/** Up to two initials of a name: `Ana Maria Cruz` gives `AC`. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean)
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words
  return ends.map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '').join('')
}
