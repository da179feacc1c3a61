import { expect, it } from 'vitest'
import { createSharedLookups, gatherLookups, MAX_GATHERED } from './shared-lookups.ts'

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

it('[AU861] keys that are asked for at once are looked up together, and each gets its own result', async () => {
  const begun: string[][] = []
  const lookUp = gatherLookups(async (keys) => {
    begun.push(keys)
    return keys.map((key) => `result of ${key}`)
  })
  const keys = Array.from({ length: MAX_GATHERED + 20 }, (_, at) => `key ${at}`)
  expect(await Promise.all(keys.map(lookUp))).toEqual(keys.map((key) => `result of ${key}`))
  expect(begun.map(({ length }) => length)).toEqual([MAX_GATHERED, 20])
  expect(await lookUp('later')).toBe('result of later')
  expect(begun[2]).toEqual(['later'])
})

it('[AU861] a look-up that fails fails for those who asked with it alone', async () => {
  let isAway = true
  const lookUp = gatherLookups(async (keys) => {
    if (isAway) throw new Error('away')
    return keys
  })
  const results = await Promise.allSettled([lookUp('a'), lookUp('b')])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  isAway = false
  expect(await lookUp('a')).toBe('a')
})
