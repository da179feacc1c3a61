import { type ChangeEvent, type FormEvent, useRef, useState } from 'react'
import { afterPress } from './after-press.ts'
import { useFocusOnRefusal } from './use-focus-on-refusal.ts'
import { useGone } from './use-gone.ts'

export type FormErrors<Values> = Partial<Record<keyof Values, string>>

export type FormOptions<Values> = {
  initial: Values
  /** Words by field; empty when all is well. */
  errorsOf(values: Values): FormErrors<Values>
  /**
   * Runs with valid values; a second submit while it runs is ignored. May give back errors that only the station knew.
   * `givenUp` is aborted when the form leaves the page, as with the dialog that it is in.
   */
  onSubmit(values: Values, givenUp: AbortSignal): Promise<FormErrors<Values> | undefined>
  onChange?(values: Values): void
  /** When the error of a field shows first: as it is left, unless told. */
  checksAt?: 'leave' | 'submit'
}

export type Form<Values extends Record<string, string | boolean>> = ReturnType<typeof useForm<Values>>

/**
 * A form whose errors appear when a field is left and at submit, never while typing. With `ref` on its element, a
 * refused submit brings the focus to the first wrong field. Forms whose words outlive them (messages, song requests,
 * polls, announcements) have a hook of their own around a draft instead; a ballot and a search have no field to check.
 */
export function useForm<Values extends Record<string, string | boolean>>(options: FormOptions<Values>) {
  const [values, setValues] = useState(options.initial)
  const [errors, setErrors] = useState<FormErrors<Values>>({})
  const [busy, setBusy] = useState(false)
  const [refusals, setRefusals] = useState(0)
  const ref = useRef<HTMLFormElement>(null)
  const gone = useGone()
  useFocusOnRefusal(ref, refusals)

  const set = <Name extends keyof Values>(name: Name, value: Values[Name]) => {
    // What is being sent stays as it is; text inputs are read-only meanwhile.
    if (busy) return
    const next = { ...values, [name]: value }
    setValues(next)
    options.onChange?.(next)
  }
  /** Begins again with other values. */
  const reset = (next: Values) => {
    setValues(next)
    setErrors({})
  }
  const check = (name: keyof Values) => {
    const error = options.errorsOf(values)[name]
    afterPress(() => setErrors((shown) => ({ ...shown, [name]: error })))
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const found = options.errorsOf(values)
    setErrors(found)
    if (hasAny(found)) return setRefusals(refusals + 1)
    setBusy(true)
    const submitErrors = (await options.onSubmit(values, gone())) ?? {}
    setBusy(false)
    setErrors(submitErrors)
    if (hasAny(submitErrors)) setRefusals(refusals + 1)
  }

  /** The attributes of a text input. */
  const text = (name: keyof Values & string) => ({
    name,
    value: String(values[name]),
    readOnly: busy,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      set(name, event.target.value as Values[typeof name]),
    onBlur: () => options.checksAt !== 'submit' && values[name] !== '' && check(name),
  })
  /** `refusals` counts the submits that errors stopped: a new one is a new summary. */
  return { ref, values, errors, busy, refusals, set, reset, text, submit }
}

function hasAny(errors: object): boolean {
  return Object.values(errors).some(Boolean)
}
