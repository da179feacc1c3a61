import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link, useLocation, useNavigate } from 'react-router'
import { ApiError } from '../../api/api-error.ts'
import { usePageTitle } from '../../lib/document-title.ts'
import { useCountdown } from '../../lib/use-countdown.ts'
import { useOnline } from '../../lib/use-online.ts'
import { loginMessage } from '../../session/login-message.ts'
import { useSession } from '../../session/session.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Field, PasswordInput, TextInput } from '../../ui/field.tsx'
import { homeOf, PATHS } from '../paths.ts'
import { ForgotPassword } from './forgot-password.tsx'
import { GateFrame } from './gate-frame.tsx'

type Values = { email: string; password: string; remember: boolean }

/** `/login`. */
export function LoginPage() {
  usePageTitle('Login')
  const registered = registeredEmail(useLocation().state)
  return (
    <GateFrame
      title="Sign in to your account"
      subtitle="Your radio broadcast platform"
      formClassName="max-w-100"
    >
      {registered && (
        <Banner tone="success" role="status">
          Your account is ready. Sign in to start listening.
        </Banner>
      )}
      <LoginForm email={registered ?? ''} />
      <p className="text-sm text-text-muted">
        New here?{' '}
        <Link to={PATHS.register} className="text-link underline underline-offset-3">
          Create an account
        </Link>
      </p>
    </GateFrame>
  )
}

function LoginForm({ email }: { email: string }) {
  const { login } = useSession()
  const navigate = useNavigate()
  const online = useOnline()
  const [failure, setFailure] = useState<string | null>(null)
  const [waitSeconds, wait] = useCountdown()
  const { register, handleSubmit, formState } = useForm<Values>({
    defaultValues: { email, password: '', remember: false },
    mode: 'onSubmit',
    reValidateMode: 'onBlur',
  })
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async (values) => {
    setFailure(null)
    try {
      const user = await login(values)
      navigate(homeOf(user.role), { replace: true })
    } catch (error) {
      setFailure(loginMessage(error))
      if (error instanceof ApiError && error.status === 429) wait(error.retryAfterSeconds ?? 0)
    }
  })

  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      {failure && <FailureSummary text={failure} />}
      <Field label="Email" error={errors.email?.message}>
        <TextInput
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          readOnly={isSubmitting}
          {...register('email', { validate: (value) => value.trim() !== '' || 'Please enter your email' })}
        />
      </Field>
      <Field label="Password" error={errors.password?.message}>
        <PasswordInput
          autoComplete="current-password"
          readOnly={isSubmitting}
          {...register('password', { required: 'Please enter your password' })}
        />
      </Field>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <Checkbox label="Remember me" hint="Stay signed in for 30 days" {...register('remember')} />
        <ForgotPassword />
      </div>
      <Button
        type="submit"
        busy={isSubmitting}
        busyLabel="Signing in…"
        aria-disabled={waitSeconds > 0 || !online || undefined}
        className="w-full max-md:h-12"
      >
        {submitLabel(waitSeconds, online)}
      </Button>
    </form>
  )
}

function submitLabel(waitSeconds: number, online: boolean): string {
  if (!online) return "You're offline"
  return waitSeconds > 0 ? `Try again in ${waitSeconds} s` : 'Sign in'
}

/** Above the form, with the focus, so that it is the next thing read. */
function FailureSummary({ text }: { text: string }) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => ref.current?.focus(), [])
  return (
    <div ref={ref} tabIndex={-1} className="rounded-card">
      <Banner tone="danger" role="alert">
        {text}
      </Banner>
    </div>
  )
}

function registeredEmail(state: unknown): string | null {
  const registered = (state as { registered?: unknown } | null)?.registered
  return typeof registered === 'string' ? registered : null
}
