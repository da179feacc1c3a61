import { expect, it } from 'vitest'
import { AppError } from '../../kernel/app-error.ts'
import { createSlidingWindowLimiter } from '../../kernel/sliding-window-limiter.ts'
import { signUpAtPace } from './sign-up.ts'

const CAMPUS = '203.0.113.1'
const TEN_MINUTES_MS = 600_000
const isTaken = () => Promise.reject(new AppError('EMAIL_TAKEN'))
const isTooYoung = () => Promise.reject(new AppError('INVALID_INPUT'))

it('[AU49] a network learns of 25 e-mails in ten minutes that they have an account; who signs up counts not', async () => {
  let nowMs = 0
  const limiter = createSlidingWindowLimiter({ now: () => nowMs })
  let emails = 0
  const codeOf = (signUp: () => Promise<unknown>, address = CAMPUS, email = `${emails++}@campus.test`) =>
    signUpAtPace(limiter, { address, email }, signUp).then(
      () => 'in',
      (error: { code?: string }) => error.code,
    )
  for (let n = 0; n < 24; n++) {
    expect(await codeOf(isTaken)).toBe('EMAIL_TAKEN')
    if (n % 2 === 0) nowMs += 2_000
  }
  for (const one of [isTooYoung, isTooYoung]) expect(await codeOf(one)).toBe('INVALID_INPUT')
  for (let n = 0; n < 5; n++) expect(await codeOf(async () => 'ana')).toBe('in')
  for (let n = 0; n < 30; n++) expect(await codeOf(isTaken, CAMPUS, '0@campus.test')).toBe('EMAIL_TAKEN')
  expect(await codeOf(isTaken)).toBe('EMAIL_TAKEN')
  expect(await codeOf(isTaken)).toBe('TOO_MANY_REQUESTS')
  expect(await codeOf(isTaken, '203.0.113.2')).toBe('EMAIL_TAKEN')
  nowMs += TEN_MINUTES_MS
  expect(await codeOf(isTaken)).toBe('EMAIL_TAKEN')
})

it('[AU49] who comes while 25 sign up at once waits for seconds, and no flood learns of more than 25 e-mails', async () => {
  const limiter = createSlidingWindowLimiter({ now: () => 0 })
  let finish = (): void => undefined
  const opened = new Promise<void>((resolve) => {
    finish = resolve
  })
  const outcomeOf = (email: number, isAccount: boolean) =>
    signUpAtPace(limiter, { address: CAMPUS, email: `${email}@campus.test` }, async () => {
      await opened
      if (isAccount) await isTaken()
    }).then(
      () => 'in',
      (error: AppError) => error.retryAfterSeconds ?? error.code,
    )
  const lecture = Array.from({ length: 25 }, (_, at) => outcomeOf(at, at >= 20))
  await new Promise(setImmediate)
  expect(await outcomeOf(25, false)).toBe(2)
  finish()
  const learnt = Array.from({ length: 5 }, () => 'EMAIL_TAKEN')
  expect(await Promise.all(lecture)).toEqual([...Array.from({ length: 20 }, () => 'in'), ...learnt])
  const flood = await Promise.all(Array.from({ length: 60 }, (_, at) => outcomeOf(100 + at, true)))
  expect(flood.filter((outcome) => outcome === 'EMAIL_TAKEN')).toHaveLength(20)
  expect(await outcomeOf(200, true)).toBe(600)
})
