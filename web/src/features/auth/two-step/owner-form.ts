import { useState } from 'react'
import { ApiError, messageOf } from '../../../api/api-error.ts'
import { type FormErrors, useForm } from '../../../lib/use-form.ts'

type Options<Values> = {
  initial: Values
  /** Words for a field that was left empty. */
  missing: Record<keyof Values, string>
  /** Message of a failure without words. */
  failure: string
  onSubmit(values: Values): Promise<void>
}

/** A form whose fields are all required, and whose refusals stand at their field, or above where they name none. */
export function useOwnerForm<Values extends Record<string, string>>(options: Options<Values>) {
  const [problem, setProblem] = useState<string | null>(null)
  const names: (keyof Values)[] = Object.keys(options.initial)
  const form = useForm<Values>({
    initial: options.initial,
    errorsOf: (values) => {
      const empty = names.filter((name) => values[name]?.trim() === '')
      return Object.fromEntries(empty.map((name) => [name, options.missing[name]])) as FormErrors<Values>
    },
    onSubmit: async (values) => {
      setProblem(null)
      try {
        await options.onSubmit(values)
        return undefined
      } catch (error) {
        const fields = error instanceof ApiError ? error.fields : {}
        const named = Object.entries(fields).filter(([name]) => names.includes(name))
        if (named.length === 0) setProblem(messageOf(error, options.failure))
        return Object.fromEntries(named) as FormErrors<Values>
      }
    },
  })
  return { ...form, problem }
}
