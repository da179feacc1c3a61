import type { User } from '@carillon/contract/auth/schemas'
import { Button } from '../../../ui/button.tsx'
import { Field, PasswordInput } from '../../../ui/field.tsx'
import { OneTimeCode } from '../../../ui/one-time-code.tsx'
import { FormActs, FormProblem, Username } from './form-parts.tsx'
import { useOwnerForm } from './owner-form.ts'
import { StepFrame } from './step-frame.tsx'
import type { Proof } from './use-two-step.ts'

export type ProofFormProps = {
  user: User
  title: string
  /** Sentence about the consequences. */
  lead: string
  confirmLabel: string
  isDanger?: boolean
  /** Message of a failure without words. */
  failure: string
  /** Rejects with the reason of a refusal. */
  onProof(proof: Proof): Promise<void>
  onCancel(): void
}

/** Password and code before something that changes how the account is entered. */
export function ProofForm(props: ProofFormProps) {
  const { user, title, lead, confirmLabel, isDanger = false, failure, onProof, onCancel } = props
  const form = useOwnerForm({
    initial: { password: '', code: '' },
    missing: { password: 'Please enter your current password', code: 'Please enter a code' },
    failure,
    onSubmit: onProof,
  })
  return (
    <StepFrame title={title}>
      <p>{lead}</p>
      <form ref={form.ref} noValidate onSubmit={form.submit} className="grid gap-5 sm:max-w-md">
        <Username email={user.email} />
        <FormProblem words={form.problem} />
        <Field label="Current password" error={form.errors.password}>
          <PasswordInput autoComplete="current-password" {...form.text('password')} />
        </Field>
        <OneTimeCode error={form.errors.code} {...form.text('code')} />
        <FormActs onCancel={onCancel}>
          <Button
            type="submit"
            variant={isDanger ? 'danger' : 'primary'}
            busy={form.busy}
            busyLabel="Checking…"
          >
            {confirmLabel}
          </Button>
        </FormActs>
      </form>
    </StepFrame>
  )
}
