import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from '../lib/class-names.ts'

export type SwitchProps = Omit<ComponentProps<'input'>, 'onChange'> & {
  label: ReactNode
  hint?: ReactNode
  checked: boolean
  onChange(checked: boolean): void
}

/** A setting that takes effect at once: words on the left, the switch on the right, the whole row clicks. With `aria-disabled` it ignores changes and keeps the focus, which `disabled` would drop. */
export function Switch({ label, hint, checked, onChange, className, ...rest }: SwitchProps) {
  const hintId = useId()
  return (
    <label className={classNames('flex min-h-11 items-center justify-between gap-4', className)}>
      <span className="grid gap-0.5">
        <span className="text-base">{label}</span>
        {hint && (
          <span id={hintId} className="text-sm text-text-muted">
            {hint}
          </span>
        )}
      </span>
      <input
        {...rest}
        type="checkbox"
        role="switch"
        checked={checked}
        aria-checked={checked}
        aria-describedby={hint ? hintId : undefined}
        onChange={(event) => rest['aria-disabled'] !== true && onChange(event.target.checked)}
        className="relative h-6 w-11 shrink-0 appearance-none rounded-full border border-border-strong bg-surface-2 transition-colors duration-120 before:absolute before:top-0.75 before:left-0.75 before:size-4 before:rounded-full before:bg-border-strong before:transition-transform before:duration-120 checked:border-primary checked:bg-primary checked:before:translate-x-5 checked:before:bg-on-primary disabled:opacity-55 aria-disabled:opacity-55 forced-colors:appearance-auto"
      />
    </label>
  )
}
