import { expect, it } from 'vitest'
import { createSharedLookups } from './shared-lookups.ts'

/** Look-ups that end when they are told to. */
function open() {
  const begun: string[] = []
  const ends: PromiseWithResolvers<string>[] = []
  const lookUp = createSharedLookups((key: string) => {
    begun.push(key)
    const end = Promise.withResolvers<string>()
    ends.push(end)
    return end.promise
  })
  return { lookUp, begun, ends }
}

it('[CH29] a thousand who ask at once cost two look-ups, and each is answered by one that began after it asked', async () => {
  const { lookUp, begun, ends } = open()
  const first = lookUp('a')
  const others = Array.from({ length: 1_000 }, () => lookUp('a'))
  ends[0]?.resolve('before')
  expect(await first).toBe('before')
  ends[1]?.resolve('after')
  expect(new Set(await Promise.all(others))).toEqual(new Set(['after']))
  expect(begun).toEqual(['a', 'a'])
})

it('[CH29] one that fails fails for those who share it, and the next is another', async () => {
  const { lookUp, begun, ends } = open()
  const first = lookUp('a')
  ends[0]?.reject(new Error('away'))
  await expect(first).rejects.toThrow('away')
  const second = lookUp('a')
  ends[1]?.resolve('back')
  expect(await second).toBe('back')
  void lookUp('b')
  expect(begun).toEqual(['a', 'a', 'b'])
})
