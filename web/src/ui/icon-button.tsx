import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'
import { Tooltip } from './tooltip.tsx'

export type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label' | 'children'> & {
  /** Its accessible name, and the text of its tooltip. */
  label: string
  icon: ReactNode
  /** Drawn over the corner, for a count. */
  badge?: ReactNode
  /** Off where the name is already beside the button. */
  tooltip?: boolean
}

/** A square button with an icon, 40 px, 44 px for fingers. */
export function IconButton({
  label,
  icon,
  badge,
  tooltip = true,
  className,
  type = 'button',
  ...rest
}: IconButtonProps) {
  const button = (
    <button
      {...rest}
      type={type}
      aria-label={label}
      className={classNames(
        'relative grid size-10 shrink-0 place-items-center rounded-card transition-colors duration-120 coarse:size-11',
        'hover:bg-[color-mix(in_oklab,currentColor_9%,transparent)] disabled:cursor-not-allowed disabled:opacity-55',
        className,
      )}
    >
      {icon}
      {badge}
    </button>
  )
  return tooltip ? <Tooltip text={label}>{button}</Tooltip> : button
}
