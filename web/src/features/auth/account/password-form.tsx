import type { User } from '@carillon/contract/auth/schemas'
import { useState } from 'react'
import { ApiError, messageOf } from '../../../api/api-error.ts'
import { useForm } from '../../../lib/use-form.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field, PasswordInput } from '../../../ui/field.tsx'
import { type PasswordValues, passwordErrors } from './account-rules.ts'
import { FAILURES } from './failures.ts'
import { passwordHint } from './password-strength.ts'
import { useAccountActions } from './use-account-actions.ts'

const EMPTY: PasswordValues = { currentPassword: '', newPassword: '', confirmation: '' }

type Outcome = { tone: 'success' | 'danger'; text: string }

const CHANGED: Outcome = {
  tone: 'success',
  text: 'Password changed. Your other devices have been signed out.',
}

/** A new password for who knows the old one. */
export function PasswordForm({ user }: { user: User }) {
  const { changePassword } = useAccountActions(user)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const form = useForm<PasswordValues>({
    initial: EMPTY,
    errorsOf: passwordErrors,
    onChange: () => setOutcome(null),
    onSubmit: async ({ currentPassword, newPassword }) => {
      setOutcome(null)
      try {
        await changePassword({ currentPassword, newPassword })
        form.reset(EMPTY)
        setOutcome(CHANGED)
        return undefined
      } catch (error) {
        const named = fieldsOf(error)
        const isNamed = Object.keys(named).length > 0
        if (!isNamed) setOutcome({ tone: 'danger', text: messageOf(error, FAILURES.password) })
        return named
      }
    },
  })
  const { errors, values } = form

  return (
    <form ref={form.ref} noValidate onSubmit={form.submit} className="grid gap-5 sm:max-w-md">
      {/* Password managers ask whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={user.email} readOnly hidden />
      <Field label="Current password" error={errors.currentPassword}>
        <PasswordInput autoComplete="current-password" {...form.text('currentPassword')} />
      </Field>
      <Field label="New password" hint={passwordHint(values.newPassword)} error={errors.newPassword}>
        <PasswordInput autoComplete="new-password" {...form.text('newPassword')} />
      </Field>
      <Field label="Confirm new password" error={errors.confirmation}>
        <PasswordInput autoComplete="new-password" {...form.text('confirmation')} />
      </Field>
      <div role="status" className="empty:hidden">
        {outcome && <Banner tone={outcome.tone}>{outcome.text}</Banner>}
      </div>
      <div className="grid gap-2">
        <Button type="submit" busy={form.busy} busyLabel="Changing…" className="w-fit max-sm:w-full">
          Change password
        </Button>
        <p className="text-sm text-text-muted">This signs you out on all your other devices.</p>
      </div>
    </form>
  )
}

/** Errors of single fields of this form in a refusal. */
function fieldsOf(error: unknown): Partial<Record<keyof PasswordValues, string>> {
  if (!(error instanceof ApiError)) return {}
  if (error.code === 'WRONG_PASSWORD') return { currentPassword: error.message }
  return Object.fromEntries(Object.entries(error.fields).filter(([name]) => name in EMPTY))
}
