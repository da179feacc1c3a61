import { forgotPassword } from '@carillon/contract/auth/password-reset'
import { useState } from 'react'
import { messageOf } from '../../../api/api-error.ts'
import { useForm } from '../../../lib/use-form.ts'
import { useCall } from '../../../session/session.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field, TextInput } from '../../../ui/field.tsx'

const FAILED = 'The link could not be sent. Please try again.'

/** Asks the station to mail a link. What it says afterwards is the same for an address that it does not know. */
export function ForgotPasswordForm() {
  const call = useCall()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const form = useForm({
    initial: { email: '' },
    errorsOf: ({ email }) => (email.trim() === '' ? { email: 'Please enter your email' } : {}),
    onSubmit: async ({ email }) => {
      setProblem(null)
      try {
        await call(forgotPassword, { body: { email: email.trim() } })
        setSentTo(email.trim())
      } catch (error) {
        setProblem(messageOf(error, FAILED))
      }
      return undefined
    },
  })
  return (
    <form ref={form.ref} noValidate onSubmit={form.submit} className="grid gap-5">
      <Field label="Email" error={form.errors.email}>
        <TextInput
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...form.text('email')}
        />
      </Field>
      <div role="status" className="empty:hidden">
        {sentTo && (
          <Banner tone="success">
            If {sentTo} has an account here, a link is on its way. It works for 30 minutes. Check your spam
            folder too.
          </Banner>
        )}
        {problem && <Banner tone="danger">{problem}</Banner>}
      </div>
      <Button type="submit" size="lg" busy={form.busy} busyLabel="Sending…" className="w-full">
        {sentTo ? 'Send again' : 'Send me a link'}
      </Button>
    </form>
  )
}
