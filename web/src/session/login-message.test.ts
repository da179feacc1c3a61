import { describe, expect, test } from 'vitest'
import { ApiError, messageOf } from '../api/api-error.ts'
import { loginMessage } from './login-message.ts'

const error = (status: number, serverMessage?: string) => new ApiError({ status, code: 'X', serverMessage })

describe('what a failed sign-in says', () => {
  test('[SH14] the words of the station come first', () => {
    expect(loginMessage(error(429, 'Slow down, Ana.'))).toBe('Slow down, Ana.')
  })

  test.each([
    [429, 'Too many failed attempts. Please wait and try again.'],
    [401, 'Invalid email or password.'],
    [500, 'Login failed. Please try again.'],
    [0, 'Login failed. Please try again.'],
  ])('[SH14] without them %i says "%s"', (status, words) => {
    expect(loginMessage(error(status))).toBe(words)
  })

  test('[SH14] anything else is the default', () => {
    expect(loginMessage(new Error('x'))).toBe('Login failed. Please try again.')
    expect(messageOf(error(500), 'Registration failed. Please try again.')).toBe(
      'Registration failed. Please try again.',
    )
  })
})
