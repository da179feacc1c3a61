import type { ReactNode } from 'react'
import { classNames } from '../../../../lib/class-names.ts'
import { Rings } from '../../../../ui/rings.tsx'

export type StatePanelProps = {
  tone: 'neutral' | 'amber' | 'red'
  title: string
  children: ReactNode
  actions?: ReactNode
  /** `alert` for what happened just now. */
  role?: 'alert' | 'status'
  /** Whether the actions stand beside the words where there is room. */
  isWide?: boolean
}

const TONES = {
  neutral: 'border-border bg-surface',
  amber: 'border-warning/40 bg-warning-soft',
  red: 'border-live/40 bg-live-soft',
} as const

const INKS = { neutral: 'text-border-strong', amber: 'text-warning', red: 'text-live-ink' } as const

/** One large message of the desk: what happened, what listeners hear, what to press. */
export function StatePanel({ tone, title, children, actions, role, isWide }: StatePanelProps) {
  return (
    <section
      role={role}
      className={classNames(
        'relative isolate overflow-hidden rounded-hero border p-4 sm:p-6 md:p-8 desk:shrink-0 desk:p-4',
        isWide && 'desk:flex desk:flex-wrap desk:items-center desk:justify-between desk:gap-x-6 desk:gap-y-3',
        TONES[tone],
      )}
    >
      <Rings
        state="resting"
        className={classNames('absolute -top-40 -right-40 -z-10 w-112 opacity-60', INKS[tone])}
      />
      <div className="min-w-0">
        <h2 className="text-xl md:text-2xl">{title}</h2>
        <div className="mt-2 grid max-w-prose grid-cols-1 gap-1 text-text-muted">{children}</div>
      </div>
      {actions && (
        <div className={classNames('mt-5 flex flex-wrap gap-2', isWide && 'desk:mt-0')}>{actions}</div>
      )}
    </section>
  )
}
