import { pino } from 'pino'
import { expect, it } from 'vitest'
import { createLocalBus } from '../../cluster/bus.ts'
import type { Session } from '../../http/session.ts'
import { AppError } from '../../kernel/app-error.ts'
import type { AppDestinationHandler } from '../app-destinations.ts'
import type { Batch } from '../batch.ts'
import { Subscriptions } from '../broker.ts'
import { Places } from '../places.ts'
import { StompSession } from './session.ts'

const NUL = '\0'
const LISTENER: Session = { id: 1, person: { id: 7, name: 'Ana Reyes', role: 'LISTENER' } }

type Given = { send?: AppDestinationHandler; authenticate?: () => Promise<Session | null> }

/** A session whose client and clock are in memory. */
function create({ send = async () => undefined, authenticate = async () => null }: Given = {}) {
  let nowMs = 1_000
  const written: string[] = []
  const closed: { code: number; reason: string }[] = []
  const subscriptions = new Subscriptions({ bus: createLocalBus(), now: () => nowMs })
  const ended: Session[] = []
  const wire = {
    form: 'websocket' as const,
    write: ({ frames }: Batch) => void written.push(...frames),
    close: (code: number, reason: string) => void closed.push({ code, reason }),
    check: () => undefined,
  }
  const place = new Places({ places: 10, heldBytes: 2 ** 20 }).take({ network: '192.0.2.1', userId: null })
  const session = new StompSession(
    { wire, place, caller: { session: null, address: '192.0.2.1', origin: 'http://station.test' } },
    {
      subscriptions,
      inlets: { join: send, leave: send, message: send, level: send },
      requireSupervisor: async () => undefined,
      authenticate,
      translate: () => null,
      log: pino({ level: 'silent' }),
      now: () => nowMs,
      hasEndedSince: (_sinceMs, asked) => ended.includes(asked),
      onGone: () => undefined,
    },
  )
  return {
    session,
    place,
    written,
    closed,
    ended,
    subscriptions,
    say: (text: string) => session.receive(Buffer.from(text)),
    pass(ms: number) {
      nowMs += ms
      session.check(nowMs)
    },
  }
}

async function connected(heartBeat: string, given?: Given) {
  const made = create(given)
  made.say(`CONNECT\naccept-version:1.2\nhost:x\nheart-beat:${heartBeat}\n\n${NUL}`)
  await expect.poll(() => made.written).toHaveLength(1)
  return made
}

it('[RT2] a connection without CONNECT ends after 10 s', () => {
  const { pass, written, closed } = create()
  pass(10_000)
  expect(closed).toHaveLength(0)
  pass(1)
  expect(written[0]).toMatch(/^ERROR\n/)
  expect(closed).toHaveLength(1)
})

it('[RT2] a line end goes out before the client begins to worry, unless something else did', async () => {
  const { pass, written } = await connected('0,10000')
  pass(5_000)
  expect(written).toHaveLength(1)
  pass(4_000)
  expect(written.slice(1)).toEqual(['\n'])
  pass(5_000)
  expect(written.slice(1)).toEqual(['\n'])
})

it('[RT2] a client that wants fewer heart-beats gets fewer, one that wants none gets none', async () => {
  const [fewer, none] = [await connected('0,60000'), await connected('0,0')]
  for (const { pass } of [fewer, none]) pass(50_000)
  expect(fewer.written).toHaveLength(1)
  for (const { pass } of [fewer, none]) pass(9_000)
  expect(fewer.written.slice(1)).toEqual(['\n'])
  expect(none.written).toHaveLength(1)
})

it('[RT2] a client that promised heart-beats and is silent is let go, with patience', async () => {
  const { pass, say, closed } = await connected('10000,0')
  pass(24_000)
  say('\n')
  pass(24_000)
  expect(closed).toHaveLength(0)
  pass(2_000)
  expect(closed).toHaveLength(1)
})

it('[RT4] receipts wait for what came before', async () => {
  const gate = Promise.withResolvers<void>()
  const { say, written } = await connected('0,0', { send: () => gate.promise })
  say(
    `SEND\ndestination:/app/broadcast/1/join\nreceipt:first\n\n${NUL}BEGIN\ntransaction:t\nreceipt:second\n\n${NUL}`,
  )
  await new Promise(setImmediate)
  expect(written).toHaveLength(1)
  gate.resolve()
  await expect.poll(() => written).toHaveLength(3)
  expect(written[1]).toContain('receipt-id:first')
  expect(written[2]).toContain('receipt-id:second')
})

