import { describe, expect, it } from 'vitest'
import { frameText, TRANSPORTS } from './support/stomp.ts'
import {
  connected,
  expectReceipt,
  expectRefused,
  join,
  presence,
  provingOver,
  type Row,
  subscribe,
  useStompStation,
} from './support/stomp-rows.ts'

useStompStation()

let rooms = 0

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
      expect(presence(room)).toBe(0)
      await expectReceipt(client, other('c', '3', 'join'), '3')
      expect(presence(room)).toBe(0)
      await expectReceipt(client, frameText('COMMIT', { transaction: 'c', receipt: '4' }), '4')
      expect(presence(room)).toBe(1)
    }),
  ],
]

describe.each(TRANSPORTS)('STOMP 1.2 over %s', (transport) => {
  const proving = provingOver(transport)
  it.each(SENDING)('[RT4] %s', (_words, prove) => proving(prove))
  it.each(TRANSACTIONS)('[RT6] %s', (_words, prove) => proving(prove))
})
