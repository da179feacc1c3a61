import { z } from 'zod/mini'
import { storedValue } from '../../../lib/stored.ts'
import { EMPTY_REGISTER_VALUES, type RegisterValues } from './register-rules.ts'

const kept = storedValue(
  'register-draft',
  z.object({
    firstname: z.string(),
    lastname: z.string(),
    email: z.string(),
    birthdate: z.string(),
    gender: z.enum(['MALE', 'FEMALE', 'OTHER', '']),
    password: z.string(),
    confirmation: z.string(),
  }),
)

/** Reads the form as it was left to read the terms; passwords are never kept. */
export function readDraft(): RegisterValues {
  return kept.read() ?? EMPTY_REGISTER_VALUES
}

/** Keeps the form for this tab, without the passwords. */
export function keepDraft(values: RegisterValues): void {
  kept.write({ ...values, password: '', confirmation: '' })
}

/** Forgets the form. */
export function dropDraft(): void {
  kept.forget()
}
