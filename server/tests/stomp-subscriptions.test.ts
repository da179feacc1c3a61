import { describe, expect, it } from 'vitest'
import { frameText, TRANSPORTS } from './support/stomp.ts'
import {
  connected,
  expectEvent,
  expectReceipt,
  expectRefused,
  provingOver,
  publish,
  type Row,
  subscribe,
  topic,
  useStompStation,
} from './support/stomp-rows.ts'

useStompStation()

const SUBSCRIBING: Row[] = [
  [
    'SUBSCRIBE: brings what is published from then on',
    connected(async (client) => {
      await expectReceipt(client, subscribe(), 'subscribed')
      await expectEvent(client, { subscription: 'sub-0' })
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
      await expectEvent(client, { subscription: 'sub-1' })
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
      const first = await expectEvent(client)
      const second = await expectEvent(client)
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
      await expectEvent(client, { subscription: 'a\\cb\\nc' })
    }),
  ],
]

const ACKNOWLEDGING: Row[] = [
  [
    'ACK: what is to be acknowledged has an ack header',
    connected(async (client) => {
      await expectReceipt(client, subscribe({ ack: 'client-individual' }), 'subscribed')
      const { headers } = await expectEvent(client)
      await expectReceipt(client, frameText('ACK', { id: headers.ack ?? '', receipt: 'acked' }), 'acked')
    }),
  ],
  [
    'ACK: the id must be of a message that waits',
    connected(async (client) => {
      await expectReceipt(client, subscribe({ ack: 'client' }), 'subscribed')
      await expectEvent(client)
      await expectRefused(client, frameText('ACK', { id: 'none' }))
    }),
  ],
  ['ACK: needs an id', connected(async (client) => void (await expectRefused(client, frameText('ACK'))))],
  [
    'ACK: is cumulative with client',
    connected(async (client) => {
      await expectReceipt(client, subscribe({ ack: 'client' }), 'subscribed')
      const first = await expectEvent(client)
      const second = await expectEvent(client)
      await expectReceipt(client, frameText('ACK', { id: second.headers.ack ?? '', receipt: 'a' }), 'a')
      await expectRefused(client, frameText('ACK', { id: first.headers.ack ?? '' }))
    }),
  ],
  [
    'ACK: is not cumulative with client-individual',
    connected(async (client) => {
      await expectReceipt(client, subscribe({ ack: 'client-individual' }), 'subscribed')
      const first = await expectEvent(client)
      const second = await expectEvent(client)
      await expectReceipt(client, frameText('ACK', { id: second.headers.ack ?? '', receipt: 'a' }), 'a')
      await expectReceipt(client, frameText('ACK', { id: first.headers.ack ?? '', receipt: 'b' }), 'b')
    }),
  ],
  [
    'NACK: settles a message as ACK does',
    connected(async (client) => {
      await expectReceipt(client, subscribe({ ack: 'client-individual' }), 'subscribed')
      const { headers } = await expectEvent(client)
      await expectReceipt(client, frameText('NACK', { id: headers.ack ?? '', receipt: 'nacked' }), 'nacked')
      await expectRefused(client, frameText('ACK', { id: headers.ack ?? '' }))
    }),
  ],
  ['NACK: needs an id', connected(async (client) => void (await expectRefused(client, frameText('NACK'))))],
]

describe.each(TRANSPORTS)('STOMP 1.2 over %s', (transport) => {
  const proving = provingOver(transport)
  it.each(SUBSCRIBING)('[RT3] %s', (_words, prove) => proving(prove))
  it.each(ACKNOWLEDGING)('[RT5] %s', (_words, prove) => proving(prove))
})
