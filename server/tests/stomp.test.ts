import { broadcastEndpoints as calls } from '@carillon/contract/broadcasts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Member, startStation, type TestStation } from './support/station.ts'
import {
  frameText,
  openWire,
  TRANSPORTS,
  type TransportName,
  type WireClient,
  type WireFrame,
} from './support/stomp.ts'

/** One MUST of STOMP 1.2: what it says, and what proves it on an open connection. */
type Row = readonly [words: string, prove: (client: WireClient) => Promise<void>]

let station: TestStation
let dj: Member
/** The broadcast whose topic carries what the rows wait for. */
let id: number
let clients: WireClient[] = []
let titles = 0
let rooms = 0

beforeAll(async () => {
  station = await startStation()
  dj = await station.as('DJ')
  id = (await station.call(calls.createBroadcast, { as: dj, body: { title: 'Harana Hour' } })).data.id
})
afterAll(() => station.close())
afterEach(() => {
  for (const client of clients) client.close()
  clients = []
})

const topic = () => `/topic/broadcast/${id}`
const subscribe = (headers: Record<string, string> = {}) =>
  frameText('SUBSCRIBE', { id: 'sub-0', destination: topic(), receipt: 'subscribed', ...headers })
const join = (headers: Record<string, string> = {}, body = '') =>
  frameText('SEND', { destination: `/app/broadcast/${id}/join`, receipt: 'sent', ...headers }, body)

/** Makes news on the topic. */
async function publish(): Promise<string> {
  titles += 1
  const title = `Harana ${titles}`
  const { status } = await station.call(calls.updateBroadcast, { as: dj, params: { id }, body: { title } })
  expect(status).toBe(200)
  return title
}

/** ERROR, then the end: STOMP 1.2, ERROR. */
async function expectRefused(client: WireClient, text: string, code = 'INVALID_INPUT'): Promise<WireFrame> {
  const error = await client.ask(text)
  expect(error?.command).toBe('ERROR')
  expect(error?.headers.code).toBe(code)
  expect(error?.headers.message).not.toBe('')
  expect(await client.next()).toBeNull()
  return error as WireFrame
}

/** The frame is taken: its receipt comes. */
async function expectReceipt(client: WireClient, text: string, receipt: string): Promise<void> {
  expect(await client.ask(text)).toMatchObject({ command: 'RECEIPT', headers: { 'receipt-id': receipt } })
}

async function expectNews(client: WireClient, headers: Record<string, string> = {}): Promise<WireFrame> {
  const title = await publish()
  const message = await client.next()
  expect(message).toMatchObject({ command: 'MESSAGE', headers: { destination: topic(), ...headers } })
  expect(JSON.parse(message?.body ?? '')).toMatchObject({ type: 'BROADCAST_UPDATED', broadcast: { title } })
  return message as WireFrame
}

/** After CONNECTED of version 1.2. */
const connected = (prove: (client: WireClient) => Promise<void>) => async (client: WireClient) => {
  expect(await client.connect()).toMatchObject({ command: 'CONNECTED', headers: { version: '1.2' } })
  await prove(client)
}

