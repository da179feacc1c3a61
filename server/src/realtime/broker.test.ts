import { expect, it } from 'vitest'
import { createLocalBus } from '../cluster/bus.ts'
import { ANY_ORIGIN } from '../kernel/any-origin.ts'
import type { Batch } from './batch.ts'
import { type Subscription, Subscriptions } from './broker.ts'

/** A reader in memory; `batches` are what it was given. */
function reader(subscriptions: Subscriptions, topic: string, like: Partial<Subscription> = {}) {
  const batches: Batch[] = []
  const remove = subscriptions.add(topic, {
    id: 'sub-0',
    destination: topic,
    version: '1.2',
    isAcknowledged: false,
    origin: 'http://station.test',
    deliver: (batch) => batches.push(batch),
    ...like,
  })
  return { batches, remove }
}

function create() {
  let nowMs = 1_000
  const subscriptions = new Subscriptions({ bus: createLocalBus(), now: () => nowMs })
  return { subscriptions, pass: (ms: number) => (nowMs += ms) }
}

const bodies = (batch: Batch | undefined) => batch?.frames.map((frame) => frame.split('\n\n')[1])

it('[RT19] those who share a subscription id share the very bytes, and others do not', () => {
  const { subscriptions } = create()
  const [one, two] = [reader(subscriptions, '/topic/a'), reader(subscriptions, '/topic/a')]
  const other = reader(subscriptions, '/topic/a', { id: 'sub-1' })
  subscriptions.publish('/topic/a', { type: 'X' })
  subscriptions.flush()
  expect(one.batches[0]?.websocket).toBe(two.batches[0]?.websocket)
  expect(one.batches[0]?.xhr).toBe(two.batches[0]?.xhr)
  expect(other.batches[0]?.websocket).not.toBe(one.batches[0]?.websocket)
})

it('[RT19] what is published in one turn goes out together, in order', async () => {
  const { subscriptions } = create()
  const { batches } = reader(subscriptions, '/topic/a')
  for (const n of [1, 2, 3]) subscriptions.publish('/topic/a', { n })
  expect(batches).toHaveLength(0)
  await expect.poll(() => batches.length).toBe(1)
  expect(bodies(batches[0])).toEqual(['{"n":1}\0', '{"n":2}\0', '{"n":3}\0'])
})

it('[RT19] when a round takes long, the next one waits as long again', async () => {
  const { subscriptions, pass } = create()
  const batches: Batch[] = []
  const deliver = (batch: Batch) => {
    batches.push(batch)
    pass(40)
  }
  reader(subscriptions, '/topic/a', { deliver })
  subscriptions.publish('/topic/a', { n: 1 })
  await expect.poll(() => batches.length).toBe(1)
  subscriptions.publish('/topic/a', { n: 2 })
  await new Promise(setImmediate)
  expect(batches).toHaveLength(1)
  subscriptions.publish('/topic/a', { n: 3 })
  await expect.poll(() => batches.length).toBe(2)
  expect(bodies(batches[1])).toEqual(['{"n":2}\0', '{"n":3}\0'])
})

it('[RT19] who comes later does not get what was published before, who has gone gets nothing', () => {
  const { subscriptions } = create()
  const early = reader(subscriptions, '/topic/a')
  subscriptions.publish('/topic/a', { n: 1 })
  const late = reader(subscriptions, '/topic/a')
  subscriptions.publish('/topic/a', { n: 2 })
  early.remove()
  subscriptions.flush()
  expect(early.batches.flatMap((batch) => bodies(batch))).toEqual(['{"n":1}\0'])
  expect(late.batches.flatMap((batch) => bodies(batch))).toEqual(['{"n":2}\0'])
})

it('[RT88] an address is delivered as each connection calls the station', () => {
  const { subscriptions } = create()
  const readers = ['http://one.test:8080', 'https://two.test', 'http://"quoted'].map((origin) =>
    reader(subscriptions, '/topic/a', { origin }),
  )
  subscriptions.publish('/topic/a', { url: `${ANY_ORIGIN}/live.ogg`, title: `a ${ANY_ORIGIN}/b` })
  subscriptions.publish('/topic/a', { n: 1 })
  subscriptions.flush()
  const delivered = readers.map(({ batches }) =>
    bodies(batches[0])?.map((body) => JSON.parse(body?.slice(0, -1) ?? '')),
  )
  expect(delivered.map((both) => both?.[0].url)).toEqual([
    'http://one.test:8080/live.ogg',
    'https://two.test/live.ogg',
    'http://"quoted/live.ogg',
  ])
  expect(delivered.map((both) => both?.[1])).toEqual([{ n: 1 }, { n: 1 }, { n: 1 }])
})

it("[RT19] a person's queue is the person's alone", () => {
  const { subscriptions } = create()
  const mine = reader(subscriptions, 'user 7 /user/queue/notifications')
  const foreign = reader(subscriptions, 'user 8 /user/queue/notifications')
  subscriptions.publishToUser(7, '/user/queue/notifications', { type: 'NOTIFICATION' })
  subscriptions.flush()
  expect(mine.batches[0]?.frames[0]).toContain('\ndestination:/user/queue/notifications\n')
  expect(foreign.batches).toHaveLength(0)
})

it.each([0, 1, 125, 126, 65_535, 65_536, 70_000])(
  '[RT19] a message of %i letters is a whole websocket frame',
  (length) => {
    const { subscriptions } = create()
    const { batches } = reader(subscriptions, '/topic/a')
    subscriptions.publish('/topic/a', { text: 'x'.repeat(length) })
    subscriptions.flush()
    const frame = batches[0]?.frames[0] ?? ''
    const bytes = batches[0]?.websocket ?? Buffer.alloc(0)
    expect(bytes.subarray(-Buffer.byteLength(frame)).toString()).toBe(frame)
    expect(bytes[0]).toBe(0x81)
  },
)
