import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { createPlace, type Place } from './support/database.ts'
import { type ServerProcess, spawnServer } from './support/process.ts'

const ADMIN = { ADMIN_EMAIL: 'admin@station.test', ADMIN_PASSWORD: 'correct horse battery' }

type Reply = { data: { id: number; token: string; user: { role: string } } }

const places: Place[] = []
const servers: ServerProcess[] = []

afterEach(async () => {
  for (const { child, ended } of servers.splice(0)) {
    child.kill('SIGKILL')
    await ended
  }
  for (const place of places.splice(0)) await place.remove()
})

async function newPlace(): Promise<Record<string, string>> {
  const place = await createPlace()
  places.push(place)
  return { DATA_DIR: place.dataDir, ...(place.databaseUrl && { DATABASE_URL: place.databaseUrl }), ...ADMIN }
}

function start(settings: Record<string, string>): ServerProcess {
  const server = spawnServer(settings)
  servers.push(server)
  return server
}

async function tokenAt(origin: string): Promise<string> {
  const body = JSON.stringify({ email: ADMIN.ADMIN_EMAIL, password: ADMIN.ADMIN_PASSWORD })
  const headers = { 'content-type': 'application/json' }
  const reply = await fetch(`${origin}/api/auth/login`, { method: 'POST', headers, body })
  return ((await reply.json()) as Reply).data.token
}

async function post(origin: string, path: string, token: string, body: object = {}) {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const reply = await fetch(origin + path, { method: 'POST', headers, body: JSON.stringify(body) })
  return ((await reply.json()) as Reply).data
}

it('[OP1] wrong settings end the start with code 1, one line each', async () => {
  const server = start({ PORT: 'eighty', LOG_LEVEL: 'loud' })
  expect((await server.ended).code).toBe(1)
  expect(server.output().trim().split('\n')).toEqual([
    'PORT must be a whole number from 0 to 65535',
    expect.stringMatching(/^LOG_LEVEL must be one of /),
  ])
})

it('[OP1] a port that is taken is said in one line', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  const server = start({ ...(await newPlace()), PORT: String(port) })
  expect((await server.ended).code).toBe(1)
  taken.close()
  expect(server.output().trim()).toBe(`Port ${port} is in use by another program. Set another PORT.`)
})

it('[OP11] a PostgreSQL that cannot be used is said in one line, without its password', async () => {
  const databaseUrl = 'postgres://radio:hunter2@127.0.0.1:1/radio'
  const server = start({ ...(await newPlace()), DATABASE_URL: databaseUrl, LOG_LEVEL: 'silent' })
  expect((await server.ended).code).toBe(1)
  expect(server.output().trim()).toBe('DATABASE_URL cannot be used: connect ECONNREFUSED 127.0.0.1:1')
})

it('[OP2] a second process on the same folder ends at once and says who has it', async () => {
  const settings = await newPlace()
  const first = start(settings)
  await first.origin
  const second = start(settings)
  const { code } = await second.ended
  expect(code).toBe(1)
  expect(second.output()).toMatch(new RegExp(`in use by process ${first.child.pid} since \\d{4}-`))
})

it('[OP2] of those that start at the same moment, one gets the folder', async () => {
  const settings = await newPlace()
  const all = [1, 2, 3].map(() => start(settings))
  const outcomes = await Promise.allSettled(all.map(({ origin }) => origin))
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
})

