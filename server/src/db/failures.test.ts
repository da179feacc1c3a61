import { expect, it } from 'vitest'
import { databaseFault } from './failures.ts'

const failure = (code: string) => Object.assign(new Error('of the database'), { code })

it.each([
  ['no room on its disk', '53100'],
  ['no memory', '53200'],
  ['no connection left', '53300'],
  ['a disk that fails', '58030'],
  ['a shutdown', '57P01'],
  ['a statement that took too long', '57014'],
])('[FT4] %s is a database that is away', (_, code) => {
  expect(databaseFault(failure(code))).toBe('AWAY')
})

it.each([
  ['a broken rule', '23505'],
  ['a wrong statement', '42601'],
  ['no code', ''],
])('[FT4] %s is not', (_, code) => {
  expect(databaseFault(failure(code))).toBeNull()
})