const FRAMES: Row[] = [
  [
    'Frames: lines may end with CR LF',
    connected((client) => expectReceipt(client, subscribe().replaceAll('\n', '\r\n'), 'subscribed')),
  ],
  [
    'Frames: line ends after a frame are no frame',
    connected((client) => expectReceipt(client, `\n\n${subscribe()}\n\r\n\n`, 'subscribed')),
  ],
  [
    'Frames: several come in one message',
    connected(async (client) => {
      await expectReceipt(client, subscribe() + join(), 'subscribed')
      expect((await client.next())?.headers['receipt-id']).toBe('sent')
    }),
  ],
  [
    'Frames: one may come in several messages',
    connected(async (client) => {
      const text = subscribe()
      await client.send(text.slice(0, 12))
      await expectReceipt(client, text.slice(12), 'subscribed')
    }),
  ],
  [
    'Frames: names of commands are case sensitive',
    connected(
      async (client) => void (await expectRefused(client, subscribe().replace('SUBSCRIBE', 'subscribe'))),
    ),
  ],
  [
    'Frames: names of headers are case sensitive',
    connected(async (client) => void (await expectRefused(client, subscribe().replace('\nid:', '\nID:')))),
  ],
  [
    'Value Encoding: \\c \\n \\r and \\\\ are undone, and done again',
    connected(async (client) => {
      const receipt = 'a\\cb\\nc\\rd\\\\e'
      await expectReceipt(client, subscribe({ receipt }), receipt)
    }),
  ],
  [
    'Value Encoding: escapes are undone in one pass',
    connected((client) => expectReceipt(client, subscribe({ receipt: '\\\\n' }), '\\\\n')),
  ],
  [
    'Value Encoding: an undefined escape is fatal',
    connected(async (client) => void (await expectRefused(client, subscribe({ receipt: 'a\\tb' })))),
  ],
  [
    'Value Encoding: a backslash at the end is fatal',
    connected(async (client) => void (await expectRefused(client, subscribe({ receipt: 'a\\' })))),
  ],
  [
    'Value Encoding: CONNECT is not escaped',
    async (client) => {
      expect((await client.connect({ login: 'a\\tb' }))?.command).toBe('CONNECTED')
    },
  ],
  [
    'Value Encoding: headers are UTF-8',
    connected((client) => expectReceipt(client, subscribe({ receipt: 'Niña 🔔' }), 'Niña 🔔')),
  ],
  [
    'Value Encoding: values are not trimmed',
    connected((client) => expectReceipt(client, subscribe({ receipt: ' a ' }), ' a ')),
  ],
  [
    'Value Encoding: names are escaped as values are',
    connected(async (client) => {
      await client.send(frameText('SUBSCRIBE', { 'x\\cy': '1', id: '0', destination: topic(), receipt: 'r' }))
      expect((await client.next())?.headers['receipt-id']).toBe('r')
    }),
  ],
  [
    'Body: only SEND may have one',
    connected(async (client) => void (await expectRefused(client, subscribe().replace('^@', 'body^@')))),
  ],
  [
    'Body: CONNECT may not have one',
    async (client) =>
      void (await expectRefused(client, frameText('CONNECT', { 'accept-version': '1.2' }, 'body'))),
  ],
  [
    'content-length: so many octets are read, NUL or not',
    connected(
      async (client) =>
        void (await expectRefused(client, join({ 'content-length': '3' }, '1^@2'), 'MALFORMED_JSON')),
    ),
  ],
  [
    'content-length: counts octets, not letters',
    connected((client) => expectReceipt(client, join({ 'content-length': '8' }, '"Niña!"'), 'sent')),
  ],
  [
    'content-length: NUL must follow the body',
    connected(async (client) => void (await expectRefused(client, join({ 'content-length': '2' }, '{} ')))),
  ],
  [
    'content-length: what is no number is refused',
    connected(async (client) => void (await expectRefused(client, join({ 'content-length': '-1' }, '{}')))),
  ],
  [
    'Repeated headers: the first counts',
    connected((client) =>
      expectReceipt(client, subscribe().replace('receipt:', 'receipt:first\nreceipt:'), 'first'),
    ),
  ],
  [
    'Size limits: too many headers are an ERROR',
    connected(async (client) => {
      const many = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`x-${index}`, '1']))
      await expectRefused(client, subscribe(many))
    }),
  ],
  [
    'Size limits: too long a header is an ERROR',
    connected(async (client) => void (await expectRefused(client, subscribe({ receipt: 'x'.repeat(4000) })))),
  ],
  [
    'Size limits: too long a body is an ERROR',
    connected(async (client) => void (await expectRefused(client, join({}, `"${'x'.repeat(17_000)}"`)))),
  ],
  [
    'Size limits: a frame that does not end is an ERROR',
    connected(async (client) => void (await expectRefused(client, 'SEND\ndestination:/app'))),
  ],
]

