import { expect, it } from 'vitest'
import { type ClusterMessages, MessageHandlers, type MessageKind } from './messages.ts'

const note = { reason: 'ENDED' as const, message: 'The program has ended.', at: '2026-05-04T03:02:01.000Z' }

/** One of each kind. */
const VALID: ClusterMessages = {
  publish: { topic: '/topic/news', destination: '/topic/news', body: '{}' },
  'tables-changed': { tables: ['polls'] },
  'air-changed': {},
  'sessions-ended': { userId: 4, keptId: 7, reason: 'Password changed' },
  notified: { id: 9 },
  'poll-event': { broadcastId: 4, text: '{}' },
  'recording-withdrawn': { broadcastId: 4, isDeleted: true },
  'recording-ready': { broadcastId: 4 },
  'library-changed': { removed: `${'a'.repeat(40)}.ogg` },
  'encoder-withdrawn': { broadcastId: 4 },
  'encoder-contest': { broadcastId: 4 },
  'encoder-note': { broadcastId: 4, note },
}

/** Of each kind, what an instance of another release may send, or one that has gone wrong. */
const INVALID: Record<MessageKind, readonly unknown[]> = {
  publish: [null, {}, { ...VALID.publish, body: {} }, { ...VALID.publish, topic: 4 }],
  'tables-changed': [null, {}, { tables: 'polls' }, { tables: [4] }],
  'air-changed': [null, 'changed'],
  'sessions-ended': [{}, { userId: '4', reason: 'Role changed' }],
  notified: [null, {}, { id: '9' }, { id: 0.5 }],
  'poll-event': [{ text: '{}' }, { broadcastId: 4, text: {} }],
  'recording-withdrawn': [{}, { broadcastId: 4 }, { broadcastId: '4', isDeleted: false }],
  'recording-ready': [{}, { broadcastId: '4' }],
  'library-changed': [{}, { removed: '../lock' }, { removed: 4 }],
  'encoder-withdrawn': [{}, { broadcastId: null }],
  'encoder-contest': [{}, { broadcastId: null }],
  'encoder-note': [{ broadcastId: 4 }, { broadcastId: 4, note: 'gone' }],
}
const kinds = Object.keys(VALID) as MessageKind[]

function receive(kind: MessageKind, messages: readonly unknown[]): unknown[] {
  const received: unknown[] = []
  const handlers = new MessageHandlers()
  handlers.on(kind, (message) => void received.push(message))
  for (const message of messages) handlers.receive(kind, message)
  return received
}

it.each(kinds)('[IN21] of kind %s only what has its shape reaches the handler', (kind) => {
  expect(receive(kind, INVALID[kind])).toEqual([])
  expect(receive(kind, [VALID[kind]])).toEqual([VALID[kind]])
})

it('[IN21] a kind that nobody knows reaches no handler', () => {
  const handlers = new MessageHandlers()
  handlers.on('air-changed', () => expect.unreachable())
  handlers.receive('constructor', {})
})
