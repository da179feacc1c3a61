import type { User } from '@carillon/contract/auth/schemas'
import { useEffect, useState } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { Link } from '../../../lib/router/link.tsx'
import { useCountdown } from '../../../lib/use-countdown.ts'
import { type Form, useForm } from '../../../lib/use-form.ts'
import { loginMessage } from '../../../session/login-message.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Field, PasswordInput, TextInput } from '../../../ui/field.tsx'
import { type Failure, FailureSummary } from './failure-summary.tsx'
import { SecondStep } from './second-step.tsx'
import { SignInButton } from './sign-in-button.tsx'
import { useSignIn } from './use-sign-in.ts'

type Values = { email: string; password: string; remember: boolean }

export type LoginFormProps = {
  email: string
  /** Path for somebody who forgot the password. */
  forgotPath: string
  onSignedIn(user: User): void
}

/** The sign-in form, and the step after it for accounts that ask for a code. A failure keeps what was typed. */
export function LoginForm({ email, forgotPath, onSignedIn }: LoginFormProps) {
  const [step, setStep] = useState<'password' | 'code' | 'password again'>('password')
  const [failure, setFailure] = useState<Failure | null>(null)
  const [waitSeconds, wait] = useCountdown()
  const signIn = useSignIn(onSignedIn)
  const fail = (error: unknown) => {
    setFailure({ text: loginMessage(error) })
    if (error instanceof ApiError && error.status === 429) wait(error.retryAfterSeconds ?? 0)
  }
  const form = useForm<Values>({
    initial: { email, password: '', remember: false },
    errorsOf,
    onSubmit: async (values) => {
      const error = await signIn(values)
      const isHalfWay = error instanceof ApiError && error.code === 'TOTP_REQUIRED'
      if (!isHalfWay && error) fail(error)
      if (!isHalfWay) return undefined
      setFailure(null)
      setStep('code')
      return undefined
    },
  })
  const goBack = (error: unknown) => {
    setStep('password again')
    if (error) fail(error)
  }
  const formRef = form.ref
  useEffect(() => {
    if (step === 'password again' && document.activeElement === document.body)
      formRef.current?.querySelector<HTMLElement>('[name="password"]')?.focus()
  }, [step, formRef])
  if (step === 'code')
    return <SecondStep onCode={(code) => signIn({ ...form.values, code })} onBack={goBack} />
  return (
    <form ref={formRef} noValidate onSubmit={form.submit} className="grid gap-5">
      {failure && <FailureSummary failure={failure} />}
      <Credentials form={form} />
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <Checkbox
          name="remember"
          label="Remember me"
          hint="Stay signed in for 30 days"
          checked={form.values.remember}
          onChange={(event) => form.set('remember', event.target.checked)}
        />
        <ForgotPassword path={forgotPath} />
      </div>
      <SignInButton busy={form.busy} waitSeconds={waitSeconds} />
    </form>
  )
}

function ForgotPassword({ path }: { path: string }) {
  return (
    <Link
      to={path}
      className="inline-flex items-center rounded-sm text-sm text-link underline underline-offset-3 coarse:min-h-11"
    >
      Forgot your password?
    </Link>
  )
}

function Credentials({ form }: { form: Form<Values> }) {
  return (
    <>
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
    </>
  )
}

function errorsOf({ email, password }: Values) {
  return {
    ...(email.trim() === '' && { email: 'Please enter your email' }),
    ...(password === '' && { password: 'Please enter your password' }),
  }
}