const CONNECTING: Row[] = [
  [
    'CONNECT: is answered by CONNECTED with the version',
    async (client) => {
      const frame = await client.connect()
      expect(frame).toMatchObject({ command: 'CONNECTED', headers: { version: '1.2' }, body: '' })
      expect(frame?.headers.session).toMatch(/^[\w-]{36}$/)
      expect(frame?.headers.server).toMatch(/^[\w]+\/\d+$/)
    },
  ],
  [
    'STOMP: is handled as CONNECT is',
    async (client) => {
      const frame = await client.ask(frameText('STOMP', { 'accept-version': '1.2', host: 'x' }))
      expect(frame).toMatchObject({ command: 'CONNECTED', headers: { version: '1.2' } })
    },
  ],
  [
    'Negotiation: the highest common version',
    async (client) =>
      expect((await client.connect({ 'accept-version': '1.0,1.1,2.0' }))?.headers.version).toBe('1.1'),
  ],
  [
    'Negotiation: the order of the list means nothing',
    async (client) =>
      expect((await client.connect({ 'accept-version': '1.2,1.1,1.0' }))?.headers.version).toBe('1.2'),
  ],
  [
    'Negotiation: without accept-version it is 1.0',
    async (client) => expect((await client.ask(frameText('CONNECT')))?.headers.version).toBe('1.0'),
  ],
  [
    'Negotiation: without a common version an ERROR names those that are spoken',
    async (client) => {
      const error = await expectRefused(client, frameText('CONNECT', { 'accept-version': '2.1', host: 'x' }))
      expect(error.headers).toMatchObject({ version: '1.0,1.1,1.2', 'content-type': 'text/plain' })
      expect(error.body).toBe('Supported protocol versions are 1.0 1.1 1.2')
    },
  ],
  ['CONNECT: must come first', async (client) => void (await expectRefused(client, subscribe()))],
  [
    'CONNECT: must not come twice',
    connected(
      async (client) => void (await expectRefused(client, frameText('CONNECT', { 'accept-version': '1.2' }))),
    ),
  ],
  [
    'Heart-beating: the server says what it can and would like',
    async (client) => {
      const frame = await client.connect({ 'heart-beat': '5000,20000' })
      expect(frame?.headers['heart-beat']).toMatch(/^[1-9]\d*,[1-9]\d*$/)
    },
  ],
  [
    'Heart-beating: the header must be two numbers',
    async (client) => {
      const text = frameText('CONNECT', { 'accept-version': '1.2', host: 'x', 'heart-beat': '10000' })
      await expectRefused(client, text)
    },
  ],
  [
    'Heart-beating: a line end alone is one, and no frame',
    connected(async (client) => {
      await client.send('\n')
      await expectReceipt(client, subscribe(), 'subscribed')
    }),
  ],
  [
    'Heart-beating: it may come before CONNECT',
    async (client) => {
      await client.send('\n')
      expect((await client.connect())?.command).toBe('CONNECTED')
    },
  ],
  [
    'Versions: 1.1 knows no \\r',
    async (client) => {
      await client.connect({ 'accept-version': '1.1' })
      await expectRefused(client, subscribe({ receipt: 'a\\rb' }))
    },
  ],
  [
    'Versions: 1.0 trims, escapes nothing and needs no id',
    async (client) => {
      await client.connect({ 'accept-version': '1.0' })
      const text = frameText('SUBSCRIBE', { destination: ` ${topic()} `, receipt: ' a\\tb ' })
      await expectReceipt(client, text, 'a\\tb')
      expect((await expectNews(client)).headers).not.toHaveProperty('subscription')
    },
  ],
]

