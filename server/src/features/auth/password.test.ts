import { expect, it } from 'vitest'
import { hashPassword, verifyPassword } from './password.ts'

it('[AU15] passwords are kept as argon2id with a salt of their own', async () => {
  const [one, other] = [await hashPassword('tuning fork'), await hashPassword('tuning fork')]
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(one).not.toBe(other)
  expect(await verifyPassword('tuning fork', one)).toBe(true)
  expect(await verifyPassword('tuning forks', one)).toBe(false)
})

it('[AU15] the same letters from another keyboard are the same password', async () => {
  const hash = await hashPassword('Pe\u00f1aranda')
  expect(await verifyPassword('Pen\u0303aranda', hash)).toBe(true)
})

it("[AU5] nobody's password is never right", async () => {
  expect(await verifyPassword('', undefined)).toBe(false)
})
