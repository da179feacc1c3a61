import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError } from '../../api/api-error.ts'
import { useCountdown } from '../../lib/use-countdown.ts'
import { useForm } from '../../lib/use-form.ts'
import { useOnline } from '../../lib/use-online.ts'
import { loginMessage } from '../../session/login-message.ts'
import { useSession } from '../../session/session.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Field, PasswordInput, TextInput } from '../../ui/field.tsx'
import { homeOf } from '../paths.ts'
import { ForgotPassword } from './forgot-password.tsx'

type Values = { email: string; password: string; remember: boolean }

/** The sign-in form. A failure keeps what was typed. */
export function LoginForm({ email }: { email: string }) {
  const online = useOnline()
  const [failure, setFailure] = useState<{ text: string } | null>(null)
  const [waitSeconds, wait] = useCountdown()
  const signIn = useSignIn((error) => {
    setFailure({ text: loginMessage(error) })
    if (error instanceof ApiError && error.status === 429) wait(error.retryAfterSeconds ?? 0)
  })
  const form = useForm<Values>({
    initial: { email, password: '', remember: false },
    errorsOf,
    onSubmit: signIn,
  })

  return (
    <form noValidate onSubmit={form.submit} className="grid gap-5">
      {failure && <FailureSummary failure={failure} />}
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
      <Field label="Password" error={form.errors.password}>
        <PasswordInput autoComplete="current-password" {...form.text('password')} />
      </Field>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <Checkbox
          name="remember"
          label="Remember me"
          hint="Stay signed in for 30 days"
          checked={form.values.remember}
          onChange={(event) => form.set('remember', event.target.checked)}
        />
        <ForgotPassword />
      </div>
      <Button
        type="submit"
        busy={form.busy}
        busyLabel="Signing in…"
        aria-disabled={waitSeconds > 0 || !online || undefined}
        className="w-full max-md:h-12"
      >
        {submitLabel(waitSeconds, online)}
      </Button>
    </form>
  )
}

function useSignIn(onFailure: (error: unknown) => void) {
  const { login } = useSession()
  const navigate = useNavigate()
  return async (values: Values) => {
    try {
      const user = await login(values)
      navigate(homeOf(user.role), { replace: true })
    } catch (error) {
      onFailure(error)
    }
    return undefined
  }
}

function errorsOf({ email, password }: Values) {
  return {
    ...(email.trim() === '' && { email: 'Please enter your email' }),
    ...(password === '' && { password: 'Please enter your password' }),
  }
}

function submitLabel(waitSeconds: number, online: boolean): string {
  if (!online) return "You're offline"
  return waitSeconds > 0 ? `Try again in ${waitSeconds} s` : 'Sign in'
}

/** Above the form, with the focus, so that it is the next thing read; a second failure takes it again. */
function FailureSummary({ failure }: { failure: { text: string } }) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (failure) ref.current?.focus()
  }, [failure])
  return (
    <div ref={ref} tabIndex={-1} className="rounded-card">
      <Banner tone="danger" role="alert">
        {failure.text}
      </Banner>
    </div>
  )
}
