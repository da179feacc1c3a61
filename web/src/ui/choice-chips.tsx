import { useId } from 'react'
import { classNames } from '../lib/class-names.ts'

export type Choice<Value extends string> = { value: Value | null; label: string }

export type ChoiceChipsProps<Value extends string> = {
  legend: string
  /** Off where the legend stands over the chips in the design too. */
  hideLegend?: boolean
  choices: readonly Choice<Value>[]
  value: Value | null
  onChange(value: Value | null): void
}

/** One of a few, as chips. The radios are native: one tab stop, arrows choose. */
export function ChoiceChips<Value extends string>(props: ChoiceChipsProps<Value>) {
  const { legend, hideLegend = false, choices, value, onChange } = props
  const name = useId()
  return (
    <fieldset>
      <legend className={hideLegend ? 'sr-only' : 'mb-2 text-sm font-semibold'}>{legend}</legend>
      <div className="flex flex-wrap gap-2">
        {choices.map((choice) => (
          <label key={choice.label} className={classNames(CHIP, choice.value === value ? CHOSEN : OPEN)}>
            <input
              type="radio"
              name={name}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
              className="sr-only"
            />
            {choice.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

const CHIP =
  'inline-flex h-9 cursor-pointer items-center rounded-full border px-3.5 text-sm font-medium transition-colors duration-120 coarse:h-11 ' +
  'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus forced-colors:has-checked:outline-2'
const CHOSEN = 'border-primary bg-primary-soft text-primary ring-1 ring-primary'
const OPEN = 'border-border-strong bg-surface text-text hover:bg-surface-2'
