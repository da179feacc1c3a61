import { ageOn, MIN_AGE, registerBodySchema } from '@carillon/contract/auth/schemas'
import { localDay } from '@carillon/contract/time'
import { z } from 'zod/mini'
import { STATION_TIME_ZONE } from '../../../lib/station-time.ts'

/** Choices of gender; empty is "prefer not to say". */
export const GENDERS = [
  { value: 'MALE', label: 'Male' },
  { value: 'FEMALE', label: 'Female' },
  { value: 'OTHER', label: 'Other' },
  { value: '', label: 'Prefer not to say' },
] as const
export type Gender = (typeof GENDERS)[number]['value']

export const MISMATCH = 'Passwords do not match'

/** The youngest birthdate an account may have today, for the `max` of a date input: `2013-11-20`. */
export function latestBirthdate(now: Date): string {
  const today = localDay(now, STATION_TIME_ZONE)
  return `${Number(today.slice(0, 4)) - MIN_AGE}${today.slice(4)}`
}

/** Whether someone born on that day is too young for an account. */
export function isTooYoung(birthdate: string, now: Date): boolean {
  return ageOn(birthdate, now, STATION_TIME_ZONE) < MIN_AGE
}

/** Values of the form of personal details. */
export type DetailsValues = { firstname: string; lastname: string; birthdate: string; gender: Gender }

const detailsSchema = z.pick(registerBodySchema, { firstname: true, lastname: true, birthdate: true })

/** Words by field of the personal details; empty when all is well. Who has given no birthdate so far need not. */
export function detailsErrors(
  values: DetailsValues,
  known: DetailsValues,
  now: Date,
): Partial<Record<keyof DetailsValues, string>> {
  const errors = wordsOf(detailsSchema.safeParse(values).error?.issues)
  const blank = (name: 'firstname' | 'lastname') => values[name].trim() === ''
  if (blank('firstname')) errors.firstname = 'Please enter your first name'
  if (blank('lastname')) errors.lastname = 'Please enter your last name'
  if (values.birthdate === '' && known.birthdate === '') delete errors.birthdate
  else if (!errors.birthdate && isTooYoung(values.birthdate, now)) {
    errors.birthdate = `You must be at least ${MIN_AGE} years old`
  }
  return errors
}

/** Values of the form of a new password. */
export type PasswordValues = { currentPassword: string; newPassword: string; confirmation: string }

/** Words by field of a new password; empty when all is well. */
export function passwordErrors(values: PasswordValues): Partial<Record<keyof PasswordValues, string>> {
  const issue = registerBodySchema.shape.password.safeParse(values.newPassword).error?.issues[0]
  return {
    ...(values.currentPassword === '' && { currentPassword: 'Please enter your current password' }),
    ...(issue && { newPassword: issue.message }),
    ...(values.confirmation !== values.newPassword && { confirmation: MISMATCH }),
  }
}

type Issue = { path: PropertyKey[]; message: string }

/** The first words about each field. */
function wordsOf(issues: readonly Issue[] = []): Record<string, string> {
  const words: Record<string, string> = {}
  for (const { path, message } of issues) words[String(path[0])] ??= message
  return words
}
