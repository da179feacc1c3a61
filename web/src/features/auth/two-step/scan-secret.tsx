import { TOTP_DIGITS } from '@carillon/contract/auth/two-step'
import { ApiError } from '../../../api/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { CodeInput } from '../../../ui/code-input.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormActs, FormProblem } from './form-parts.tsx'
import { useOwnerForm } from './owner-form.ts'
import { QrCode } from './qr-code.tsx'
import { StepFrame } from './step-frame.tsx'
import type { Begun } from './use-two-step.ts'

export type ScanSecretProps = {
  begun: Begun
  /** Rejects with the reason of a refusal. */
  onCode(code: string): Promise<void>
  /** The station no longer waits for a code of this secret; `why` says it. */
  onOutdated(why: string): Promise<void>
  onCancel(): void
}

/** Second of setting up: the secret goes to the app, and a code of it comes back. */
export function ScanSecret({ begun, onCode, onOutdated, onCancel }: ScanSecretProps) {
  const form = useOwnerForm({
    initial: { code: '' },
    missing: { code: `Please enter all ${TOTP_DIGITS} digits` },
    failure: 'The code could not be checked. Please try again.',
    onSubmit: async ({ code }) => {
      try {
        await onCode(code)
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'TOTP_STATE') throw error
        await onOutdated(error.message)
      }
    },
  })
  return (
    <StepFrame title="Step 2 of 3: your authenticator app">
      <div className="flex flex-wrap items-start gap-x-6 gap-y-4">
        <QrCode text={begun.uri} />
        <Secret begun={begun} />
      </div>
      <form ref={form.ref} noValidate onSubmit={form.submit} className="grid gap-5">
        <FormProblem words={form.problem} />
        <Field label="The code your app shows now" error={form.errors.code}>
          <CodeInput
            name="code"
            length={TOTP_DIGITS}
            value={form.values.code}
            readOnly={form.busy}
            onChange={(digits) => form.set('code', digits)}
          />
        </Field>
        <FormActs onCancel={onCancel}>
          <Button type="submit" busy={form.busy} busyLabel="Checking…">
            Turn on
          </Button>
        </FormActs>
      </form>
    </StepFrame>
  )
}

function Secret({ begun: { secret, uri } }: { begun: Begun }) {
  return (
    <div className="grid min-w-0 flex-1 basis-60 gap-3">
      <p>
        Scan this with an authenticator app.{' '}
        <a href={uri} className="text-link underline underline-offset-3">
          Open it in an app on this device
        </a>
      </p>
      <p className="text-sm text-text-muted">Or enter this secret by hand:</p>
      <code className="font-mono font-semibold wrap-anywhere select-all">{inGroups(secret)}</code>
      <CopyButton text={secret} label="Copy secret" />
    </div>
  )
}

/** `ABCD EFGH IJKL`. */
function inGroups(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? ''
}
