import { expect, it } from 'vitest'
import { createSemaphore } from './semaphore.ts'

it('[AU16] so many hash at once, so many wait, and the rest is told to come back', async () => {
  const semaphore = createSemaphore({ maxAtWork: 2, maxWaiting: 3 })
  const works = Array.from({ length: 7 }, () => Promise.withResolvers<void>())
  const begins = works.map(() => Promise.withResolvers<void>())
  const begun: number[] = []
  const passed = works.map(({ promise }, n) =>
    semaphore.run(() => {
      begun.push(n)
      begins[n]?.resolve()
      return promise
    }),
  )
  for (const refused of passed.slice(5))
    await expect(refused).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS', retryAfterSeconds: 3 })
  expect(begun).toEqual([0, 1])
  works[0]?.resolve()
  await begins[2]?.promise
  expect(begun).toEqual([0, 1, 2])
  for (const { resolve } of works) resolve()
  await Promise.all(passed.slice(0, 5))
  expect(begun).toEqual([0, 1, 2, 3, 4])
})

it('[AU16] work that fails makes room too', async () => {
  const semaphore = createSemaphore({ maxAtWork: 1, maxWaiting: 0 })
  await expect(semaphore.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await semaphore.run(async () => 'in')).toBe('in')
})

it('[LB55] who leaves the line makes room in it, and who is at work stays', async () => {
  const semaphore = createSemaphore({ maxAtWork: 1, maxWaiting: 1 })
  const [first, leaving] = [Promise.withResolvers<string>(), new AbortController()]
  const running = semaphore.run(() => first.promise, leaving.signal)
  const left = new AbortController()
  const waiting = semaphore.run(async () => 'not this one', left.signal)
  left.abort(new Error('left'))
  await expect(waiting).rejects.toThrow('left')
  const next = semaphore.run(async () => 'next')
  leaving.abort()
  first.resolve('first')
  expect(await Promise.all([running, next])).toEqual(['first', 'next'])
  await expect(semaphore.run(async () => 'never', left.signal)).rejects.toThrow('left')
})
