import { type ComponentProps, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { classNames } from '../lib/class-names.ts'
import { Field, TextInput } from './field.tsx'

export type OneTimeCodeProps = ComponentProps<'input'> & { error?: string | undefined }

/**
 * One field that takes a code of an authenticator app or a recovery code. Phones show digits for it, and offer the code
 * they know; letters on request.
 */
export function OneTimeCode({ error, className, ...rest }: OneTimeCodeProps) {
  const [isRecovery, setRecovery] = useState(false)
  const ref = useRef<HTMLInputElement>(null)
  const swap = () => {
    // The keyboard of a phone follows the field only when it takes the focus as the other kind.
    flushSync(() => setRecovery(!isRecovery))
    ref.current?.focus()
  }
  return (
    <div className="grid gap-2">
      <Field
        label={isRecovery ? 'Recovery code' : 'Code'}
        hint={
          isRecovery
            ? 'One of the ten codes you saved. Each works once.'
            : 'The 6 digits your authenticator app shows now.'
        }
        error={error}
      >
        <TextInput
          {...rest}
          ref={ref}
          type="text"
          inputMode={isRecovery ? 'text' : 'numeric'}
          autoComplete="one-time-code"
          autoCapitalize={isRecovery ? 'characters' : 'none'}
          autoCorrect="off"
          spellCheck={false}
          maxLength={40}
          onFocus={(event) => event.target.select()}
          className={classNames('text-lg tracking-[0.12em] tabular-nums', className)}
        />
      </Field>
      <button
        type="button"
        onClick={swap}
        className="w-fit rounded-sm text-sm text-link underline underline-offset-3 coarse:min-h-11"
      >
        {isRecovery ? 'Use a code from the app' : 'Use a recovery code'}
      </button>
    </div>
  )
}
