import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'
import { Link, type LinkProps } from '../lib/router/link.tsx'
import { Spinner } from './spinner.tsx'

export type ButtonVariant = 'primary' | 'accent' | 'outline' | 'danger' | 'ghost'
export type ButtonSize = 'sm' | 'md' | 'lg'

const VARIANTS: Record<ButtonVariant, string> = {
  primary: 'border border-transparent bg-primary text-on-primary hover:bg-primary-hover',
  accent: 'border border-transparent bg-accent text-on-accent hover:bg-accent-hover',
  outline: 'border border-border-strong bg-surface text-text hover:bg-surface-2',
  danger: 'border border-danger bg-surface text-danger hover:bg-live-soft',
  ghost: 'border border-transparent text-text hover:bg-surface-2',
}

const SIZES: Record<ButtonSize, string> = {
  sm: 'h-9 px-3 text-sm gap-1.5 coarse:h-11',
  md: 'h-11 px-4.5 text-base gap-2',
  lg: 'h-14 px-6 text-lg gap-2.5',
}

/** Look of each round yellow button that plays or pauses, but for its size; the border shows in forced colours alone. */
export const ROUND_PLAY =
  'relative grid shrink-0 place-items-center rounded-full bg-accent text-[#401410] transition-[background-color,scale] duration-120 hover:bg-accent-hover active:scale-96 forced-colors:border'

/** The classes of a button, for things that look like one (links). */
export function buttonClasses(variant: ButtonVariant = 'primary', size: ButtonSize = 'md'): string {
  return classNames(
    'inline-flex shrink-0 items-center justify-center rounded-input font-semibold whitespace-nowrap select-none no-underline',
    'transition-colors duration-120 active:translate-y-px disabled:opacity-55 aria-disabled:opacity-55',
    'disabled:cursor-not-allowed aria-disabled:cursor-not-allowed disabled:active:translate-y-0',
    VARIANTS[variant],
    SIZES[size],
  )
}

export type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant
  size?: ButtonSize
  icon?: ReactNode
  /** Shown instead of the label while something runs; the button keeps its width and takes no clicks. */
  busyLabel?: string
  busy?: boolean
}

/** A button. Busy keeps it focusable, as a disabled one would drop the focus. */
export function Button({
  variant = 'primary',
  size = 'md',
  icon,
  busy = false,
  busyLabel,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={busy || rest['aria-disabled'] || undefined}
      aria-busy={busy || undefined}
      className={classNames(buttonClasses(variant, size), className)}
      onClick={(event) =>
        busy || rest['aria-disabled'] === true ? event.preventDefault() : onClick?.(event)
      }
    >
      {busyLabel === undefined ? (
        <>
          {busy ? <Spinner /> : icon}
          {children}
        </>
      ) : (
        <BusySwap busy={busy} busyLabel={busyLabel} icon={icon}>
          {children}
        </BusySwap>
      )}
    </button>
  )
}

type BusySwapProps = { busy: boolean; busyLabel: string; icon: ReactNode; children: ReactNode }

/** Both labels in one grid cell, so that the wider one sets the width. */
function BusySwap({ busy, busyLabel, icon, children }: BusySwapProps) {
  const cell = 'col-start-1 row-start-1 inline-flex items-center justify-center gap-2'
  return (
    <span className="grid">
      <span className={classNames(cell, busy && 'invisible')} aria-hidden={busy}>
        {icon}
        {children}
      </span>
      <span className={classNames(cell, !busy && 'invisible')} aria-hidden={!busy}>
        <Spinner />
        {busyLabel}
      </span>
    </span>
  )
}

/** A link that looks like a button. */
export function ButtonLink({
  variant,
  size,
  className,
  ...rest
}: LinkProps & { variant?: ButtonVariant; size?: ButtonSize }) {
  return <Link {...rest} className={classNames(buttonClasses(variant, size), className)} />
}
