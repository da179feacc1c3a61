import { type ReactNode, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { ApiError, messageOf } from '../../api/api-error.ts'
import { GENDERS, latestBirthdate } from '../../features/auth/account/account-rules.ts'
import { passwordHint } from '../../features/auth/account/password-strength.ts'
import { useForm } from '../../lib/use-form.ts'
import { useSession } from '../../session/session.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { Field, PasswordInput, TextInput } from '../../ui/field.tsx'
import { RadioCards } from '../../ui/radio-cards.tsx'
import { PATHS } from '../paths.ts'
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

/** The sign-up form: errors by the field at blur, all of them listed at submit. */
export function RegisterForm() {
  const [agreed, setAgreed] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const form = useForm<RegisterValues>({
    initial: readDraft(),
    errorsOf: (values) => registerErrors(values, new Date()),
    onSubmit: useSignUp(setFailure),
    onChange: keepDraft,
  })
  const { errors, values } = form

  return (
    <form noValidate onSubmit={form.submit} className="grid gap-5">
      {failure && (
        <Banner tone="danger" role="alert">
          {failure}
        </Banner>
      )}
      <ErrorSummary key={form.refusals} labels={LABELS} errors={form.refusals > 0 ? errors : {}} />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field id="firstname" label={LABELS.firstname} error={errors.firstname}>
          <TextInput autoComplete="given-name" {...form.text('firstname')} />
        </Field>
        <Field id="lastname" label={LABELS.lastname} error={errors.lastname}>
          <TextInput autoComplete="family-name" {...form.text('lastname')} />
        </Field>
      </div>
      <Field id="email" label={LABELS.email} error={errors.email && <EmailError text={errors.email} />}>
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
      <Checkbox
        name="terms"
        label={<Terms />}
        checked={agreed}
        onChange={(event) => setAgreed(event.target.checked)}
      />
      <SubmitButton agreed={agreed} busy={form.busy} />
    </form>
  )
}

function useSignUp(setFailure: (text: string | null) => void) {
  const { register } = useSession()
  const navigate = useNavigate()
  return async ({ confirmation: _, ...body }: RegisterValues) => {
    setFailure(null)
    try {
      const { email } = await register(body)
      dropDraft()
      navigate(PATHS.login, { state: { registered: email } })
      return undefined
    } catch (error) {
      const named = fieldErrorsOf(error)
      if (Object.keys(named).length > 0) return named
      setFailure(messageOf(error, 'Registration failed. Please try again.'))
      return undefined
    }
  }
}

/** What the station said about single fields; a taken e-mail belongs to its field. */
function fieldErrorsOf(error: unknown): Partial<Record<keyof RegisterValues, string>> {
  if (!(error instanceof ApiError)) return {}
  if (error.code === 'EMAIL_TAKEN') return { email: error.serverMessage ?? EMAIL_TAKEN }
  return Object.fromEntries(Object.entries(error.fields).filter(([name]) => name in LABELS))
}

function EmailError({ text }: { text: string }) {
  return (
    <>
      {text}{' '}
      {text === EMAIL_TAKEN && (
        <Link to={PATHS.login} className="underline underline-offset-3">
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

function Terms(): ReactNode {
  return (
    <>
      By creating an account, you agree to our{' '}
      <Link to={PATHS.terms} className="text-link underline underline-offset-3">
        Terms of Service
      </Link>{' '}
      and{' '}
      <Link to={PATHS.privacy} className="text-link underline underline-offset-3">
        Privacy Policy
      </Link>
    </>
  )
}
