import type { ReactNode } from 'react'
import { HeroFooter } from '../../ui/hero-card.tsx'

export type DeckNoteProps = {
  icon: ReactNode
  title: string
  children?: ReactNode
  /** The way on, at the right. */
  action?: ReactNode
}

/** The strip of a stage that says why there is no player in it. */
export function DeckNote({ icon, title, children, action }: DeckNoteProps) {
  return (
    <HeroFooter>
      <span aria-hidden="true" className="grid size-12 shrink-0 place-items-center rounded-full bg-white/8">
        {icon}
      </span>
      <div role="status" className="min-w-0 flex-1 leading-snug">
        <p className="font-semibold">{title}</p>
        {children && <p className="text-sm text-on-stage-muted">{children}</p>}
      </div>
      {action}
    </HeroFooter>
  )
}

/** A quiet button on the maroon. */
export function HeroButton({ onClick, children }: { onClick(): void; children: ReactNode }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="h-11 shrink-0 rounded-input border border-white/35 px-4 text-sm font-semibold transition-colors duration-120 hover:bg-white/10"
    >
      {children}
    </button>
  )
}
