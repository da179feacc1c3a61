import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openShowPlace } from '../../../../../tests/support/show.ts'
import { hashPassword } from './password.ts'
import { createPasswordTries, type PasswordTries, RIGHT_RATE } from './password-tries.ts'
import { deletePassword, savePassword } from './store.ts'
import type { EncoderTables } from './table.ts'

let place: Awaited<ReturnType<typeof openShowPlace<EncoderTables>>>
let tries: PasswordTries
let nowMs = 0
beforeAll(async () => {
  place = await openShowPlace<EncoderTables>('embedded')
})
afterAll(() => place.close())
beforeEach(() => {
  tries = createPasswordTries({ db: place.db, now: () => nowMs })
})

const CAMPUS = '203.0.113.7'
const basic = (password: string) => `Basic ${btoa(`source:${password}`)}`

/** Makes a password at another instance, for a show of its own. */
async function newPassword(password: string): Promise<number> {
  const dj = await place.person('DJ')
  const broadcastId = await place.goLive(dj)
  await savePassword(place.db, hashPassword(password), {
    broadcastId,
    userId: dj.id,
    createdAt: new Date(0),
  })
  return broadcastId
}

const codeOf = (password: string, address = CAMPUS) =>
  tries.take(basic(password), address).then(
    () => 'in',
    (error: { code?: string }) => error.code,
  )

/** Everything that a network may get wrong. */
async function failEverything(): Promise<void> {
  const codes = await Promise.all(Array.from({ length: 300 }, (_, n) => codeOf(`wrong ${n}`)))
  expect(new Set(codes)).toEqual(new Set(['ENCODER_PASSWORD']))
  expect(await codeOf('wrong')).toBe('TOO_MANY_ATTEMPTS')
}

it('[EN24] the right password is let through while others of its network fail', async () => {
  await newPassword('right of all')
  await failEverything()
  expect(await codeOf('right of all')).toBe('in')
  expect(await codeOf('wrong')).toBe('TOO_MANY_ATTEMPTS')
})

it('[EN24] so is one that was made after they had failed, here at once', async () => {
  await failEverything()
  await newPassword('made at another instance')
  await newPassword('made here')
  tries.know(hashPassword('made here'))
  expect(await codeOf('made here')).toBe('in')
  await expect.poll(() => codeOf('made at another instance')).toBe('in')
})

it('[EN18] only what is wrong counts towards the network', async () => {
  await newPassword('right')
  expect(await codeOf('right')).toBe('in')
  await failEverything()
  nowMs += 1_000
  expect(await codeOf('wrong')).toBe('ENCODER_PASSWORD')
  expect(await codeOf('wrong', '203.0.113.8')).toBe('ENCODER_PASSWORD')
})

it('[EN24] one right password has tries of its own, and runs out of them alone', async () => {
  await newPassword('busy')
  await newPassword('calm')
  for (let n = 0; n < RIGHT_RATE.burst; n++) expect(await codeOf('busy')).toBe('in')
  await expect(tries.take(basic('busy'), CAMPUS)).rejects.toMatchObject({
    code: 'TOO_MANY_ATTEMPTS',
    retryAfterSeconds: 1,
  })
  expect(await codeOf('calm')).toBe('in')
  nowMs += 1_000
  expect(await codeOf('busy')).toBe('in')
})

it('[EN24] one that is withdrawn is found out by the next question', async () => {
  const broadcastId = await newPassword('withdrawn')
  expect(await codeOf('withdrawn')).toBe('in')
  await deletePassword(place.db, broadcastId)
  await codeOf('wrong')
  expect(await codeOf('withdrawn')).toBe('ENCODER_PASSWORD')
})
