import { MIN_AGE, registerBodySchema } from '@carillon/contract/auth/schemas'
import { type Gender, isTooYoung, MISMATCH } from '../account/account-rules.ts'

/** Values of the sign-up form. */
export type RegisterValues = {
  firstname: string
  lastname: string
  email: string
  birthdate: string
  gender: Gender
  password: string
  confirmation: string
}

export const EMPTY_REGISTER_VALUES: RegisterValues = {
  firstname: '',
  lastname: '',
  email: '',
  birthdate: '',
  gender: '',
  password: '',
  confirmation: '',
}

export type RegisterErrors = Partial<Record<keyof RegisterValues, string>>

/** Words by field, in the order of the form; empty when all is well. The contract's schema decides, the form adds the repeated password and the age. */
export function registerErrors(values: RegisterValues, now: Date): RegisterErrors {
  const parsed = registerBodySchema.safeParse(values)
  const errors: RegisterErrors = {}
  for (const issue of parsed.error?.issues ?? []) {
    const field = issue.path[0] as keyof RegisterValues
    errors[field] ??= MISSING[field] && values[field] === '' ? MISSING[field] : issue.message
  }
  if (!errors.birthdate && isTooYoung(values.birthdate, now)) {
    errors.birthdate = `You must be at least ${MIN_AGE} years old to register`
  }
  if (values.confirmation !== values.password) errors.confirmation = MISMATCH
  return errors
}

const MISSING: RegisterErrors = {
  firstname: 'Please enter your first name',
  lastname: 'Please enter your last name',
  email: 'Please enter your email',
}
