import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { type ClientRequest, type IncomingMessage, request as openRequest } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { Role } from '@carillon/contract/roles'
import { pino } from 'pino'
import { expect, it, onTestFinished, vi } from 'vitest'
import { UnfinishedFiles } from '../kernel/unfinished-files.ts'
import { CONNECTION_LIMITS, type ConnectionLimits } from './connections.ts'
import { createEdge } from './edge.ts'
import { UPLOAD_LIMITS, type UploadLimits, Uploads } from './uploads.ts'

const MAX_BYTES = 1_000_000
const PATH = '/api/uploads'
/** Limits of ordinary requests that a test can wait for. */
const SHORT = { requestMs: 300, headersMs: 200, checkMs: 50 }

/** An edge with one upload of at most a megabyte, for DJs; `people` are by their tokens. */
async function startEdge(limits: Partial<UploadLimits> = {}, connections: Partial<ConnectionLimits> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'uploads-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const people = new Map<string, { id: number; role: Role }>([
    ['dj', { id: 1, role: 'DJ' }],
    ['other', { id: 2, role: 'DJ' }],
    ['third', { id: 3, role: 'DJ' }],
    ['listener', { id: 4, role: 'LISTENER' }],
  ])
  const uploads = new Uploads({ ...UPLOAD_LIMITS, ...limits })
  const unfinished = new UnfinishedFiles(folder)
  const edge = await createEdge({
    onUnshowable: () => undefined,
    routes: [],
    rawRoutes: [
      {
        path: PATH,
        methods: ['POST'],
        summary: 'A file',
        access: ['DJ'],
        maxBodyBytes: MAX_BYTES,
        isStreamed: true,
        isCreating: true,
        handle: ({ request, session, readmit }) =>
          uploads.run(session?.person.id ?? 0, async () => {
            const bytes = await unfinished.write(join(folder, 'whole'), 'part', async (path) => {
              const received = await uploads.receive(request.raw, { path, maxBytes: MAX_BYTES })
              await readmit()
              return received
            })
            return { bytes }
          }),
      },
    ],
    webFolder: '/nowhere',
    soundOrigins: [],
    stationName: 'Radyo',
    timeZone: 'Asia/Manila',
    contact: { email: null, studio: null, hours: null, mail: null },
    authenticate: async (token) => {
      const found = people.get(token)
      return found ? { id: found.id, person: { name: token, ...found } } : null
    },
    translate: () => null,
    paceWrite: async () => undefined,
    idempotency: {
      watch: async (run) => ({ ok: true, value: await run() }),
      claim: async () => ({ state: 'mine' }),
      answer: async () => undefined,
      release: async () => undefined,
    },
    origins: { publicUrl: null, allowedOrigins: [] },
    trust: () => false,
    limits: { ...CONNECTION_LIMITS, ...connections },
    logger: pino({ level: 'silent' }),
    isClosing: () => false,
  })
  await edge.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => edge.close())
  const { port } = edge.server.address() as AddressInfo
  return { port, people, uploads, folder, files: () => readdirSync(folder) }
}

type TestEdge = Awaited<ReturnType<typeof startEdge>>
type Reply = { status: number; code: string | undefined; bytes: number | undefined }

/** An upload that the test feeds. */
function open({ port }: Pick<TestEdge, 'port'>, token = 'dj', headers: Record<string, string | number> = {}) {
  const request = openRequest({
    port,
    host: '127.0.0.1',
    path: PATH,
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'audio/ogg', ...headers },
  })
  request.on('error', () => undefined) // cut by the test, or by the station after its answer
  const reply = replyOf(request)
  reply.catch(() => undefined) // of one that the test cuts nobody asks
  return { request, reply }
}

async function replyOf(request: ClientRequest): Promise<Reply> {
  const [response] = await once(request, 'response')
  let text = ''
  for await (const part of response.setEncoding('utf8')) text += part
  const { code, data } = JSON.parse(text) as { code?: string; data?: { bytes: number } }
  return { status: response.statusCode, code, bytes: data?.bytes }
}

/** Stops the clock of timers, until the end of the test. */
function holdTime(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
}

/** Sends all of it at once. */
async function send(edge: TestEdge, body: Buffer, token = 'dj'): Promise<Reply> {
  const { request, reply } = open(edge, token, { 'content-length': body.length })
  request.end(body)
  return reply
}

it('[LB1] a body goes to the disk as it comes, and may take longer than a request', async () => {
  const edge = await startEdge({}, SHORT)
  const { request, reply } = open(edge)
  const sent: Buffer[] = []
  for (let at = 0; at < 10; at++) {
    const part = Buffer.alloc(1_000, at)
    sent.push(part)
    request.write(part)
    // The limit of a request is 300 ms here.
    await new Promise((resolve) => setTimeout(resolve, 60))
  }
  request.end()
  expect(await reply).toEqual({ status: 201, code: undefined, bytes: 10_000 })
  expect(readFileSync(join(edge.folder, 'whole'))).toEqual(Buffer.concat(sent))
  expect(edge.files()).toEqual(['whole'])
})

