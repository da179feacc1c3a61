import { pino } from 'pino'
import { expect, it } from 'vitest'
import { AppError } from '../../http/app-error.ts'
import type { Session } from '../../http/session.ts'
import type { Batch } from '../batch.ts'
import { Subscriptions } from '../broker.ts'
import { createLocalBus } from '../bus.ts'
import type { InletHandler } from '../inlets.ts'
import { StompSession } from './session.ts'

const NUL = '\0'
const LISTENER: Session = { id: 1, person: { id: 7, name: 'Ana Reyes', role: 'LISTENER' } }

type Given = { send?: InletHandler; authenticate?: () => Promise<Session | null> }

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
  const session = new StompSession(wire, null, {
    subscriptions,
    inlets: { join: send, leave: send, message: send },
    authenticate,
    translate: () => null,
    log: pino({ level: 'silent' }),
    now: () => nowMs,
    hasEndedSince: (_sinceMs, asked) => ended.includes(asked),
    onGone: () => undefined,
  })
  return {
    session,
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
  const send: InletHandler = async ({ id }) => {
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
