import { describe, expect, test } from 'vitest'
import { latestBirthdate } from '../account/account-rules.ts'
import { passwordStrength } from '../account/password-strength.ts'
import { EMPTY_REGISTER_VALUES, registerErrors } from './register-rules.ts'

const NOW = new Date('2026-11-20T07:32:00.000Z')
const GOOD = {
  ...EMPTY_REGISTER_VALUES,
  firstname: 'Ana',
  lastname: 'Cruz',
  email: 'ana@campus.example',
  birthdate: '2004-02-29',
  password: 'harana',
  confirmation: 'harana',
}
const errorsOf = (given: Partial<typeof GOOD>) => registerErrors({ ...GOOD, ...given }, NOW)

describe('the rules of signing up', () => {
  test('[SH23] a whole form has nothing to say, with or without a gender', () => {
    expect(errorsOf({})).toEqual({})
    expect(errorsOf({ gender: 'OTHER' })).toEqual({})
  })

  test('[SH23] every required field is asked for', () => {
    expect(registerErrors(EMPTY_REGISTER_VALUES, NOW)).toEqual({
      firstname: 'Please enter your first name',
      lastname: 'Please enter your last name',
      email: 'Please enter your email',
      birthdate: 'Please enter your date of birth',
      password: 'Password must be at least 6 characters long',
    })
  })

  test.each([
    [{ confirmation: 'Harana' }, { confirmation: 'Passwords do not match' }],
    [
      { password: 'haran', confirmation: 'haran' },
      { password: 'Password must be at least 6 characters long' },
    ],
    [{ birthdate: '2013-11-21' }, { birthdate: 'You must be at least 13 years old to register' }],
    [{ email: 'ana' }, { email: 'Please enter a valid email address' }],
  ])('[SH23] %o gives %o', (given, expected) => {
    expect(errorsOf(given)).toEqual(expected)
  })

  test('[SH23] thirteen is counted in Manila, to the day', () => {
    expect(errorsOf({ birthdate: '2013-11-20' })).toEqual({})
    expect(latestBirthdate(NOW)).toBe('2013-11-20')
    expect(latestBirthdate(new Date('2026-11-20T16:00:00.000Z'))).toBe('2013-11-21')
  })

  test('[SH23] the strength of a password is a hint', () => {
    expect(['harana', 'harana hour', 'the canteen at four'].map(passwordStrength)).toEqual([
      'weak',
      'fair',
      'strong',
    ])
  })
})
