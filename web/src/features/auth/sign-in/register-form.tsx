import { type ReactNode, useState } from 'react'
import { ApiError, messageOf } from '../../../api/api-error.ts'
import { Link } from '../../../lib/router/link.tsx'
import { type Form, useForm } from '../../../lib/use-form.ts'
import { useSession } from '../../../session/session.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { ErrorSummary } from '../../../ui/error-summary.tsx'
import { Field, PasswordInput, TextInput } from '../../../ui/field.tsx'
import { RadioCards } from '../../../ui/radio-cards.tsx'
import { GENDERS, latestBirthdate } from '../account/account-rules.ts'
import { passwordHint } from '../account/password-strength.ts'
import { dropDraft, keepDraft, readDraft } from './register-draft.ts'
import { type RegisterValues, registerErrors } from './register-rules.ts'

const LABELS: Record<keyof RegisterValues, string> = {
  firstname: 'First name',
  lastname: 'Last name',
  email: 'Email',
  birthdate: 'Date of birth',
  gender: 'Gender',
  password: 'Password',
  confirmation: 'Confirm password',
}

const EMAIL_TAKEN = 'An account with this email already exists.'

export type RegisterFormProps = {
  paths: { login: string; terms: string; privacy: string }
  onRegistered(email: string): void
}

/** The sign-up form: errors by the field at blur, all of them listed at submit. */
export function RegisterForm({ paths, onRegistered }: RegisterFormProps) {
  const [agreed, setAgreed] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const form = useForm<RegisterValues>({
    initial: readDraft(),
    errorsOf: (values) => registerErrors(values, new Date()),
    onSubmit: useSignUp(setFailure, onRegistered),
    onChange: keepDraft,
  })

  return (
    <form noValidate onSubmit={form.submit} className="grid gap-5">
      {failure && (
        <Banner tone="danger" role="alert">
          {failure}
        </Banner>
      )}
      <ErrorSummary key={form.refusals} labels={LABELS} errors={form.refusals > 0 ? form.errors : {}} />
      <RegisterFields form={form} loginPath={paths.login} />
      <Checkbox
        name="terms"
        label={<Terms paths={paths} />}
        checked={agreed}
        onChange={(event) => setAgreed(event.target.checked)}
      />
      <SubmitButton agreed={agreed} busy={form.busy} />
    </form>
  )
}

function RegisterFields({ form, loginPath }: { form: Form<RegisterValues>; loginPath: string }) {
  const { errors, values } = form
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field id="firstname" label={LABELS.firstname} error={errors.firstname}>
          <TextInput autoComplete="given-name" {...form.text('firstname')} />
        </Field>
        <Field id="lastname" label={LABELS.lastname} error={errors.lastname}>
          <TextInput autoComplete="family-name" {...form.text('lastname')} />
        </Field>
      </div>
      <Field
        id="email"
        label={LABELS.email}
        error={errors.email && <EmailError text={errors.email} loginPath={loginPath} />}
      >
        <TextInput
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          {...form.text('email')}
        />
      </Field>
      <Field
        id="birthdate"
        label={LABELS.birthdate}
        hint="Used for analytics and age-appropriate content"
        error={errors.birthdate}
      >
        <TextInput
          type="date"
          autoComplete="bday"
          max={latestBirthdate(new Date())}
          {...form.text('birthdate')}
        />
      </Field>
      <RadioCards
        legend={
          <>
            {LABELS.gender} <span className="font-normal text-text-muted">(optional)</span>
          </>
        }
        hint="Helps us improve demographics analytics"
        options={GENDERS}
        value={values.gender}
        onChange={(gender) => form.set('gender', gender)}
        className="grid-cols-2 sm:grid-cols-[1fr_1fr_1fr_1.6fr]"
      />
      <NewPassword form={form} />
    </>
  )
}

function NewPassword({ form }: { form: Form<RegisterValues> }) {
  const { errors, values } = form
  return (
    <>
      <Field
        id="password"
        label={LABELS.password}
        hint={passwordHint(values.password)}
        error={errors.password}
      >
        <PasswordInput autoComplete="new-password" {...form.text('password')} />
      </Field>
      <Field id="confirmation" label={LABELS.confirmation} error={errors.confirmation}>
        <PasswordInput autoComplete="new-password" {...form.text('confirmation')} />
      </Field>
    </>
  )
}

function useSignUp(setFailure: (text: string | null) => void, onRegistered: (email: string) => void) {
  const { register } = useSession()
  return async ({ confirmation: _, ...body }: RegisterValues) => {
    setFailure(null)
    try {
      const { email } = await register(body)
      dropDraft()
      onRegistered(email)
      return undefined
    } catch (error) {
      const named = fieldErrorsOf(error)
      if (Object.keys(named).length > 0) return named
      setFailure(messageOf(error, 'Registration failed. Please try again.'))
      return undefined
    }
  }
}

/** Errors of single fields in a refusal; a taken e-mail belongs to its field. */
function fieldErrorsOf(error: unknown): Partial<Record<keyof RegisterValues, string>> {
  if (!(error instanceof ApiError)) return {}
  if (error.code === 'EMAIL_TAKEN') return { email: error.serverMessage ?? EMAIL_TAKEN }
  return Object.fromEntries(Object.entries(error.fields).filter(([name]) => name in LABELS))
}

function EmailError({ text, loginPath }: { text: string; loginPath: string }) {
  return (
    <>
      {text}{' '}
      {text === EMAIL_TAKEN && (
        <Link to={loginPath} className="underline underline-offset-3">
          Sign in instead
        </Link>
      )}
    </>
  )
}

/** A disabled button is silent, so the words under it say what it waits for. */
function SubmitButton({ agreed, busy }: { agreed: boolean; busy: boolean }) {
  return (
    <div className="grid gap-2">
      <Button
        type="submit"
        disabled={!agreed}
        busy={busy}
        busyLabel="Creating your account…"
        aria-describedby={agreed ? undefined : 'terms-needed'}
        className="w-full max-md:h-12"
      >
        Create account
      </Button>
      {!agreed && (
        <p id="terms-needed" className="text-center text-sm text-text-muted">
          Tick the box to continue
        </p>
      )}
    </div>
  )
}

function Terms({ paths }: Pick<RegisterFormProps, 'paths'>): ReactNode {
  return (
    <>
      By creating an account, you agree to our{' '}
      <Link to={paths.terms} className="text-link underline underline-offset-3">
        Terms of Service
      </Link>{' '}
      and{' '}
      <Link to={paths.privacy} className="text-link underline underline-offset-3">
        Privacy Policy
      </Link>
    </>
  )
}