const SUBSCRIBING: Row[] = [
  [
    'SUBSCRIBE: brings what is published from then on',
    connected(async (client) => {
      await expectReceipt(client, subscribe(), 'subscribed')
      await expectNews(client, { subscription: 'sub-0' })
    }),
  ],
  [
    'SUBSCRIBE: needs a destination',
    connected(async (client) => void (await expectRefused(client, frameText('SUBSCRIBE', { id: '0' })))),
  ],
  [
    'SUBSCRIBE: needs an id',
    connected(
      async (client) => void (await expectRefused(client, frameText('SUBSCRIBE', { destination: topic() }))),
    ),
  ],
  [
    'SUBSCRIBE: different subscriptions have different ids',
    connected(async (client) => {
      await expectReceipt(client, subscribe(), 'subscribed')
      await expectRefused(client, subscribe({ destination: '/topic/broadcast/live' }))
    }),
  ],
  [
    'SUBSCRIBE: one destination may be subscribed to twice',
    connected(async (client) => {
      await expectReceipt(client, subscribe(), 'subscribed')
      await expectReceipt(client, subscribe({ id: 'sub-1' }), 'subscribed')
      await publish()
      const both = [await client.next(), await client.next()].map((frame) => frame?.headers.subscription)
      expect(both.sort()).toEqual(['sub-0', 'sub-1'])
    }),
  ],
  [
    'SUBSCRIBE: ack is auto, client or client-individual',
    connected(async (client) => void (await expectRefused(client, subscribe({ ack: 'sometimes' })))),
  ],
  [
    'SUBSCRIBE: one that cannot be is an ERROR',
    connected(async (client) => {
      const error = await expectRefused(client, subscribe({ destination: '/queue/a' }), 'NOT_FOUND')
      expect(error.headers).toMatchObject({ destination: '/queue/a', 'receipt-id': 'subscribed' })
    }),
  ],
  [
    'UNSUBSCRIBE: ends it',
    connected(async (client) => {
      await expectReceipt(client, subscribe(), 'subscribed')
      await expectReceipt(client, frameText('UNSUBSCRIBE', { id: 'sub-0', receipt: 'gone' }), 'gone')
      await expectReceipt(client, subscribe({ id: 'sub-1' }), 'subscribed')
      await expectNews(client, { subscription: 'sub-1' })
    }),
  ],
  [
    'UNSUBSCRIBE: needs an id',
    connected(async (client) => void (await expectRefused(client, frameText('UNSUBSCRIBE')))),
  ],
  [
    'UNSUBSCRIBE: the id must be of a subscription',
    connected(async (client) => void (await expectRefused(client, frameText('UNSUBSCRIBE', { id: 'none' })))),
  ],
  [
    'UNSUBSCRIBE: gives the id free',
    connected(async (client) => {
      await expectReceipt(client, subscribe(), 'subscribed')
      await expectReceipt(client, frameText('UNSUBSCRIBE', { id: 'sub-0', receipt: 'gone' }), 'gone')
      await expectReceipt(client, subscribe(), 'subscribed')
    }),
  ],
  [
    'MESSAGE: names destination, message and subscription, length and type',
    connected(async (client) => {
      await expectReceipt(client, subscribe(), 'subscribed')
      const first = await expectNews(client)
      const second = await expectNews(client)
      expect(first.headers['message-id']).not.toBe(second.headers['message-id'])
      expect(first.headers['content-type']).toBe('application/json')
      expect(Number(first.headers['content-length'])).toBe(Buffer.byteLength(first.body))
      expect(first.headers).not.toHaveProperty('ack')
    }),
  ],
  [
    'MESSAGE: the subscription is escaped as it was',
    connected(async (client) => {
      await expectReceipt(client, subscribe({ id: 'a\\cb\\nc' }), 'subscribed')
      await expectNews(client, { subscription: 'a\\cb\\nc' })
    }),
  ],
]

