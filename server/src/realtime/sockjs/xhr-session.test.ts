import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import type { Session } from '../../http/session.ts'
import { Batch } from '../batch.ts'
import { type Inbox, MAX_UNREAD_BYTES } from '../wire.ts'
import { XhrSessions } from './xhr-sessions.ts'

const ANA: Session = { id: 1, person: { id: 7, name: 'Ana Reyes', role: 'LISTENER' } }
const VISITOR = { session: null, address: '192.0.2.1', origin: 'http://station.test', program: 'Browser/1' }

/** Sessions whose clock and inboxes are in memory. */
function create() {
  let nowMs = 1_000
  const log: string[] = []
  const inbox: Inbox = {
    receive: (message) => void log.push(message.toString()),
    gone: () => void log.push('gone'),
  }
  const sessions = new XhrSessions({
    now: () => nowMs,
    open: () => inbox,
    requireRoom: () => undefined,
    networkOf: (address) => address,
    onStalled: () => void log.push('stalled'),
  })
  const session = sessions.open('abc', VISITOR)
  const pass = (ms: number) => {
    nowMs += ms
    session.check(nowMs)
    sessions.check(nowMs)
  }
  return { session, sessions, log, pass }
}

/** A reply whose body is kept. */
function reply() {
  const sink = new PassThrough()
  const response = new ServerResponse(new IncomingMessage(new Socket()))
  response.useChunkedEncodingByDefault = false
  let body = ''
  response.assignSocket(Object.assign(sink, { _httpMessage: null }) as unknown as Socket)
  sink.on('data', (bytes) => {
    body += bytes.toString()
  })
  return { response, body: () => body.split('\r\n\r\n')[1] ?? '' }
}

it('[RT13] what is said between two polls waits for the next one', async () => {
  const { session } = create()
  const [first, second] = [reply(), reply()]
  session.attach(first.response, 'polling')
  session.write(new Batch(['A\n\n\0']))
  session.write(new Batch(['B\n\n\0']))
  session.attach(second.response, 'polling')
  await expect.poll(first.body).toBe('o\n')
  await expect.poll(second.body).toBe(`a${JSON.stringify(['A\n\n\0', 'B\n\n\0'])}\n`)
  expect(second.response.writableEnded).toBe(true)
})

it('[RT13] a stream begins with what makes browsers show it, and ends after 128 KiB', async () => {
  const { session } = create()
  const { response, body } = reply()
  session.attach(response, 'streaming')
  await expect.poll(body).toBe(`${'h'.repeat(2048)}\no\n`)
  session.write(new Batch(['x'.repeat(100_000)]))
  expect(response.writableEnded).toBe(false)
  session.write(new Batch(['x'.repeat(50_000)]))
  expect(response.writableEnded).toBe(true)
})

it('[RT13] a session that nobody asks for is gone after 5 s', () => {
  const { session, sessions, log, pass } = create()
  session.attach(reply().response, 'polling')
  pass(4_999)
  expect(sessions.find('abc', VISITOR)).toBe(session)
  pass(1)
  expect(sessions.find('abc', VISITOR)).toBeNull()
  expect(log).toEqual(['gone'])
})

it('[RT13] a quiet stream is kept alive, and is not forgotten', async () => {
  const { session, sessions, pass } = create()
  const { response, body } = reply()
  session.attach(response, 'streaming')
  pass(25_000)
  await expect.poll(body).toMatch(/o\nh\n$/)
  expect(sessions.find('abc', VISITOR)).toBe(session)
})

it.each([
  ['of another network', { address: '198.51.100.7' }],
  ['of another program', { program: 'Browser/2' }],
  ['who has signed in', { session: ANA }],
])('[RT85] a visitor’s session is not found by somebody %s', (_words, other) => {
  const { sessions, session } = create()
  const caller = { ...VISITOR, ...other }
  expect(sessions.find('abc', caller)).toBeNull()
  expect(() => sessions.open('abc', caller)).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }))
  expect(sessions.find('abc', VISITOR)).toBe(session)
})

it('[RT85] a session of somebody signed in is theirs wherever they are, and nobody else’s', () => {
  const { sessions } = create()
  const ana = { ...VISITOR, session: ANA }
  const session = sessions.open('def', ana)
  expect(sessions.find('def', { ...ana, address: '198.51.100.7', program: 'Browser/2' })).toBe(session)
  expect(sessions.find('def', { ...ana, session: { ...ANA, id: 2 } })).toBeNull()
  expect(sessions.find('def', VISITOR)).toBeNull()
})

it('[RT13] what waits for polls that do not come is limited', () => {
  const { session, log } = create()
  session.attach(reply().response, 'polling')
  const batch = new Batch(['x'.repeat(64 * 1024)])
  for (let bytes = 0; bytes < MAX_UNREAD_BYTES; bytes += 64 * 1024) session.write(batch)
  expect(log).toEqual(['stalled', 'gone'])
})
