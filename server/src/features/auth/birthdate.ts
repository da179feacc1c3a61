import { ageOn, MIN_AGE } from '@carillon/contract/auth/schemas'
import { AppError } from '../../kernel/app-error.ts'

const OLDEST_AGE = 130

/** Throws INVALID_INPUT for who is too young for an account, by the day in the station's zone, or older than anybody. */
export function requireAge(birthdate: string | null, now: Date, timeZone: string): void {
  const fault = birthdate === null ? null : faultOf(ageOn(birthdate, now, timeZone))
  if (fault) throw new AppError('INVALID_INPUT', { fields: { birthdate: fault } })
}

function faultOf(age: number): string | null {
  if (age < MIN_AGE) return 'You must be at least 13 years old to register'
  return age > OLDEST_AGE ? 'Please enter your date of birth' : null
}
