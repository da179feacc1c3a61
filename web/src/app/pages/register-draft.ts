import { EMPTY_REGISTER_VALUES, type RegisterValues } from './register-rules.ts'

const KEY = 'register-draft'

/** What was typed before leaving to read the terms; passwords are never kept. */
export function readDraft(): RegisterValues {
  try {
    return { ...EMPTY_REGISTER_VALUES, ...JSON.parse(sessionStorage.getItem(KEY) ?? '{}') }
  } catch {
    // Unreadable or forbidden storage: the form starts empty.
    return EMPTY_REGISTER_VALUES
  }
}

/** Keeps the form for this tab, without the passwords. */
export function keepDraft(values: RegisterValues): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ ...values, password: '', confirmation: '' }))
  } catch (error) {
    console.error('The form could not be kept:', error)
  }
}

/** Forgets the form. */
export function dropDraft(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch (error) {
    console.error('The form could not be forgotten:', error)
  }
}
