import { once } from 'node:events'
import { peopleEndpoints } from '@carillon/contract/auth/people-endpoints'
import { broadcastEndpoints as calls } from '@carillon/contract/broadcasts/endpoints'
import { createPoll, showPoll } from '@carillon/contract/polls/endpoints'
import { postStaffMessage } from '@carillon/contract/staff-line/endpoints'
import { type RedisServer, startRedis } from '@carillon/testkit/redis-server'
import { createClient } from '@redis/client'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { createPlace } from './support/database.ts'
import { openSocket } from './support/handshake.ts'
import { readMetrics } from './support/metrics.ts'
import { type Member, startStation, type TestStation } from './support/station.ts'
import { frameText, openWire, type WireClient } from './support/stomp.ts'

let redis: RedisServer
/**
 * Each has a database of its own; their people and shows have the same numbers, as if they shared one. The databases are
 * copies of one template and have its instance key: on Redis they are one station.
 */
let here: TestStation
let there: TestStation
let clients: WireClient[] = []

beforeAll(async () => {
  redis = await startRedis()
  here = await startStation({ redisUrl: redis.url, place: await createPlace('embedded') })
  there = await startStation({ redisUrl: redis.url, place: await createPlace('embedded') })
  for (const station of [here, there]) {
    await station.as('DJ')
    await station.as('LISTENER')
  }
})
afterAll(async () => {
  await Promise.all([here.close(), there.close()])
  await redis.stop()
})
afterEach(() => {
  for (const client of clients) client.close()
  clients = []
})

async function subscribe(
  station: TestStation,
  member: Member | null,
  destination: string,
): Promise<WireClient> {
  const client = await openWire(station, 'raw websocket')
  clients.push(client)
  await client.connect(member ? { Authorization: `Bearer ${member.token}` } : {})
  const answer = await client.ask(frameText('SUBSCRIBE', { id: '0', destination, receipt: 'subscribed' }))
  expect(answer?.command).toBe('RECEIPT')
  return client
}

async function schedule(station: TestStation): Promise<{ dj: Member; id: number }> {
  const dj = await station.as('DJ')
  const { data } = await station.call(calls.createBroadcast, { as: dj, body: { title: 'Harana Hour' } })
  return { dj, id: data.id }
}

/** Makes news here until one has come there; gives its title. */
async function publishUntilReceived(dj: Member, id: number, client: WireClient): Promise<string> {
  let count = 0
  const received = client.next()
  const telling = setInterval(() => {
    count += 1
    void here.call(calls.updateBroadcast, { as: dj, params: { id }, body: { title: `Harana ${count}` } })
  }, 100)
  const frame = await received
  clearInterval(telling)
  return JSON.parse(frame?.body ?? '').broadcast.title
}

it('[RT18] what one instance publishes, subscribers of another hear; without Redis each goes on by itself', async () => {
  const { dj, id } = await schedule(here)
  const [near, far] = [
    await subscribe(here, null, `/topic/broadcast/${id}`),
    await subscribe(there, null, `/topic/broadcast/${id}`),
  ]
  expect(await publishUntilReceived(dj, id, far)).toMatch(/^Harana \d+$/)
  expect((await near.next())?.command).toBe('MESSAGE')

  await redis.stop()
  const alone = await subscribe(here, null, `/topic/broadcast/${id}/chat`)
  const slow = { enabled: true, seconds: 5 }
  await here.call(calls.setSlowMode, { as: dj, params: { id }, body: slow })
  expect(JSON.parse((await alone.next())?.body ?? '')).toEqual({ type: 'SLOW_MODE', ...slow })

  await redis.start()
  const again = await subscribe(there, null, `/topic/broadcast/${id}`)
  expect(await publishUntilReceived(dj, id, again)).toMatch(/^Harana \d+$/)
})

it('[BR203] what is written to the DJ here comes there', async () => {
  const { dj, id } = await schedule(here)
  await here.call(calls.startTest, { as: dj, params: { id } })
  while ((await schedule(there)).id < id);
  const client = await subscribe(there, await there.as('DJ'), `/topic/broadcast/${id}/staff`)
  const body = { content: 'Two more minutes' }
  const { data } = await here.call(postStaffMessage, { as: here.admin, params: { id }, body })
  expect(JSON.parse((await client.next())?.body ?? '')).toEqual({ type: 'STAFF_MESSAGE', message: data })
})

it('[RT18] a ban here ends the connections of that person there', async () => {
  const [banned, same] = [await here.as('LISTENER'), await there.as('LISTENER')]
  expect(same.id).toBe(banned.id)
  const client = await subscribe(there, same, '/user/queue/notifications')
  const ban = { as: here.admin, params: { id: banned.id }, body: {} }
  expect((await here.call(peopleEndpoints.banUser, ban)).status).toBe(200)
  expect(JSON.parse((await client.next())?.body ?? '')).toMatchObject({ type: 'SESSION_ENDED' })
  expect(await client.next()).toBeNull()
})

it('[IN21] a message that somebody else puts on Redis reaches no subscriber, and /metrics counts it', async () => {
  const { dj, id } = await schedule(here)
  const client = await subscribe(there, null, `/topic/broadcast/${id}`)
  await publishUntilReceived(dj, id, client)
  const intruder = createClient({ url: redis.url })
  await intruder.connect()
  const [channel = ''] = await intruder.pubSubChannels('carillon:*')
  const destination = `/topic/broadcast/${id}`
  const message = { topic: destination, destination, body: JSON.stringify({ type: 'FORGED' }) }
  const envelope = { from: crypto.randomUUID(), number: 1, kind: 'publish', message, letter: message }
  const counted = async () =>
    (await readMetrics(there.origin)).values.get('carillon_redis_refused_total{sort="forged"}')
  for (const text of [JSON.stringify(envelope), 'A'.repeat(43) + JSON.stringify(envelope)])
    await intruder.publish(channel, text)
  await expect.poll(counted, { timeout: 30_000 }).toBe(2)
  intruder.destroy()
  await here.call(calls.updateBroadcast, { as: dj, params: { id }, body: { title: 'After' } })
  const titles: string[] = []
  while (titles.at(-1) !== 'After') titles.push(JSON.parse((await client.next())?.body ?? '').broadcast.title)
})

it('[PO11] a poll socket hears what another instance tells', async () => {
  const { dj, id } = await schedule(here)
  await here.call(calls.startBroadcast, { as: dj, params: { id } })
  while ((await schedule(there)).id < id);
  const socket = await openSocket(there, `/ws/polls/${id}`)
  const received = once(socket, 'message')
  const body = { broadcastId: id, question: 'OPM or indie?', options: ['OPM', 'Indie'] }
  const { data: poll } = await here.call(createPoll, { as: dj, body })
  await here.call(showPoll, { as: dj, params: { id: poll.id } })
  expect(JSON.parse(`${(await received)[0]}`)).toMatchObject({ type: 'POLL_SHOWN', poll: { id: poll.id } })
  socket.terminate()
})
