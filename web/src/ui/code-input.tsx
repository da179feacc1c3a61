import { type ComponentProps, useState } from 'react'
import { classNames } from '../lib/class-names.ts'
import { useFieldControl } from './field.tsx'

export type CodeInputProps = Omit<ComponentProps<'input'>, 'value' | 'onChange'> & {
  value: string
  length: number
  /** Digits only, at most `length` of them: spaces and dashes of what was pasted are gone. */
  onChange(digits: string): void
}

/** One input for a one-time code, drawn as a box for each digit; phones offer the code they received. */
export function CodeInput({ value, length, onChange, className, ...rest }: CodeInputProps) {
  const [isFocused, setFocused] = useState(false)
  const control = useFieldControl()
  const isInvalid = control['aria-invalid']
  return (
    <div className={classNames('relative w-fit max-w-full', className)}>
      <div aria-hidden="true" className="flex gap-2 max-xs:gap-1.5">
        {Array.from({ length }, (_, place) => place).map((place) => (
          <span
            key={place}
            className={classNames(
              'grid h-14 w-11 place-items-center rounded-input border bg-surface text-xl font-semibold tabular-nums max-xs:w-8.5',
              isInvalid ? 'border-2 border-danger' : 'border-border-strong',
              isFocused &&
                place === Math.min(value.length, length - 1) &&
                'outline-2 outline-offset-2 outline-focus',
            )}
          >
            {value[place] ?? ''}
          </span>
        ))}
      </div>
      <input
        {...control}
        {...rest}
        value={value}
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value.replace(/\D/g, '').slice(0, length))}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
        className="absolute inset-0 w-full opacity-0"
      />
    </div>
  )
}
