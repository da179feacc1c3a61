import { describe, expect, it } from 'vitest'
import { frameText, TRANSPORTS } from './support/stomp.ts'
import {
  connected,
  expectEvent,
  expectReceipt,
  expectRefused,
  join,
  provingOver,
  type Row,
  subscribe,
  topic,
  useStompStation,
} from './support/stomp-rows.ts'

useStompStation()

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
        void (await expectRefused(client, join({ 'content-length': '2' }, '^@2'), 'MALFORMED_JSON')),
    ),
  ],
  [
    'content-length: counts octets, not letters',
    connected(
      async (client) =>
        void (await expectRefused(client, join({ 'content-length': '2' }, 'ñ'), 'MALFORMED_JSON')),
    ),
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
      expect((await expectEvent(client)).headers).not.toHaveProperty('subscription')
    },
  ],
]

describe.each(TRANSPORTS)('STOMP 1.2 over %s', (transport) => {
  const proving = provingOver(transport)
  it.each(FRAMES)('[RT1] %s', (_words, prove) => proving(prove))
  it.each(CONNECTING)('[RT2] %s', (_words, prove) => proving(prove))
})
