import { resetPassword } from '@carillon/contract/auth/password-reset'
import { registerBodySchema } from '@carillon/contract/auth/schemas'
import { useState } from 'react'
import { ApiError, messageOf } from '../../../api/api-error.ts'
import { useForm } from '../../../lib/use-form.ts'
import { useCall } from '../../../session/session.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field, PasswordInput } from '../../../ui/field.tsx'
import { MISMATCH } from '../account/account-rules.ts'
import { passwordHint } from '../account/password-strength.ts'

const FAILED = 'The password could not be changed. Please try again.'

type Values = { newPassword: string; confirmation: string }
type ResetPasswordFormProps = {
  /** As the link brings it. */
  token: string
  /** The password is changed: everybody is signed out. */
  onChanged(): void
  /** The link works no longer. */
  onRefused(): void
}

/** Another password, with the token of a link. */
export function ResetPasswordForm({ token, onChanged, onRefused }: ResetPasswordFormProps) {
  const call = useCall()
  const [problem, setProblem] = useState<string | null>(null)
  const form = useForm<Values>({
    initial: { newPassword: '', confirmation: '' },
    errorsOf,
    onSubmit: async ({ newPassword }) => {
      setProblem(null)
      try {
        await call(resetPassword, { body: { token, newPassword } })
        onChanged()
      } catch (error) {
        if (error instanceof ApiError && error.code === 'RESET_REFUSED') onRefused()
        else setProblem(messageOf(error, FAILED))
      }
      return undefined
    },
  })
  return (
    <form ref={form.ref} noValidate onSubmit={form.submit} className="grid gap-5">
      <Field
        label="New password"
        hint={passwordHint(form.values.newPassword)}
        error={form.errors.newPassword}
      >
        <PasswordInput autoComplete="new-password" {...form.text('newPassword')} />
      </Field>
      <Field label="Confirm new password" error={form.errors.confirmation}>
        <PasswordInput autoComplete="new-password" {...form.text('confirmation')} />
      </Field>
      <div role="status" className="empty:hidden">
        {problem && <Banner tone="danger">{problem}</Banner>}
      </div>
      <Button type="submit" size="lg" busy={form.busy} busyLabel="Changing…" className="w-full">
        Change password
      </Button>
    </form>
  )
}

function errorsOf({ newPassword, confirmation }: Values): Partial<Record<keyof Values, string>> {
  const issue = registerBodySchema.shape.password.safeParse(newPassword).error?.issues[0]
  return {
    ...(issue && { newPassword: issue.message }),
    ...(confirmation !== newPassword && { confirmation: MISMATCH }),
  }
}
