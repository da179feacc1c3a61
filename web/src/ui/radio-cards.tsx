import { type ReactNode, useId } from 'react'
import { classNames } from '../lib/class-names.ts'

export type RadioCardOption<Value extends string> = {
  value: Value
  label: string
  /** One line of advice; for a disabled option the reason. */
  advice?: string
  icon?: ReactNode
  disabled?: boolean
}

export type RadioCardsProps<Value extends string> = {
  legend: ReactNode
  hint?: ReactNode
  options: readonly RadioCardOption<Value>[]
  value: Value | undefined
  onChange(value: Value): void
  /** Classes of the grid, for the number of columns. */
  className?: string
}

/** One of a few, as cards. The radios are native: arrows move between them. */
export function RadioCards<Value extends string>(props: RadioCardsProps<Value>) {
  const { legend, hint, options, value, onChange, className = 'grid-cols-2 sm:grid-cols-3' } = props
  const name = useId()
  return (
    <fieldset
      className="@container grid min-w-0 gap-1.5"
      aria-describedby={hint ? `${name}-hint` : undefined}
    >
      <legend className="mb-1.5 text-sm font-semibold">{legend}</legend>
      <div className={classNames('grid gap-2', className)}>
        {options.map((option) => (
          <RadioCard
            key={option.value}
            name={name}
            option={option}
            checked={option.value === value}
            onChoose={() => onChange(option.value)}
          />
        ))}
      </div>
      {hint && (
        <p id={`${name}-hint`} className="text-sm text-text-muted">
          {hint}
        </p>
      )}
    </fieldset>
  )
}

/** Over the words, or beside them where a card has the width for it. */
const ICON_BESIDE =
  'content-start @max-sm:py-2 @max-sm:grid-cols-[auto_minmax(0,1fr)] @max-sm:items-center @max-sm:gap-x-3'

type RadioCardProps<Value extends string> = {
  name: string
  option: RadioCardOption<Value>
  checked: boolean
  onChoose(): void
}

function RadioCard<Value extends string>({ name, option, checked, onChoose }: RadioCardProps<Value>) {
  return (
    <label
      className={classNames(
        'grid min-h-12 gap-1 rounded-input border border-border-strong bg-surface px-3 py-2.5 text-sm transition-colors duration-120',
        'has-checked:border-primary has-checked:bg-primary-soft has-checked:ring-1 has-checked:ring-primary',
        'forced-colors:has-checked:outline-2 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
        option.icon ? ICON_BESIDE : 'content-center',
        option.disabled
          ? 'cursor-not-allowed border-border text-text-muted'
          : 'cursor-pointer hover:bg-surface-2',
      )}
    >
      <input
        type="radio"
        name={name}
        value={option.value}
        checked={checked}
        disabled={option.disabled}
        onChange={onChoose}
        className="sr-only"
      />
      {option.icon && <span className="@max-sm:row-span-2">{option.icon}</span>}
      <span className="font-medium">{option.label}</span>
      {option.advice && <span className="text-xs text-text-muted">{option.advice}</span>}
    </label>
  )
}