it('[RT4] what a SEND may not do is told with its code, seconds to wait included', async () => {
  const send = async () => {
    throw new AppError('SLOW_MODE', { retryAfterSeconds: 4.2 })
  }
  const { say, written, closed } = await connected('0,0', { send })
  say(`SEND\ndestination:/app/broadcast/1/join\nreceipt:r\n\n${NUL}`)
  await expect.poll(() => closed).toHaveLength(1)
  expect(written[1]).toMatch(/^ERROR\n[\s\S]*\ncode:SLOW_MODE\nreceipt-id:r\n[\s\S]*\nretry-after:5\n/)
})

it('[RT4] a fault of the server says no more than over HTTP', async () => {
  const send = async () => {
    throw new Error('secret')
  }
  const { say, written, closed } = await connected('0,0', { send })
  say(`SEND\ndestination:/app/broadcast/1/join\n\n${NUL}`)
  await expect.poll(() => closed).toHaveLength(1)
  expect(written[1]).toContain('message:Something went wrong\ncode:INTERNAL\n')
  expect(written[1]).not.toContain('secret')
})

it('[RT5] too many messages without ACK end the connection', async () => {
  const { say, written, closed, subscriptions } = await connected('0,0')
  say(`SUBSCRIBE\nid:0\ndestination:/topic/broadcast/live\nack:client\nreceipt:r\n\n${NUL}`)
  await expect.poll(() => written).toHaveLength(2)
  for (let count = 0; count < 1_000; count++) subscriptions.publish('/topic/broadcast/live', { count })
  subscriptions.flush()
  expect(closed).toHaveLength(0)
  subscriptions.publish('/topic/broadcast/live', { count: 1_000 })
  subscriptions.flush()
  expect(closed).toHaveLength(1)
})

it('[RT6] what is left of a transaction is not done once its connection has ended', async () => {
  const gate = Promise.withResolvers<void>()
  const done: string[] = []
  const send: AppDestinationHandler = async ({ id }) => {
    done.push(String(id))
    await gate.promise
  }
  const { say, session } = await connected('0,0', { send })
  const join = (id: number) => `SEND\ndestination:/app/broadcast/${id}/join\ntransaction:t\n\n${NUL}`
  say(`BEGIN\ntransaction:t\n\n${NUL}${join(1)}${join(2)}COMMIT\ntransaction:t\n\n${NUL}`)
  await expect.poll(() => done).toEqual(['1'])
  session.gone()
  gate.resolve()
  await new Promise(setImmediate)
  expect(done).toEqual(['1'])
})

const begin = (id = 't') => `BEGIN\ntransaction:${id}\n\n${NUL}`
const keptJoin = (body = '', headers = '') =>
  `SEND\ndestination:/app/broadcast/1/join\ntransaction:t\n${headers}\n${body}${NUL}`
const PADDING = `padding:${'x'.repeat(2_000)}\n`

it('[RT81] all that open transactions hold is limited, and what has ended holds nothing', async () => {
  const { say, written, place } = await connected('0,0')
  const before = place.heldBytes
  for (let round = 0; round < 4; round += 1) {
    say(begin() + keptJoin('', PADDING).repeat(20))
    await expect.poll(() => place.heldBytes).toBeGreaterThan(20 * 2_000)
    say(`ABORT\ntransaction:t\n\n${NUL}`)
    await expect.poll(() => place.heldBytes).toBe(before)
  }
  say(begin() + keptJoin('', PADDING).repeat(40))
  await expect.poll(() => written.at(-1)).toContain('code:BODY_TOO_LARGE')
  expect(place.heldBytes).toBe(0)
})

it('[RT81] a transaction that is open for 10 s is an ERROR, then the end', async () => {
  const { say, pass, written, closed } = await connected('0,0')
  say(begin('first'))
  await new Promise(setImmediate)
  pass(5_000)
  say(begin('second'))
  await new Promise(setImmediate)
  pass(4_999)
  expect(closed).toHaveLength(0)
  pass(1)
  expect(written.at(-1)).toContain('code:TRANSACTION_EXPIRED')
  expect(closed).toHaveLength(1)
})

it('[RT81] a COMMIT that waits for what came before it is in time', async () => {
  const gate = Promise.withResolvers<void>()
  const { say, pass, written } = await connected('0,0', { send: () => gate.promise })
  const slow = `SEND\ndestination:/app/broadcast/1/join\n\n${NUL}`
  say(`${begin()}${keptJoin()}${slow}COMMIT\ntransaction:t\nreceipt:done\n\n${NUL}`)
  pass(11_000)
  gate.resolve()
  await expect.poll(() => written.at(-1)).toContain('receipt-id:done')
})

