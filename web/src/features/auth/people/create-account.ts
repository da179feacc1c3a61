import { createUserBodySchema } from '@carillon/contract/auth/schemas'
import { ApiError } from '../../../api/api-error.ts'

/** Values of the form of a new account. */
export type NewAccount = {
  firstname: string
  lastname: string
  email: string
  password: string
  role: 'LISTENER' | 'DJ' | 'MODERATOR' | 'ADMIN'
}
export type NewAccountErrors = Partial<Record<keyof NewAccount, string>>

const MISSING: NewAccountErrors = {
  firstname: 'Please enter a first name',
  lastname: 'Please enter a last name',
  email: 'Please enter an email',
  password: 'Please enter a password',
}

/** Words by field; empty when all is well. */
export function newAccountErrors(values: NewAccount): NewAccountErrors {
  const errors: NewAccountErrors = {}
  for (const issue of createUserBodySchema.safeParse(values).error?.issues ?? []) {
    const field = issue.path[0] as keyof NewAccount
    errors[field] ??= values[field].trim() === '' ? (MISSING[field] ?? issue.message) : issue.message
  }
  return errors
}

/** Errors of single fields in a refusal; a taken e-mail belongs to its field. */
export function refusedFields(error: unknown): NewAccountErrors {
  if (!(error instanceof ApiError)) return {}
  if (error.code === 'EMAIL_TAKEN') return { email: error.message }
  return Object.fromEntries(
    Object.entries(error.fields).filter(([name]) => name in MISSING || name === 'role'),
  )
}
