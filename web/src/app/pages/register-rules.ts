import { ageOn, MIN_AGE, registerBodySchema } from '@carillon/contract/auth'
import { STATION_ZONE } from '../../lib/manila.ts'

/** What the sign-up form holds. */
export type RegisterValues = {
  firstname: string
  lastname: string
  email: string
  birthdate: string
  gender: '' | 'MALE' | 'FEMALE' | 'OTHER'
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
  if (!errors.birthdate && ageOn(values.birthdate, now, STATION_ZONE) < MIN_AGE) {
    errors.birthdate = `You must be at least ${MIN_AGE} years old to register`
  }
  if (values.confirmation !== values.password) errors.confirmation = 'Passwords do not match'
  return errors
}

const MISSING: RegisterErrors = {
  firstname: 'Please enter your first name',
  lastname: 'Please enter your last name',
  email: 'Please enter your email',
}

/** The youngest birthdate that may register today, for the `max` of a date input: `2013-11-20`. */
export function latestBirthdate(now: Date): string {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: STATION_ZONE }).format(now)
  return `${Number(today.slice(0, 4)) - MIN_AGE}${today.slice(4)}`
}

export type Strength = 'weak' | 'fair' | 'strong'

/** A hint beyond the six-character rule: length counts most, a mix of kinds helps. It blocks nothing. */
export function passwordStrength(password: string): Strength {
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/].filter((kind) => kind.test(password)).length
  const score = password.length + kinds * 2
  if (score >= 18) return 'strong'
  return score >= 12 ? 'fair' : 'weak'
}
