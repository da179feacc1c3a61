import type { User } from '@carillon/contract/auth/schemas'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field, PasswordInput } from '../../../ui/field.tsx'
import { FormActs, FormProblem, Username } from './form-parts.tsx'
import { useOwnerForm } from './owner-form.ts'
import { StepFrame } from './step-frame.tsx'

export type AskPasswordProps = {
  user: User
  /** Why it is asked once more. */
  note: string | undefined
  /** Rejects with the reason of a refusal. */
  onPassword(password: string): Promise<void>
  onCancel(): void
}

/** First of setting up: the password, so that nobody does it at a screen that was left. */
export function AskPassword({ user, note, onPassword, onCancel }: AskPasswordProps) {
  const form = useOwnerForm({
    initial: { password: '' },
    missing: { password: 'Please enter your current password' },
    failure: 'Two-step sign-in could not be set up. Please try again.',
    onSubmit: ({ password }) => onPassword(password),
  })
  return (
    <StepFrame title="Step 1 of 3: your password">
      {note && (
        <Banner tone="warning" role="alert">
          {note}
        </Banner>
      )}
      <form ref={form.ref} noValidate onSubmit={form.submit} className="grid gap-5 sm:max-w-md">
        <Username email={user.email} />
        <FormProblem words={form.problem} />
        <Field label="Current password" error={form.errors.password}>
          <PasswordInput autoComplete="current-password" {...form.text('password')} />
        </Field>
        <FormActs onCancel={onCancel}>
          <Button type="submit" busy={form.busy} busyLabel="Checking…">
            Continue
          </Button>
        </FormActs>
      </form>
    </StepFrame>
  )
}
