import { z } from 'zod/mini'
import { storedValue } from '../../lib/stored.ts'
import { EMPTY_REGISTER_VALUES, type RegisterValues } from './register-rules.ts'

const kept = storedValue('register-draft', z.record(z.string(), z.unknown()))

/** What was typed before leaving to read the terms; passwords are never kept. */
export function readDraft(): RegisterValues {
  return { ...EMPTY_REGISTER_VALUES, ...kept.read() }
}

/** Keeps the form for this tab, without the passwords. */
export function keepDraft(values: RegisterValues): void {
  kept.write({ ...values, password: '', confirmation: '' })
}

/** Forgets the form. */
export function dropDraft(): void {
  kept.forget()
}
