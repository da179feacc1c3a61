import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { broadcastEndpoints } from '@carillon/contract/broadcasts/endpoints'
import { getStreamStatus } from '@carillon/contract/stream/endpoints'
import { afterEach, expect, it, onTestFinished } from 'vitest'
import type { ConnectionLimits } from '../src/http/connections.ts'
import { createPlace } from './support/database.ts'
import { openSocket } from './support/handshake.ts'
import { startStation, type TestStation } from './support/station.ts'

/** As a station's, in a fortieth of the time. */
const LIMITS: ConnectionLimits = {
  total: 500,
  perAddress: 60,
  headersMs: 500,
  requestMs: 750,
  checkMs: 125,
  stalledMs: 1_000,
}
const BEYOND_ALL_MS = 3_500

let station: TestStation
afterEach(() => station.close())

function dial(): Socket {
  const { hostname, port } = new URL(station.origin)
  const socket = connect({ port: Number(port), host: hostname, noDelay: true }).on('error', () => undefined)
  onTestFinished(() => void socket.destroy())
  return socket
}

/** Sends the head at once and then a byte now and then, for as long as it is let. Gives what was answered. */
async function drip(head: string, byte: string): Promise<string> {
  const socket = dial()
  socket.write(head)
  const dripping = setInterval(() => socket.writable && socket.write(byte), 50)
  let answer = ''
  socket.on('data', (bytes) => {
    answer += bytes
  })
  // Not `once`, which fails with the byte that is sent into a closed connection.
  await new Promise((resolve) => socket.once('close', resolve))
  clearInterval(dripping)
  return answer
}

it('[SE6] headers and bodies that never end are cut with 408, and calls go on meanwhile', async () => {
  // Its own calls may be slow to answer: no reply is what this is about.
  station = await startStation({ limits: { ...LIMITS, stalledMs: 60_000 } })
  const post =
    'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{'
  const slow = Array.from({ length: 20 }, (_, n) =>
    n % 2 ? drip('GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ', 'a') : drip(post, ' '),
  )
  expect((await station.call(getStreamStatus)).status).toBe(200)
  for (const answer of await Promise.all(slow)) expect(answer).toMatch(/^HTTP\/1\.1 408 [\s\S]*INVALID_INPUT/)
})

it('[SE6] a reply that goes on is not cut, nor are quiet sockets', async () => {
  // What comes before is called within the usual limits: a password that is slow to hash is no stalled reader.
  const place = await createPlace()
  const before = await startStation({ place })
  const dj = await before.as('DJ')
  const { id } = (
    await before.call(broadcastEndpoints.createBroadcast, { as: dj, body: { title: 'Harana' } })
  ).data
  await before.call(broadcastEndpoints.startBroadcast, { as: dj, params: { id } })
  await before.stop()
  station = await startStation({ place, limits: LIMITS, admin: null })

  const listener = dial()
  listener.write('GET /live.ogg HTTP/1.1\r\nHost: x\r\n\r\n')
  let [received, late] = [0, 0]
  const startedMs = performance.now()
  listener.on('data', ({ length }) => {
    received += length
    if (performance.now() - startedMs > BEYOND_ALL_MS) late += length
  })
  const quiet = await openSocket(station, '/ws-radio/websocket')
  onTestFinished(() => quiet.terminate())

  while (late === 0 && !listener.destroyed)
    await Promise.race([once(listener, 'data'), once(listener, 'close')])
  expect(received).toBeGreaterThan(10_000)
  expect([listener.destroyed, quiet.readyState]).toEqual([false, quiet.OPEN])
})

it('[SE6] of one address there are so many connections, and behind a trusted proxy any number', async () => {
  const dialled = async () => {
    const sockets = Array.from({ length: LIMITS.perAddress + 20 }, dial)
    const cut = sockets.map(
      (socket) => new Promise<'cut'>((resolve) => socket.once('close', () => resolve('cut'))),
    )
    const asked = sockets.map(async (socket) => {
      await once(socket, 'connect')
      socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
      await once(socket, 'data')
      return 'open' as const
    })
    const outcomes = await Promise.all(
      cut.map((end, at) => Promise.race([end, asked[at]?.catch(() => 'cut' as const)])),
    )
    for (const socket of sockets) socket.destroy()
    return outcomes.filter((outcome) => outcome === 'open').length
  }
  station = await startStation({
    limits: { ...LIMITS, headersMs: 20_000, requestMs: 20_000, stalledMs: 60_000 },
  })
  const open = await dialled()
  // Signing in has left a connection or two, which count as well.
  expect(open).toBeLessThanOrEqual(LIMITS.perAddress)
  expect(open).toBeGreaterThan(LIMITS.perAddress - 10)
  await station.close()
  station = await startStation({
    limits: { ...LIMITS, headersMs: 20_000, requestMs: 20_000, stalledMs: 60_000 },
    trustProxy: '127.0.0.1',
  })
  expect(await dialled()).toBe(LIMITS.perAddress + 20)
})