it('[LB2] who may not, or declares too much, is refused before anything is written', async () => {
  const edge = await startEdge()
  const refusalOf = async (token: string, length: number) => {
    const { request, reply } = open(edge, token, { 'content-length': length })
    request.write('x')
    const { status, code } = await reply
    request.destroy()
    return [status, code]
  }
  expect(await refusalOf('nobody', 10)).toEqual([401, 'NOT_SIGNED_IN'])
  expect(await refusalOf('listener', 10)).toEqual([403, 'FORBIDDEN'])
  expect(await refusalOf('dj', MAX_BYTES + 1)).toEqual([413, 'BODY_TOO_LARGE'])
  expect(edge.files()).toEqual([])
})

it('[LB2] bytes are counted, and nothing is left of a body that is too large', async () => {
  const edge = await startEdge()
  expect(await send(edge, Buffer.alloc(MAX_BYTES))).toMatchObject({ status: 201, bytes: MAX_BYTES })
  rmSync(join(edge.folder, 'whole'))
  const { request, reply } = open(edge)
  request.end(Buffer.alloc(MAX_BYTES + 1))
  expect(await reply).toMatchObject({ status: 413, code: 'BODY_TOO_LARGE' })
  expect(edge.files()).toEqual([])
})

it.each([
  ['banned', null, 401],
  ['demoted', { id: 1, role: 'LISTENER' as const }, 403],
])('[LB3] of who was %s meanwhile nothing stays', async (_, person, status) => {
  const edge = await startEdge()
  const { request, reply } = open(edge)
  request.write('half')
  await untilFile(edge)
  if (person) edge.people.set('dj', person)
  else edge.people.delete('dj')
  request.end('whole')
  expect(await reply).toMatchObject({ status })
  expect(edge.files()).toEqual([])
})

it('[LB4] a client that goes leaves no file, at any tenth', async () => {
  const edge = await startEdge()
  const body = Buffer.alloc(200_000, 'sound')
  for (let tenth = 0; tenth < 10; tenth++) {
    const { request } = open(edge, 'dj', { 'content-length': body.length })
    request.write(body.subarray(0, (body.length * tenth) / 10))
    await untilFile(edge)
    request.destroy()
    await until(() => edge.files().length === 0)
  }
  // Every place is free again.
  expect(await send(edge, body)).toMatchObject({ status: 201, bytes: body.length })
})

it('[LB5] one that stalls is told so, and its place is free', async () => {
  const edge = await startEdge({ stalledMs: 100, perPerson: 1 })
  holdTime()
  const { request, reply } = open(edge, 'dj', { 'content-length': 100 })
  request.write('x')
  // One for a stall, and one for all of it.
  while (vi.getTimerCount() < 2) await setImmediate()
  vi.advanceTimersByTime(100)
  expect(await reply).toMatchObject({ status: 408, code: 'UPLOAD_STALLED' })
  request.destroy()
  expect(edge.files()).toEqual([])
  expect(await send(edge, Buffer.from('sound'))).toMatchObject({ status: 201 })
})

it('[LB5] the time until its file is open is none in which nothing arrives', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'uploads-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  holdTime()
  const payload = new Readable({ read: () => undefined })
  const received = new Uploads().receive(payload as IncomingMessage, {
    path: join(folder, 'whole'),
    maxBytes: MAX_BYTES,
  })
  // The disk has not answered yet.
  vi.advanceTimersByTime(UPLOAD_LIMITS.stalledMs)
  payload.push('sound')
  payload.push(null)
  expect(await received).toBe(5)
})

it('[LB5] all of it has its time as well, however evenly it comes', async () => {
  const edge = await startEdge({ wholeMs: 200 })
  const { request, reply } = open(edge)
  const dripping = setInterval(() => request.write('x'), 10)
  expect(await reply).toMatchObject({ status: 408, code: 'UPLOAD_STALLED' })
  clearInterval(dripping)
  request.destroy()
})

it('[LB6] one person has so many at once, and all together', async () => {
  const edge = await startEdge({ perPerson: 1, total: 2 })
  const first = open(edge)
  first.request.write('x')
  await untilFile(edge)
  expect(await send(edge, Buffer.from('sound'))).toMatchObject({ status: 429, code: 'TOO_MANY_UPLOADS' })
  const second = open(edge, 'other')
  second.request.write('x')
  await untilFile(edge, 2)
  expect(await send(edge, Buffer.from('sound'), 'third')).toMatchObject({ status: 503, code: 'BUSY' })
  first.request.end()
  expect(await first.reply).toMatchObject({ status: 201 })
  expect(await send(edge, Buffer.from('sound'), 'third')).toMatchObject({ status: 201 })
  second.request.end()
  await second.reply
})

it('[LB7] a station that stops ends what is still arriving', async () => {
  const edge = await startEdge()
  const { request, reply } = open(edge)
  request.write('x')
  await untilFile(edge)
  edge.uploads.cut()
  expect(await reply).toMatchObject({ status: 503, code: 'SHUTTING_DOWN' })
  request.destroy()
  expect(edge.files()).toEqual([])
})

it('[LB1] other requests keep their limit of time', async () => {
  const { port } = await startEdge({}, SHORT)
  const socket = connect(port, '127.0.0.1')
  socket.write(`POST ${PATH} HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nx`)
  let text = ''
  socket.setEncoding('utf8').on('data', (part: string) => {
    text += part
  })
  await once(socket, 'close')
  expect(text).toContain('401 Unauthorized')
})

const untilFile = (edge: TestEdge, count = 1) =>
  until(() => edge.files().filter((name) => name.endsWith('.part')).length === count)

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 5))
}
