import { expect, test } from 'vitest'
import { newAccountErrors } from './create-account.ts'
import { SUGGESTION_BYTES, suggestPassword } from './suggested-password.ts'

test('[SH68] a suggested password is readable, and every byte counts evenly', () => {
  expect(suggestPassword(new Uint8Array(SUGGESTION_BYTES))).toBe('aaaa-aaaa-aaaa')
  const characters = Array.from(
    { length: 256 },
    (_, byte) => suggestPassword(new Uint8Array(SUGGESTION_BYTES).fill(byte))[0],
  )
  expect(characters.join('')).not.toMatch(/[ilo0]/)
  expect(new Set(characters).size).toBe(32)
})

test('[SH68] what is missing or wrong is said by field', () => {
  const empty = { firstname: ' ', lastname: '', email: '', password: '', role: 'LISTENER' } as const
  expect(newAccountErrors(empty)).toEqual({
    firstname: 'Please enter a first name',
    lastname: 'Please enter a last name',
    email: 'Please enter an email',
    password: 'Please enter a password',
  })
  expect(
    newAccountErrors({ ...empty, firstname: 'Ana', lastname: 'Cruz', email: 'ana@', password: '12345' }),
  ).toEqual({
    email: 'Please enter a valid email address',
    password: 'Password must be at least 6 characters long',
  })
})
