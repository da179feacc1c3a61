import type { User } from '@carillon/contract/auth/schemas'
import { useState } from 'react'
import { ApiError, messageOf } from '../../../api/api-error.ts'
import { type Form, useForm } from '../../../lib/use-form.ts'
import { Field, TextInput } from '../../../ui/field.tsx'
import { RadioCards } from '../../../ui/radio-cards.tsx'
import { type DetailsValues, detailsErrors, GENDERS, latestBirthdate } from './account-rules.ts'
import { FAILURES } from './failures.ts'
import { SaveBar, useSavedMark } from './save-bar.tsx'
import { useAccountActions } from './use-account-actions.ts'

/** Names, birthdate and gender. The bar to save them is there while something differs from what the station knows. */
export function DetailsForm({ user, onBarGone }: { user: User; onBarGone(): void }) {
  const { saveDetails } = useAccountActions(user)
  const [failure, setFailure] = useState<string | null>(null)
  const [isSaved, markSaved] = useSavedMark()
  const form = useForm<DetailsValues>({
    initial: valuesOf(user),
    errorsOf: (values) => detailsErrors(values, valuesOf(user), new Date()),
    onChange: () => setFailure(null),
    onSubmit: async (values) => {
      setFailure(null)
      try {
        const details = { ...values, firstname: values.firstname.trim(), lastname: values.lastname.trim() }
        form.reset(valuesOf(await saveDetails(changeOf(filled, details))))
        markSaved()
        return undefined
      } catch (error) {
        const named = fieldsOf(error)
        if (Object.keys(named).length === 0) setFailure(messageOf(error, FAILURES.profile))
        return named
      }
    },
  })
  const filled = useFollowing(form, valuesOf(user))
  const discard = () => {
    setFailure(null)
    form.reset(valuesOf(user))
  }

  return (
    <form ref={form.ref} noValidate onSubmit={form.submit}>
      <DetailsFields form={form} />
      <SaveBar
        isDirty={differs(form.values, valuesOf(user))}
        isSaving={form.busy}
        isSaved={isSaved}
        failure={failure}
        onDiscard={discard}
        onGone={onBarGone}
      />
    </form>
  )
}

/**
 * Gives the values that the form was filled with. What was not touched follows the account, which may be changed on another
 * device.
 */
function useFollowing({ values, reset }: Form<DetailsValues>, known: DetailsValues): DetailsValues {
  const [filled, setFilled] = useState(known)
  if (differs(known, filled)) {
    setFilled(known)
    reset({ ...known, ...changedFrom(filled, values) })
  }
  return filled
}

function DetailsFields({ form }: { form: Form<DetailsValues> }) {
  const { errors, values } = form
  return (
    <fieldset className="grid gap-5">
      <legend className="sr-only">Personal details</legend>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="First name" error={errors.firstname}>
          <TextInput autoComplete="given-name" {...form.text('firstname')} />
        </Field>
        <Field label="Last name" error={errors.lastname}>
          <TextInput autoComplete="family-name" {...form.text('lastname')} />
        </Field>
      </div>
      <Field
        label="Date of birth"
        hint="Used for analytics and age-appropriate content"
        error={errors.birthdate}
        className="sm:max-w-[calc(50%-0.625rem)]"
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
            Gender <span className="font-normal text-text-muted">(optional)</span>
          </>
        }
        hint="Helps us improve demographics analytics"
        options={GENDERS}
        value={values.gender}
        onChange={(gender) => form.set('gender', gender)}
        className="grid-cols-2 sm:grid-cols-[1fr_1fr_1fr_1.6fr]"
      />
    </fieldset>
  )
}

function valuesOf({ firstname, lastname, birthdate, gender }: User): DetailsValues {
  return { firstname, lastname, birthdate: birthdate ?? '', gender }
}

function differs(values: DetailsValues, known: DetailsValues): boolean {
  return Object.keys(changedFrom(known, values)).length > 0
}

function changedFrom(known: DetailsValues, values: DetailsValues): Partial<DetailsValues> {
  const names = Object.keys(known) as (keyof DetailsValues)[]
  return Object.fromEntries(
    names.filter((name) => values[name] !== known[name]).map((name) => [name, values[name]]),
  )
}

/** Only what differs: what somebody else has changed meanwhile stays. */
function changeOf(filled: DetailsValues, details: DetailsValues) {
  const { birthdate, ...changed } = changedFrom(filled, details)
  return { ...changed, ...(birthdate !== undefined && { birthdate: birthdate || null }) }
}

const FIELDS = ['firstname', 'lastname', 'birthdate', 'gender']

/** Errors of single fields of this form in a refusal. */
function fieldsOf(error: unknown): Partial<Record<keyof DetailsValues, string>> {
  if (!(error instanceof ApiError)) return {}
  return Object.fromEntries(Object.entries(error.fields).filter(([name]) => FIELDS.includes(name)))
}
