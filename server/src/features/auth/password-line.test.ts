import { expect, it } from 'vitest'
import { createPasswordLine } from './password-line.ts'

const settled = () => new Promise((resolve) => setImmediate(resolve))

/** A line in which one works at a time, and each piece of work ends when it is told to. */
function openLine({ maxWaiting = 100, maxOfPerson = 5 } = {}) {
  let nowMs = 0
  const line = createPasswordLine({ maxAtWork: 1, maxWaiting, maxOfPerson, now: () => nowMs })
  const ends: (() => void)[] = []
  const begun: string[] = []
  const refused: string[] = []
  /** Joins as `person@network`; `label` is what `begun` and `refused` say. */
  const join = (who: string, label = who) => {
    const [, network = ''] = who.split('@')
    const work = () =>
      new Promise<void>((resolve) => {
        begun.push(label)
        ends.push(resolve)
      })
    return line.pass({ network, person: who }, work).catch((error: { code?: string }) => {
      refused.push(`${label} ${error.code}`)
    })
  }
  /** Ends what is at work, until nothing waits. */
  const finish = async () => {
    await settled()
    for (let end = ends.shift(); end; end = ends.shift()) {
      end()
      await settled()
    }
  }
  const pass = (ms: number) => {
    nowMs += ms
  }
  return { join, finish, pass, begun, refused }
}

it('[AU47] thirty people who sign in again and again go behind who signs in once, at the same address', async () => {
  const { join, finish, begun } = openLine({ maxWaiting: 200 })
  const crowd = Array.from({ length: 30 }, (_, n) => `crowd ${n}@campus`)
  for (const one of crowd) for (let n = 0; n < 5; n++) void join(one)
  void join('ana@campus')
  await finish()
  expect(begun).toHaveLength(151)
  expect(begun.indexOf('ana@campus')).toBe(30)
})

it('[AU47] who has signed in a moment ago goes behind who has not, and is as good as new after a while', async () => {
  const { join, finish, pass, begun } = openLine()
  void join('ana@campus')
  await finish()
  void join('carl@campus')
  void join('ana@campus', 'ana again')
  void join('ben@campus')
  await finish()
  pass(120_000)
  void join('carl@campus', 'carl holds the place')
  void join('ana@campus', 'ana later')
  void join('dora@campus')
  await finish()
  expect(begun.slice(1)).toEqual([
    'carl@campus',
    'ben@campus',
    'ana again',
    'carl holds the place',
    'ana later',
    'dora@campus',
  ])
})

it('[AU47] networks take turns', async () => {
  const { join, finish, begun } = openLine()
  for (let n = 0; n < 4; n++) void join(`${n}@campus`)
  void join('ana@home')
  await finish()
  expect(begun.slice(0, 2)).toEqual(['0@campus', 'ana@home'])
})

it('[AU47] a person holds five places; more are told to come back, and work goes on', async () => {
  const { join, finish, begun, refused } = openLine()
  for (let n = 0; n < 8; n++) void join('ana@campus', `${n}`)
  await finish()
  expect(refused).toEqual(['6 TOO_MANY_REQUESTS', '7 TOO_MANY_REQUESTS'])
  expect(begun).toEqual(['0', '1', '2', '3', '4', '5'])
})

it('[AU47] where all places are taken, the newest of the network and person with most makes room', async () => {
  const { join, finish, begun, refused } = openLine({ maxWaiting: 4 })
  void join('0@elsewhere', 'at work')
  void join('greedy@campus', 'greedy 1')
  void join('greedy@campus', 'greedy 2')
  void join('ben@campus')
  void join('carl@campus')
  void join('ana@home')
  await finish()
  expect(refused).toEqual(['greedy 2 TOO_MANY_REQUESTS'])
  expect(begun).toContain('ana@home')
})

it('[AU16] work that fails makes room too', async () => {
  const line = createPasswordLine({ maxAtWork: 1, maxWaiting: 0, maxOfPerson: 1, now: () => 0 })
  const asker = { network: 'campus', person: 'ana' }
  await expect(line.pass(asker, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await line.pass(asker, async () => 'in')).toBe('in')
})

it('[AU47] who comes from networks that nobody has seen, one after the other, does not go first each time', async () => {
  const { join, finish, begun } = openLine()
  void join('ana@campus')
  await finish()
  void join('first@new 0')
  void join('bea@campus')
  for (let n = 1; n < 20; n++) void join(`next@new ${n}`)
  await finish()
  expect(begun.indexOf('bea@campus')).toBeLessThan(4)
})
