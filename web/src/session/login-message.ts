import { ApiError } from '../api/api-error.ts'

/** Message of a failed sign-in: the station's, otherwise that for 429 and 401, otherwise the default. */
export function loginMessage(error: unknown): string {
  if (!(error instanceof ApiError)) return 'Login failed. Please try again.'
  if (error.serverMessage) return error.serverMessage
  if (error.status === 429) return 'Too many failed attempts. Please wait and try again.'
  if (error.status === 401) return 'Invalid email or password.'
  return 'Login failed. Please try again.'
}