it('[OP3] the folder of a process that was killed is taken over', async () => {
  const settings = await newPlace()
  const first = start(settings)
  const token = await tokenAt(await first.origin)
  first.child.kill('SIGKILL')
  await first.ended
  const second = start(settings)
  const reply = await fetch(`${await second.origin}/api/auth/me`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(reply.status).toBe(200)
})

it('[OP9] an empty database gets an administrator, shown once, with advice where that may be kept', async () => {
  const { ADMIN_EMAIL: _, ADMIN_PASSWORD: __, ...settings } = await newPlace()
  const first = start({ ...settings, LOG_LEVEL: 'silent' })
  const origin = await first.origin
  const [, email, password] = /email +(\S+)\s+password +(\S+)/.exec(first.output()) ?? []
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ email, password })
  const reply = await fetch(`${origin}/api/auth/login`, { method: 'POST', headers, body })
  expect(((await reply.json()) as Reply).data.user.role).toBe('ADMIN')
  expect(first.output()).toContain('What is printed here may be kept: change it after signing in.')
  first.child.kill('SIGTERM')
  await first.ended
  const second = start({ ...settings, LOG_LEVEL: 'silent' })
  await second.origin
  expect(second.output()).not.toMatch(/password/)
})

it('[OP6] a stop closes sockets with 1012, ends with 0 and leaves the broadcast on air', async () => {
  const settings = await newPlace()
  const first = start(settings)
  const origin = await first.origin
  const token = await tokenAt(origin)
  const { id } = await post(origin, '/api/broadcasts', token, { title: 'Morning show' })
  await post(origin, `/api/broadcasts/${id}/start`, token)
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/ws/listener`)
  await once(socket, 'open')
  const stream = await fetch(`${origin}/live.ogg`)
  const closed = once(socket, 'close')
  const streamed = stream.arrayBuffer().catch(() => 'cut')
  first.child.kill('SIGTERM')
  expect((await closed)[0]).toBe(1012)
  await streamed
  // After 7.5 s it would have ended itself with another code.
  expect((await first.ended).code).toBe(0)
  const second = start(settings)
  const live = (await (await fetch(`${await second.origin}/api/broadcasts/live`)).json()) as Reply
  expect(live.data).toMatchObject([{ id, status: 'LIVE' }])
})

it('[OP6] a signal that comes twice, as Ctrl-C does under npm, stops it no less cleanly', async () => {
  const server = start(await newPlace())
  const { hostname, port } = new URL(await server.origin)
  // A call at work keeps the first stop busy until the second signal is there.
  const atWork = connect(Number(port), hostname)
  atWork.write(
    'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n',
  )
  await fetch(`http://${hostname}:${port}/api/stream/status`)
  server.child.kill('SIGINT')
  while (!server.output().includes('stopping')) await once(server.child.stdout ?? atWork, 'data')
  server.child.kill('SIGINT')
  server.child.kill('SIGTERM')
  atWork.write('{}')
  expect((await server.ended).code).toBe(0)
})

it('[OP6] while it stops, a call at work is finished and a new one refused', async () => {
  const server = start(await newPlace())
  const { hostname, port, origin } = new URL(await server.origin)
  const token = await tokenAt(origin)
  const atWork = connect(Number(port), hostname)
  const body = JSON.stringify({ title: 'Morning show' })
  const head = [
    'POST /api/broadcasts HTTP/1.1',
    'Host: x',
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    '\r\n',
  ].join('\r\n')
  let answer = ''
  atWork.on('data', (bytes) => {
    answer += bytes
  })
  atWork.write(head + body.slice(0, 10))
  // A second call on the same server proves that the first one's head was read.
  await fetch(`http://${hostname}:${port}/api/stream/status`)
  const idle = connect(Number(port), hostname)
  await once(idle, 'connect')
  server.child.kill('SIGTERM')
  while (!server.output().includes('stopping')) await once(server.child.stdout ?? idle, 'data')
  // At once: calls at work are waited for, and not for long.
  const [refused, finished] = [once(idle, 'data'), once(atWork, 'close')]
  idle.write('GET /api/stream/status HTTP/1.1\r\nHost: x\r\n\r\n')
  atWork.write(body.slice(10))
  expect(String((await refused)[0])).toMatch(/^HTTP\/1.1 503 [\s\S]*SHUTTING_DOWN/)
  await finished
  expect(answer).toMatch(/^HTTP\/1.1 201 /)
  expect((await server.ended).code).toBe(0)
})
