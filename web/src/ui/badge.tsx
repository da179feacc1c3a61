import type { ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'

export type Tone = 'neutral' | 'accent' | 'primary' | 'success' | 'warning' | 'danger' | 'info'

const TONES: Record<Tone, string> = {
  neutral: 'bg-surface-2 text-text-muted',
  accent: 'bg-accent-soft text-accent-ink',
  primary: 'bg-primary text-on-primary',
  success: 'bg-success-soft text-success',
  warning: 'bg-warning-soft text-warning',
  danger: 'bg-live-soft text-live-ink',
  info: 'bg-info-soft text-info',
}

/** A short word about a thing; the border shows only in forced colours. */
export function Badge({
  tone = 'neutral',
  className,
  children,
}: {
  tone?: Tone
  className?: string
  children: ReactNode
}) {
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1.5 rounded-sm border border-transparent px-2 py-0.5 text-xs font-semibold',
        TONES[tone],
        className,
      )}
    >
      {children}
    </span>
  )
}

/** The red that only ever means on air. `ring` where it lies on the side menu's maroon. */
export function LiveBadge({
  label = 'LIVE',
  look = 'bg-live text-white',
  ring = false,
  className,
}: {
  label?: string
  look?: string
  ring?: boolean
  className?: string
}) {
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-2 rounded-sm border border-transparent px-2.25 py-1 text-xs font-bold tracking-[0.04em]',
        look,
        ring && 'ring-1 ring-white',
        className,
      )}
    >
      <span aria-hidden="true" className="size-[7px] rounded-full bg-current" />
      {label}
    </span>
  )
}

/** The white dot of everything live, with a halo. */
export function LiveDot({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'size-2 rounded-full bg-white shadow-[0_0_0_3px_rgb(255_255_255/0.28)]',
        className,
      )}
    />
  )
}