it.each(['join', 'leave'])('[RT82] nothing is sent to %s, in a transaction neither', async (action) => {
  for (const transaction of ['', 'transaction:t\n']) {
    const { say, written, closed } = await connected('0,0')
    const send = (body: string) =>
      `SEND\ndestination:/app/broadcast/1/${action}\nreceipt:r\n${transaction}\n${body}${NUL}`
    say(begin() + send('') + send('{}'))
    await expect.poll(() => written.filter((frame) => frame.includes('receipt-id:r'))).toHaveLength(2)
    say(send('[{},{}]'))
    await expect.poll(() => closed).toHaveLength(1)
    expect(written.at(-1)).toMatch(/^ERROR\n[\s\S]*code:INVALID_INPUT\nreceipt-id:r\n/)
  }
})

it.each([
  ['id', `SUBSCRIBE\nid:${'x'.repeat(257)}\ndestination:/topic/broadcast/live\n\n${NUL}`],
  ['receipt', `BEGIN\ntransaction:t\nreceipt:${'x'.repeat(257)}\n\n${NUL}`],
  ['transaction', `BEGIN\ntransaction:${'x'.repeat(257)}\n\n${NUL}`],
])('[RT84] a name in %s is at most 256 characters', async (_header, text) => {
  const [kept, refused] = [await connected('0,0'), await connected('0,0')]
  kept.say(text.replace('x', ''))
  refused.say(text)
  await expect.poll(() => refused.closed).toHaveLength(1)
  expect(refused.written.at(-1)).toContain('code:INVALID_INPUT')
  expect(kept.closed).toHaveLength(0)
})

it('[RT84] subscriptions count until they end, and so does what waits', async () => {
  const gate = Promise.withResolvers<void>()
  const { say, place, written } = await connected('0,0', { send: () => gate.promise })
  say(`SUBSCRIBE\nid:0\ndestination:/topic/broadcast/live\nreceipt:r\n\n${NUL}`)
  await expect.poll(() => written.at(-1)).toContain('receipt-id:r')
  const one = place.heldBytes
  expect(one).toBeGreaterThan(500)
  say(`SEND\ndestination:/app/broadcast/1/join\n\n${NUL}UNSUBSCRIBE\nid:0\nreceipt:gone\n\n${NUL}`)
  expect(place.heldBytes).toBeGreaterThan(one)
  gate.resolve()
  await expect.poll(() => written.at(-1)).toContain('receipt-id:gone')
  expect(place.heldBytes).toBe(0)
})

it('[RT84] room for what is to be acknowledged counts once', async () => {
  const { say, place, written } = await connected('0,0')
  const subscribe = (id: number) =>
    `SUBSCRIBE\nid:${id}\ndestination:/topic/broadcast/live\nack:client\nreceipt:${id}\n\n${NUL}`
  say(subscribe(1))
  await expect.poll(() => written.at(-1)).toContain('receipt-id:1')
  const first = place.heldBytes
  expect(first).toBeGreaterThan(64_000)
  say(subscribe(2))
  await expect.poll(() => written.at(-1)).toContain('receipt-id:2')
  expect(place.heldBytes - first).toBeLessThan(2_000)
})

it('[RT84] frames that wait for one another are at most 128 KiB', async () => {
  const { say, written, closed } = await connected('0,0', { send: () => new Promise(() => undefined) })
  const send = `SEND\ndestination:/app/broadcast/1/message\n\n${'x'.repeat(16_000)}${NUL}`
  say(`SEND\ndestination:/app/broadcast/1/join\n\n${NUL}`)
  for (let count = 0; count < 8; count += 1) say(send)
  expect(closed).toHaveLength(0)
  say(send)
  expect(written[1]).toContain('code:TOO_MANY_REQUESTS')
})

it('[RT86] a frame that comes in pieces ends within 10 s', async () => {
  const { say, pass, written } = await connected('0,0')
  for (let elapsedMs = 0; elapsedMs < 10_000; elapsedMs += 100) {
    say(elapsedMs === 0 ? 'SEND\nx:' : 'x')
    pass(100)
  }
  expect(written).toHaveLength(1)
  say('x')
  expect(written[1]).toContain('A frame did not end')
})

it('[RT9] a session that ends while its token is looked up opens nothing', async () => {
  const looked = Promise.withResolvers<Session | null>()
  const { say, written, ended } = create({ authenticate: () => looked.promise })
  say(`CONNECT\naccept-version:1.2\nAuthorization:Bearer ${'x'.repeat(43)}\n\n${NUL}`)
  ended.push(LISTENER)
  looked.resolve(LISTENER)
  await expect.poll(() => written).toHaveLength(1)
  expect(written[0]).toContain('code:NOT_SIGNED_IN')
})

it('[RT15] frames that wait for one another are not too many', async () => {
  const { say, written, closed } = await connected('0,0', { send: () => new Promise(() => undefined) })
  const join = `SEND\ndestination:/app/broadcast/1/join\n\n${NUL}`
  for (let count = 0; count < 300; count++) say(join)
  expect(written[1]).toContain('code:TOO_MANY_REQUESTS')
  expect(closed).toHaveLength(1)
})
