import { NOTIFICATION_TYPES } from '@carillon/contract/notifications/schemas'
import { expect, test } from 'vitest'
import { HISTORY_TYPES, readHistoryType } from './history-types.ts'

const ACCEPTED = [
  'BROADCAST_SCHEDULED',
  'BROADCAST_STARTING_SOON',
  'BROADCAST_STARTED',
  'BROADCAST_ENDED',
  'NEW_BROADCAST_POSTED',
]

test('[WH2] five types of news have a history, and no other type has', () => {
  expect(Object.keys(HISTORY_TYPES)).toEqual(ACCEPTED)
  for (const type of NOTIFICATION_TYPES)
    expect(readHistoryType(type)).toEqual(
      ACCEPTED.includes(type) ? { ok: true, value: type } : { ok: false, error: 'Invalid broadcast type' },
    )
})

test.each(['', 'ENDED', 'broadcast_ended', 'toString', '__proto__'])(
  '[WH2] %o is not a type of broadcast',
  (text) => {
    expect(readHistoryType(text)).toEqual({ ok: false, error: 'Invalid broadcast type' })
  },
)
