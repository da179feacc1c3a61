import { ChevronDown, Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, createContext, type ReactNode, useContext, useId, useState } from 'react'
import { classNames } from '../lib/class-names.ts'

type FieldIds = { controlId: string; describedBy: string | undefined; invalid: boolean }
const FieldContext = createContext<FieldIds | null>(null)

/** The attributes a control inside a Field takes from it: id, description, invalidity. */
export function useFieldControl() {
  const field = useContext(FieldContext)
  if (!field) return {}
  return {
    id: field.controlId,
    'aria-describedby': field.describedBy,
    'aria-invalid': field.invalid || undefined,
  }
}

export type FieldProps = {
  label: ReactNode
  /** Said before an error happens; both are read with the control. */
  hint?: ReactNode
  error?: ReactNode
  optional?: boolean
  /** Fixed where an error summary links to the control. */
  id?: string
  className?: string
  children: ReactNode
}

/** A control with its visible label, its hint and its error. */
export function Field({ label, hint, error, optional, id, className, children }: FieldProps) {
  const generated = useId()
  const controlId = id ?? generated
  const hintId = `${controlId}-hint`
  const errorId = `${controlId}-error`
  const describedBy = [hint && hintId, error && errorId].filter(Boolean).join(' ') || undefined
  return (
    <div className={classNames('grid content-start gap-1.5', className)}>
      <label htmlFor={controlId} className="text-sm font-semibold">
        {label}
        {optional && <span className="font-normal text-text-muted"> (optional)</span>}
      </label>
      <FieldContext value={{ controlId, describedBy, invalid: Boolean(error) }}>{children}</FieldContext>
      {hint && (
        <p id={hintId} className="text-sm text-text-muted">
          {hint}
        </p>
      )}
      {error && (
        <p id={errorId} className="text-sm font-medium text-danger">
          {error}
        </p>
      )}
    </div>
  )
}

const BOX =
  'w-full h-12 md:h-11 rounded-input border border-border-strong bg-surface px-3.5 text-base text-text placeholder:text-text-muted ' +
  'transition-colors duration-120 aria-invalid:border-danger aria-invalid:border-2 [&[readonly]]:bg-surface-2 disabled:opacity-55'

/** One line of text. Inside a Field it is named and described by it. */
export function TextInput({ className, ...rest }: ComponentProps<'input'>) {
  return <input {...useFieldControl()} {...rest} className={classNames(BOX, className)} />
}

/** A date and a time to the minute, as a wall clock shows them: `2026-11-20T15:00`, no zone. */
export function DateTimeInput(props: ComponentProps<'input'>) {
  return <TextInput {...props} type="datetime-local" />
}

/** Several lines of text. */
export function TextArea({ className, rows = 3, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      {...useFieldControl()}
      rows={rows}
      {...rest}
      className={classNames(BOX, 'h-auto py-2.5 md:h-auto', className)}
    />
  )
}

/** A password with a toggle that shows it and leaves the caret alone. */
export function PasswordInput({ className, onKeyUp, ...rest }: ComponentProps<'input'>) {
  const [shown, setShown] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <div>
      <div className="relative">
        <TextInput
          {...rest}
          type={shown ? 'text' : 'password'}
          autoCapitalize="none"
          spellCheck={false}
          onKeyUp={(event) => {
            setCapsLock(event.getModifierState('CapsLock'))
            onKeyUp?.(event)
          }}
          className={classNames('pr-12', className)}
        />
        <button
          type="button"
          aria-label="Show password"
          aria-pressed={shown}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => setShown(!shown)}
          className="absolute inset-y-0 right-0 grid w-12 place-items-center rounded-input text-text-muted hover:text-text"
        >
          <Icon className="size-5" />
        </button>
      </div>
      {capsLock && <p className="mt-1.5 text-sm text-warning">Caps Lock is on</p>}
    </div>
  )
}

/** The native select, drawn like the other inputs. */
export function Select({ className, children, ...rest }: ComponentProps<'select'>) {
  return (
    <div className="relative">
      <select
        {...useFieldControl()}
        {...rest}
        className={classNames(BOX, 'appearance-none truncate pr-10', className)}
      >
        {children}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 right-3 my-auto size-5 text-text-muted"
      />
    </div>
  )
}
