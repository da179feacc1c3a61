import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'
import { IconButton } from './icon-button.tsx'

export type BannerTone = 'info' | 'success' | 'warning' | 'danger'

const LOOKS = {
  info: { box: 'bg-info-soft text-info', Icon: Info },
  success: { box: 'bg-success-soft text-success', Icon: CircleCheck },
  warning: { box: 'bg-warning-soft text-warning', Icon: TriangleAlert },
  danger: { box: 'bg-live-soft text-live-ink', Icon: CircleAlert },
} as const

export type BannerProps = {
  tone?: BannerTone
  /** `alert` interrupts a screen reader; leave it out for what was already there. */
  role?: 'alert' | 'status'
  action?: ReactNode
  onDismiss?: () => void
  /** Square edges and no border, for a bar across the page. */
  flush?: boolean
  className?: string
  children: ReactNode
}

/** A message in the page: icon, words, at most one action. */
export function Banner({
  tone = 'info',
  role,
  action,
  onDismiss,
  flush = false,
  className,
  children,
}: BannerProps) {
  const { box, Icon } = LOOKS[tone]
  return (
    <div
      role={role}
      className={classNames(
        'flex items-center gap-3 px-4 py-2.5 text-sm font-medium',
        flush ? '' : 'rounded-card border border-[color-mix(in_oklab,currentColor_25%,transparent)]',
        box,
        className,
      )}
    >
      <Icon aria-hidden="true" className="size-5 shrink-0" />
      <div className="min-w-0 flex-1 text-text">{children}</div>
      {action}
      {onDismiss && (
        <IconButton
          label="Dismiss"
          icon={<X className="size-4.5" />}
          onClick={onDismiss}
          tooltip={false}
          className="-mr-2 size-9"
        />
      )}
    </div>
  )
}