const SENDING: Row[] = [
  ['SEND: is done before its receipt', connected((client) => expectReceipt(client, join(), 'sent'))],
  [
    'SEND: needs a destination',
    connected(async (client) => void (await expectRefused(client, frameText('SEND', {}, '{}')))),
  ],
  [
    'SEND: what cannot be done is an ERROR with the receipt of the frame',
    connected(async (client) => {
      const error = await expectRefused(client, join({ destination: '/topic/broadcast/live' }), 'FORBIDDEN')
      expect(error.headers['receipt-id']).toBe('sent')
      expect(JSON.parse(error.body)).toMatchObject({ success: false, code: 'FORBIDDEN' })
    }),
  ],
  [
    'SEND: a body that is no JSON is an ERROR',
    connected(async (client) => void (await expectRefused(client, join({}, '{'), 'MALFORMED_JSON'))),
  ],
  [
    'receipt: any frame may ask for one, and they come in order',
    connected(async (client) => {
      const texts = [
        frameText('BEGIN', { transaction: 't', receipt: '1' }),
        join({ transaction: 't', receipt: '2' }),
        frameText('COMMIT', { transaction: 't', receipt: '3' }),
        subscribe({ receipt: '4' }),
        frameText('UNSUBSCRIBE', { id: 'sub-0', receipt: '5' }),
      ]
      await client.send(texts.join(''))
      for (const receipt of ['1', '2', '3', '4', '5'])
        expect((await client.next())?.headers['receipt-id']).toBe(receipt)
    }),
  ],
  [
    'ERROR: the connection is closed after it, and nothing more is done',
    connected(async (client) => {
      const error = await client.ask(`NONSENSE\n\n^@${subscribe()}`)
      expect(error?.command).toBe('ERROR')
      expect(await client.next()).toBeNull()
    }),
  ],
  [
    'DISCONNECT: its receipt comes, then the end',
    connected(async (client) => {
      await expectReceipt(client, frameText('DISCONNECT', { receipt: '77' }), '77')
      expect(await client.next()).toBeNull()
    }),
  ],
  [
    'DISCONNECT: no frame is done after it',
    connected(async (client) => {
      await expectReceipt(client, frameText('DISCONNECT', { receipt: '77' }) + join(), '77')
      expect(await client.next()).toBeNull()
    }),
  ],
]

const ACKNOWLEDGING: Row[] = [
  [
    'ACK: what is to be acknowledged has an ack header',
    connected(async (client) => {
      await expectReceipt(client, subscribe({ ack: 'client-individual' }), 'subscribed')
      const { headers } = await expectNews(client)
      await expectReceipt(client, frameText('ACK', { id: headers.ack ?? '', receipt: 'acked' }), 'acked')
    }),
  ],
  [
    'ACK: the id must be of a message that waits',
    connected(async (client) => {
      await expectReceipt(client, subscribe({ ack: 'client' }), 'subscribed')
      await expectNews(client)
      await expectRefused(client, frameText('ACK', { id: 'none' }))
    }),
  ],
  ['ACK: needs an id', connected(async (client) => void (await expectRefused(client, frameText('ACK'))))],
  [
    'ACK: is cumulative with client',
    connected(async (client) => {
      await expectReceipt(client, subscribe({ ack: 'client' }), 'subscribed')
      const first = await expectNews(client)
      const second = await expectNews(client)
      await expectReceipt(client, frameText('ACK', { id: second.headers.ack ?? '', receipt: 'a' }), 'a')
      await expectRefused(client, frameText('ACK', { id: first.headers.ack ?? '' }))
    }),
  ],
  [
    'ACK: is not cumulative with client-individual',
    connected(async (client) => {
      await expectReceipt(client, subscribe({ ack: 'client-individual' }), 'subscribed')
      const first = await expectNews(client)
      const second = await expectNews(client)
      await expectReceipt(client, frameText('ACK', { id: second.headers.ack ?? '', receipt: 'a' }), 'a')
      await expectReceipt(client, frameText('ACK', { id: first.headers.ack ?? '', receipt: 'b' }), 'b')
    }),
  ],
  [
    'NACK: settles a message as ACK does',
    connected(async (client) => {
      await expectReceipt(client, subscribe({ ack: 'client-individual' }), 'subscribed')
      const { headers } = await expectNews(client)
      await expectReceipt(client, frameText('NACK', { id: headers.ack ?? '', receipt: 'nacked' }), 'nacked')
      await expectRefused(client, frameText('ACK', { id: headers.ack ?? '' }))
    }),
  ],
  ['NACK: needs an id', connected(async (client) => void (await expectRefused(client, frameText('NACK'))))],
]

