import { Check } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from '../lib/class-names.ts'

/** A native checkbox with its words beside it. */
export function Checkbox({
  label,
  hint,
  className,
  ...rest
}: ComponentProps<'input'> & { label: ReactNode; hint?: ReactNode }) {
  const generated = useId()
  const id = rest.id ?? generated
  const hintId = `${id}-hint`
  return (
    <div className={classNames('flex items-start gap-3', className)}>
      <span className="relative mt-0.5 grid size-5 shrink-0 place-items-center">
        <input
          aria-describedby={hint ? hintId : undefined}
          {...rest}
          id={id}
          type="checkbox"
          className="peer size-5 appearance-none rounded-[5px] border-[1.5px] border-border-strong bg-surface checked:border-primary checked:bg-primary disabled:opacity-55 forced-colors:appearance-auto coarse:before:absolute coarse:before:-inset-3"
        />
        <Check
          aria-hidden="true"
          strokeWidth={3}
          className="pointer-events-none absolute size-3.5 text-on-primary opacity-0 peer-checked:opacity-100 forced-colors:hidden"
        />
      </span>
      <span className="grid gap-0.5 text-sm">
        <label htmlFor={id}>{label}</label>
        {hint && (
          <span id={hintId} className="text-text-muted">
            {hint}
          </span>
        )}
      </span>
    </div>
  )
}
