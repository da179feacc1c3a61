import { expect, it } from 'vitest'
import { presentActivity } from './present.ts'
import type { ActivityRow } from './store.ts'

const ENDED: ActivityRow = {
  id: 5,
  activity_type: 'BROADCAST_END',
  description: 'Tugtog ended: its source was lost',
  created_at: new Date('2026-11-20T04:00:00Z'),
  user_id: null,
  email: null,
  firstname: null,
  lastname: null,
}

it('[AN1] what the station did by itself was done by nobody', () => {
  expect(presentActivity(ENDED, true)).toEqual({
    id: 5,
    activityType: 'BROADCAST_END',
    description: 'Tugtog ended: its source was lost',
    timestamp: '2026-11-20T04:00:00.000Z',
    user: null,
  })
})

it('[AN4] the e-mail of who did it is told only where it may be', () => {
  const row = { ...ENDED, user_id: 3, email: 'ana@campus.example', firstname: 'Ana', lastname: '' }
  const userFor = (withEmail: boolean) => presentActivity(row, withEmail).user
  expect([userFor(true), userFor(false)]).toEqual([
    { email: 'ana@campus.example', name: 'Ana' },
    { email: null, name: 'Ana' },
  ])
})