const TRANSACTIONS: Row[] = [
  [
    'BEGIN: needs a transaction',
    connected(async (client) => void (await expectRefused(client, frameText('BEGIN')))),
  ],
  [
    'BEGIN: transactions have different ids',
    connected(async (client) => {
      await expectReceipt(client, frameText('BEGIN', { transaction: 't', receipt: 'begun' }), 'begun')
      await expectRefused(client, frameText('BEGIN', { transaction: 't' }))
    }),
  ],
  [
    'COMMIT: must name one that is open',
    connected(
      async (client) => void (await expectRefused(client, frameText('COMMIT', { transaction: 't' }))),
    ),
  ],
  [
    'COMMIT: needs a transaction',
    connected(async (client) => void (await expectRefused(client, frameText('COMMIT')))),
  ],
  [
    'ABORT: must name one that is open',
    connected(async (client) => void (await expectRefused(client, frameText('ABORT', { transaction: 't' })))),
  ],
  [
    'ABORT: needs a transaction',
    connected(async (client) => void (await expectRefused(client, frameText('ABORT')))),
  ],
  [
    'SEND: a transaction must be open',
    connected(async (client) => void (await expectRefused(client, join({ transaction: 't' })))),
  ],
  [
    'COMMIT: does what was sent, ABORT does not',
    connected(async (client) => {
      rooms += 1
      const room = 1_000_000 + rooms
      await client.send(frameText('BEGIN', { transaction: 'a' }) + frameText('BEGIN', { transaction: 'c' }))
      const other = (transaction: string, receipt: string, action: string) =>
        frameText('SEND', { destination: `/app/broadcast/${room}/${action}`, transaction, receipt })
      await expectReceipt(client, other('a', '1', 'join'), '1')
      await expectReceipt(client, frameText('ABORT', { transaction: 'a', receipt: '2' }), '2')
      expect(station.app.presence(room)).toBe(0)
      await expectReceipt(client, other('c', '3', 'join'), '3')
      expect(station.app.presence(room)).toBe(0)
      await expectReceipt(client, frameText('COMMIT', { transaction: 'c', receipt: '4' }), '4')
      expect(station.app.presence(room)).toBe(1)
    }),
  ],
]

describe.each(TRANSPORTS)('STOMP 1.2 over %s', (transport) => {
  const proving = async (prove: Row[1]) => prove(await open(transport))
  it.each(FRAMES)('[RT1] %s', (_words, prove) => proving(prove))
  it.each(CONNECTING)('[RT2] %s', (_words, prove) => proving(prove))
  it.each(SUBSCRIBING)('[RT3] %s', (_words, prove) => proving(prove))
  it.each(SENDING)('[RT4] %s', (_words, prove) => proving(prove))
  it.each(ACKNOWLEDGING)('[RT5] %s', (_words, prove) => proving(prove))
  it.each(TRANSACTIONS)('[RT6] %s', (_words, prove) => proving(prove))
})

async function open(transport: TransportName): Promise<WireClient> {
  const client = await openWire(station, transport)
  clients.push(client)
  return client
}
