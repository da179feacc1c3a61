import { once } from 'node:events'
import { connect as connectSocket } from 'node:net'
import { broadcastEndpoints } from '@carillon/contract/broadcasts/endpoints'
import { postMessage } from '@carillon/contract/chat/endpoints'
import { startRedis } from '@carillon/testkit/redis-server'
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { connect } from '../src/db/connect.ts'
import { createPlace } from './support/database.ts'
import { openSocket } from './support/handshake.ts'
import { readMetrics } from './support/metrics.ts'
import { startStation, type TestStation } from './support/station.ts'
import { frameText, openWire } from './support/stomp.ts'

async function start(settings: Parameters<typeof startStation>[0] = {}): Promise<TestStation> {
  const station = await startStation(settings)
  onTestFinished(() => station.close())
  return station
}

async function probe(station: TestStation, path: string, headers: Record<string, string> = {}) {
  const reply = await fetch(station.origin + path, { headers })
  return { status: reply.status, headers: reply.headers, body: await reply.json() }
}

/** A websocket of somebody who never answers. Gives when it is told to close: the stop has begun. */
async function openSilentSocket(station: TestStation): Promise<{ firstData: Promise<unknown> }> {
  const { hostname, port, host } = new URL(station.origin)
  const socket = connectSocket(Number(port), hostname)
  onTestFinished(() => void socket.destroy())
  const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13'
  socket.write(
    `GET /ws-radio/websocket HTTP/1.1\r\nHost: ${host}\r\n${upgrade}\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
  )
  await once(socket, 'data')
  return { firstData: once(socket, 'data') }
}

/** A call that is at work, so that a stop waits for it, until what is given is called: it sends the rest. */
async function openCallAtWork(station: TestStation): Promise<() => void> {
  const { hostname, port } = new URL(station.origin)
  const socket = connectSocket(Number(port), hostname)
  onTestFinished(() => void socket.destroy())
  socket.write(
    'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n',
  )
  // A second call on the same server proves that the first one's head was read.
  await fetch(`${station.origin}/healthz`)
  return () => socket.write('{}')
}

it('[OP12] the process lives: whoever asks, whatever they carry, also while it stops', async () => {
  const station = await start()
  const alive = { status: 200, body: { success: true, data: { alive: true } } }
  expect(await probe(station, '/healthz')).toMatchObject(alive)
  expect(await probe(station, '/healthz', { authorization: 'Bearer nobody' })).toMatchObject(alive)
  const finish = await openCallAtWork(station)
  const { firstData } = await openSilentSocket(station)
  const stopped = station.stop()
  await firstData
  expect(await probe(station, '/healthz')).toMatchObject(alive)
  expect((await fetch(`${station.origin}/api/broadcasts`)).status).toBe(503)
  finish()
  await stopped
})

it('[OP13] the station is ready while its database answers, and says that it stops', async () => {
  const station = await start()
  const ready = await probe(station, '/readyz')
  expect(ready).toMatchObject({ status: 200, body: { success: true, data: { ready: true, lacks: [] } } })
  expect(ready.headers.get('cache-control')).toBe('no-store')
  const finish = await openCallAtWork(station)
  const { firstData } = await openSilentSocket(station)
  const stopped = station.stop()
  await firstData
  expect(await probe(station, '/readyz')).toMatchObject({
    status: 503,
    body: { success: false, data: { ready: false, lacks: ['stopping'] } },
  })
  finish()
  await stopped
})

it('[OP13] a Redis that is away and an Icecast that is not there leave the station ready', async () => {
  const redis = await startRedis()
  const station = await start({
    redisUrl: redis.url,
    icecast: { url: 'http://source:hackme@127.0.0.1:1/live.ogg', adminUrls: [], publicUrl: null },
  })
  await redis.stop()
  expect((await probe(station, '/readyz')).status).toBe(200)
})

if (process.env.TEST_DATABASE_URL)
  it('[OP13] a database that a newer program has changed makes the station unready', async () => {
    const place = await createPlace('postgres')
    const station = await start({ place })
    const database = await connect({ ...place, onError: () => undefined })
    onTestFinished(() => database.close())
    await sql`INSERT INTO migrations VALUES ('9999-later.sql', '', now())`.execute(database.tables())
    expect(await probe(station, '/readyz')).toMatchObject({
      status: 503,
      body: { data: { lacks: ['migrations'] } },
    })
  })

it('[OP14] what happens on a station is in its metrics', async () => {
  const station = await start()
  const before = (await readMetrics(station.origin)).values
  expect(before.get('carillon_source_state{state="off air"}')).toBe(1)
  expect(before.has('carillon_source_buffered_seconds')).toBe(false)
  expect(before.has('carillon_redis_up')).toBe(false)
  expect(before.has('carillon_icecast_up')).toBe(false)

  const as = station.admin
  const { data } = await station.call(broadcastEndpoints.createBroadcast, {
    as,
    body: { title: 'Morning show' },
  })
  await station.call(broadcastEndpoints.startBroadcast, { as, params: { id: data.id } })
  const [near, plain] = await Promise.all([
    fetch(`${station.origin}/live.ogg?delay=low`),
    fetch(`${station.origin}/live.ogg`),
  ])
  await Promise.all([near, plain].map(({ body }) => body?.getReader().read()))
  const reader = await openWire(station, 'raw websocket')
  onTestFinished(() => reader.close())
  await reader.connect()
  const destination = `/topic/broadcast/${data.id}/chat`
  await reader.ask(frameText('SUBSCRIBE', { id: '1', destination, receipt: 'r' }))
  const socket = await openSocket(station, '/ws/listener')
  onTestFinished(() => socket.close())
  await station.call(postMessage, { as, params: { broadcastId: data.id }, body: { content: 'Good morning' } })
  await reader.next()
  await fetch(`${station.origin}/api/nothing-is-here/${Math.random()}`)

  const { values, types } = await readMetrics(station.origin)
  const metric = (name: string) => values.get(name)
  expect(metric('carillon_mounts{mount="live"}')).toBe(1)
  expect(metric('carillon_listeners{mount="live",delay="low"}')).toBe(1)
  expect(metric('carillon_listeners{mount="live",delay="batch"}')).toBe(1)
  expect(metric('carillon_audience')).toBe(2)
  expect(metric('carillon_stream_sent_bytes_total')).toBeGreaterThan(30_000)
  expect(metric('carillon_source_state{state="off air"}')).toBe(0)
  expect(metric('carillon_source_buffered_seconds')).toBeGreaterThanOrEqual(0)
  expect(metric('carillon_chat_messages_total')).toBe(1)
  expect(metric('carillon_realtime_connections{transport="websocket"}')).toBe(1)
  expect(metric('carillon_realtime_deliveries_total')).toBe(1)
  expect(metric('carillon_websockets{path="/ws/listener"}')).toBe(1)
  expect(
    metric('carillon_http_replies_total{method="POST",route="/api/chats/:broadcastId",status="201"}'),
  ).toBe(1)
  expect(metric('carillon_http_replies_total{method="GET",route="none",status="404"}')).toBe(1)
  expect(metric('carillon_database_up')).toBe(1)
  expect(metric('carillon_database_connections{state="open"}')).toBeGreaterThan(0)
  expect(metric('process_start_time_seconds')).toBeGreaterThan(0)
  expect(metric('nodejs_eventloop_lag_p99_seconds')).toBeDefined()
  expect(types.get('carillon_chat_messages_total')).toBe('counter')
  expect([...values.keys()].filter((name) => name.includes('nothing-is-here'))).toEqual([])
})

it('[OP14] what a listener was sent stays counted when they leave', async () => {
  const station = await start()
  const as = station.admin
  const { data } = await station.call(broadcastEndpoints.createBroadcast, {
    as,
    body: { title: 'Morning show' },
  })
  await station.call(broadcastEndpoints.startBroadcast, { as, params: { id: data.id } })
  const leaving = new AbortController()
  const { body } = await fetch(`${station.origin}/live.ogg`, { signal: leaving.signal })
  await body?.getReader().read()
  const sent = async () =>
    (await readMetrics(station.origin)).values.get('carillon_stream_sent_bytes_total') ?? 0
  const during = await sent()
  leaving.abort()
  await station.call(broadcastEndpoints.endBroadcast, { as, params: { id: data.id } })
  expect(during).toBeGreaterThan(0)
  expect(await sent()).toBeGreaterThanOrEqual(during)
})

it('[OP17] those who hear MP3 are in the metrics, and what they were sent', async () => {
  const station = await start({ searchPath: process.env.PATH ?? '' })
  const as = station.admin
  const { data } = await station.call(broadcastEndpoints.createBroadcast, { as, body: { title: 'Evening' } })
  await station.call(broadcastEndpoints.startBroadcast, { as, params: { id: data.id } })
  const { body } = await fetch(`${station.origin}/live.mp3`)
  const reader = body?.getReader()
  onTestFinished(() => reader?.cancel())
  let receivedBytes = 0
  while (receivedBytes < 16_000) receivedBytes += (await reader?.read())?.value?.length ?? 0
  const { values } = await readMetrics(station.origin)
  expect(values.get('carillon_listeners{mount="mp3",delay="batch"}')).toBe(1)
  expect(values.get('carillon_listeners{mount="mp3",delay="low"}')).toBe(0)
  expect(values.get('carillon_listeners{mount="live",delay="batch"}')).toBe(0)
  expect(values.get('carillon_stream_sent_bytes_total')).toBeGreaterThanOrEqual(receivedBytes)
})

it('[OP15] metrics need their token where one is set, and refuse who comes through a proxy without', async () => {
  const open = await start()
  const viaProxy = { 'x-forwarded-for': '127.0.0.1' }
  expect((await fetch(`${open.origin}/metrics`)).status).toBe(200)
  expect((await fetch(`${open.origin}/metrics`, { headers: viaProxy })).status).toBe(403)

  const metricsToken = 'a-token-of-some-length'
  const guarded = await start({ metricsToken })
  const authorization = `Bearer ${metricsToken}`
  expect((await fetch(`${guarded.origin}/metrics`)).status).toBe(401)
  expect((await fetch(`${guarded.origin}/metrics`, { headers: { ...viaProxy, authorization } })).status).toBe(
    200,
  )
})
