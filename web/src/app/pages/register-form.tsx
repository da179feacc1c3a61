import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Controller, type FieldErrors, type UseFormReturn, useForm } from 'react-hook-form'
import { Link, useNavigate } from 'react-router'
import { ApiError, messageOf } from '../../api/api-error.ts'
import { useSession } from '../../session/session.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Field, PasswordInput, TextInput } from '../../ui/field.tsx'
import { RadioCards } from '../../ui/radio-cards.tsx'
import { PATHS } from '../paths.ts'
import { dropDraft, keepDraft, readDraft } from './register-draft.ts'
import { latestBirthdate, passwordStrength, type RegisterValues, registerErrors } from './register-rules.ts'

const GENDERS = [
  { value: 'MALE', label: 'Male' },
  { value: 'FEMALE', label: 'Female' },
  { value: 'OTHER', label: 'Other' },
  { value: '', label: 'Prefer not to say' },
] as const

const LABELS: Record<keyof RegisterValues, string> = {
  firstname: 'First name',
  lastname: 'Last name',
  email: 'Email',
  birthdate: 'Date of birth',
  gender: 'Gender',
  password: 'Password',
  confirmation: 'Confirm password',
}

const STRENGTH_WORDS = {
  weak: 'Easy to guess. A short sentence is stronger.',
  fair: 'Fair. Longer is stronger.',
  strong: 'Strong.',
} as const

/** The sign-up form: errors by the field at blur, all of them listed at submit. */
export function RegisterForm() {
  const form = useRegisterForm()
  const { register, control, watch, formState } = form
  const { errors, isSubmitting, submitCount } = formState
  const [agreed, setAgreed] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const submit = useSubmit(form, setFailure)
  const password = watch('password')
  const text = (name: keyof RegisterValues) => ({ ...register(name), readOnly: isSubmitting })

  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      {failure && (
        <Banner tone="danger" role="alert">
          {failure}
        </Banner>
      )}
      <ErrorSummary key={submitCount} errors={submitCount > 0 ? errors : {}} />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field id="firstname" label={LABELS.firstname} error={errors.firstname?.message}>
          <TextInput autoComplete="given-name" {...text('firstname')} />
        </Field>
        <Field id="lastname" label={LABELS.lastname} error={errors.lastname?.message}>
          <TextInput autoComplete="family-name" {...text('lastname')} />
        </Field>
      </div>
      <Field id="email" label={LABELS.email} error={emailError(errors)}>
        <TextInput
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          {...text('email')}
        />
      </Field>
      <Field
        id="birthdate"
        label={LABELS.birthdate}
        hint="Used for analytics and age-appropriate content"
        error={errors.birthdate?.message}
      >
        <TextInput type="date" autoComplete="bday" max={latestBirthdate(new Date())} {...text('birthdate')} />
      </Field>
      <Controller
        control={control}
        name="gender"
        render={({ field }) => (
          <RadioCards
            legend={
              <>
                Gender <span className="font-normal text-text-muted">(optional)</span>
              </>
            }
            hint="Helps us improve demographics analytics"
            options={GENDERS}
            value={field.value}
            onChange={field.onChange}
            className="grid-cols-2 sm:grid-cols-4"
          />
        )}
      />
      <Field
        id="password"
        label={LABELS.password}
        hint={password === '' ? 'At least 6 characters' : STRENGTH_WORDS[passwordStrength(password)]}
        error={errors.password?.message}
      >
        <PasswordInput autoComplete="new-password" {...text('password')} />
      </Field>
      <Field id="confirmation" label={LABELS.confirmation} error={errors.confirmation?.message}>
        <PasswordInput autoComplete="new-password" {...text('confirmation')} />
      </Field>
      <Checkbox label={<Terms />} checked={agreed} onChange={(event) => setAgreed(event.target.checked)} />
      <div className="grid gap-2">
        <Button
          type="submit"
          disabled={!agreed}
          busy={isSubmitting}
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
    </form>
  )
}

function useRegisterForm(): UseFormReturn<RegisterValues> {
  const form = useForm<RegisterValues>({
    defaultValues: readDraft(),
    mode: 'onBlur',
    reValidateMode: 'onBlur',
    resolver: (values) => {
      const errors = Object.entries(registerErrors(values, new Date()))
      const found = errors.map(([name, message]) => [name, { type: 'rule', message }])
      return { values, errors: Object.fromEntries(found) }
    },
  })
  const { watch } = form
  useEffect(() => {
    const watching = watch((_, { name }) => name && keepDraft(form.getValues()))
    return () => watching.unsubscribe()
  }, [watch, form])
  return form
}

function useSubmit(form: UseFormReturn<RegisterValues>, setFailure: (text: string | null) => void) {
  const { register } = useSession()
  const navigate = useNavigate()
  return form.handleSubmit(async ({ confirmation: _, ...body }) => {
    setFailure(null)
    try {
      const { email } = await register(body)
      dropDraft()
      navigate(PATHS.login, { state: { registered: email } })
    } catch (error) {
      const named = fieldErrorsOf(error)
      for (const [name, message] of named)
        form.setError(name, { type: 'server', message }, { shouldFocus: true })
      if (named.length === 0) setFailure(messageOf(error, 'Registration failed. Please try again.'))
    }
  })
}

/** What the station said about single fields; a taken e-mail belongs to its field. */
function fieldErrorsOf(error: unknown): [keyof RegisterValues, string][] {
  if (!(error instanceof ApiError)) return []
  if (error.code === 'EMAIL_TAKEN') return [['email', error.message]]
  return Object.entries(error.fields).filter(
    (entry): entry is [keyof RegisterValues, string] => entry[0] in LABELS,
  )
}

function emailError(errors: FieldErrors<RegisterValues>): ReactNode {
  if (errors.email?.type !== 'server') return errors.email?.message
  return (
    <>
      {errors.email.message}{' '}
      <Link to={PATHS.login} className="underline underline-offset-3">
        Sign in instead
      </Link>
    </>
  )
}

/** All that stands in the way, each a link to its field; takes the focus when it appears. */
function ErrorSummary({ errors }: { errors: FieldErrors<RegisterValues> }) {
  const ref = useRef<HTMLDivElement>(null)
  const names = (Object.keys(LABELS) as (keyof RegisterValues)[]).filter((name) => errors[name])
  const [shown] = useState(names.length > 1)
  useEffect(() => ref.current?.focus(), [])
  if (!shown || names.length === 0) return null
  return (
    <div ref={ref} tabIndex={-1} className="rounded-card">
      <Banner tone="danger" role="alert">
        <p className="font-semibold">Please check {names.length === 1 ? 'this' : 'these'}:</p>
        <ul className="mt-1 grid gap-0.5">
          {names.map((name) => (
            <li key={name}>
              <a
                href={`#${name}`}
                className="underline underline-offset-3"
                onClick={(event) => {
                  event.preventDefault()
                  document.getElementById(name)?.focus()
                }}
              >
                {LABELS[name]}: {errors[name]?.message}
              </a>
            </li>
          ))}
        </ul>
      </Banner>
    </div>
  )
}

function Terms() {
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
