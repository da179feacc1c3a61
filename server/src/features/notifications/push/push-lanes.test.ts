import { expect, it } from 'vitest'
import { createPushLanes } from './push-lanes.ts'

const LIMITS = {
  answering: { atOnce: 4, each: 2, waiting: 8, waitMs: 1_000 },
  doubtful: { atOnce: 2, each: 1, waiting: 4, waitMs: 1_000 },
}

/** Lanes whose errands end when they are told to, and what has begun in them. */
function open() {
  const time = { nowMs: 0 }
  let dropped = 0
  const lanes = createPushLanes(
    () => time.nowMs,
    () => void dropped++,
    LIMITS,
  )
  const begun: string[] = []
  const ends = new Map<string, (answered: boolean) => void>()
  const add = (host: string, name: string, isProven = false, personId = 1) =>
    lanes.add({ host, personId, isProven }, () => {
      begun.push(name)
      return new Promise((resolve) => void ends.set(name, resolve))
    })
  /** Ends an errand, and gives what began for it. */
  const end = async (name: string, answered = true) => {
    const before = begun.length
    ends.get(name)?.(answered)
    await new Promise((resolve) => setImmediate(resolve))
    return begun.slice(before)
  }
  return { lanes, time, begun, add, end, dropped: () => dropped }
}

it('[NO22] a host that hangs keeps no other waiting: each has a few at once, and all have more', async () => {
  const { begun, add, end } = open()
  for (let at = 0; at < 4; at++) add('hangs', `hangs ${at}`, true)
  for (let at = 0; at < 3; at++) add('other', `other ${at}`, true)
  expect(begun).toEqual(['hangs 0', 'hangs 1', 'other 0', 'other 1'])
  expect(await end('other 0')).toEqual(['other 2'])
})

it('[NO22] hosts take turns', async () => {
  const { begun, add, end } = open()
  for (const host of ['a', 'b', 'c']) for (let at = 0; at < 2; at++) add(host, `${host}${at}`, true)
  expect(begun).toEqual(['a0', 'a1', 'b0', 'b1'])
  expect(await end('a0')).toEqual(['c0'])
})

it('[NO22] hosts that have never answered wait for one another and for nobody else', async () => {
  const { begun, add, end } = open()
  for (const [at, host] of ['x', 'y', 'z'].entries()) add(host, host, false, at)
  expect(begun).toEqual(['x', 'y'])
  add('known', 'known', true)
  expect(begun).toEqual(['x', 'y', 'known'])
  expect(await end('x')).toEqual(['z'])
  // It has answered: from now on it is one of the others.
  add('x', 'x again')
  expect(begun.at(-1)).toBe('x again')
})

it('[NO22] among hosts of which nothing is known people take turns, however many hosts one of them names', async () => {
  const { begun, add, end } = open()
  for (const host of ['a', 'b', 'c']) add(host, host, false, 1)
  for (const host of ['d', 'e']) add(host, host, false, 2)
  add('f', 'f', false, 3)
  expect(begun).toEqual(['a', 'd'])
  expect(await end('a', false)).toEqual(['b'])
  expect(await end('b', false)).toEqual(['f'])
  expect(await end('d', false)).toEqual(['e'])
})

it('[NO22] the push services of the great browsers are taken to answer until they do not', async () => {
  const { begun, add, end } = open()
  for (const host of ['a', 'b']) add(host, host, false, host.charCodeAt(0))
  for (let at = 0; at < 5; at++) add('web.push.apple.com', `apple ${at}`)
  expect(begun).toEqual(['a', 'b', 'apple 0', 'apple 1'])
  for (let at = 0; at < 3; at++) await end(`apple ${at}`, false)
  expect(begun).toEqual(['a', 'b', 'apple 0', 'apple 1', 'apple 2', 'apple 3'])
})

it('[NO22] one that no longer answers waits with those, with all that waited for it, until it answers', async () => {
  const { begun, add, end } = open()
  for (let at = 0; at < 6; at++) add('host', `${at}`, true)
  for (let at = 0; at < 3; at++) await end(`${at}`, false)
  // The fourth was under way; the fifth is the one that may be at once in the other lane.
  expect(begun).toEqual(['0', '1', '2', '3', '4'])
  expect(await end('3', false)).toEqual([])
  expect(await end('4')).toEqual(['5'])
  await end('5')
  add('host', 'a')
  add('host', 'b')
  expect(begun.slice(-2)).toEqual(['a', 'b'])
})

it('[NO23] what would wait beyond the limits is dropped and counted', async () => {
  const { lanes, time, begun, add, end, dropped } = open()
  for (let at = 0; at < 6; at++) add('x', `${at}`)
  expect([begun, lanes.waiting, dropped()]).toEqual([['0'], 4, 1])
  time.nowMs = LIMITS.doubtful.waitMs + 1
  expect(await end('0', false)).toEqual([])
  expect([lanes.waiting, dropped()]).toEqual([0, 5])
  await lanes.idle()
})

it('[NO23] who lists recipients waits for room among the hosts that answer, never among the others', async () => {
  const { lanes, add, end } = open()
  for (let at = 0; at < 4; at++) add('silent', `silent ${at}`)
  await lanes.room()
  for (let at = 0; at < 7; at++) add('host', `${at}`, true)
  let hasRoom = false
  const room = lanes.room().then(() => {
    hasRoom = true
  })
  await new Promise((resolve) => setImmediate(resolve))
  expect(hasRoom).toBe(false)
  await end('0')
  await room
})
