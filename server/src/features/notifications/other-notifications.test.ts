import { expect, it } from 'vitest'
import { dumpNotification } from './other-notifications.ts'

it('[OP35] administrators alone are alerted that the database cannot be dumped, once for each hour', () => {
  const keyAt = (time: string) => dumpNotification(new Date(time)).dedupeKey
  expect(dumpNotification(new Date(0))).toMatchObject({ type: 'ALERT', audience: { roles: ['ADMIN'] } })
  expect(keyAt('2026-11-20T04:00:00Z')).toBe(keyAt('2026-11-20T04:59:59Z'))
  expect(keyAt('2026-11-20T04:00:00Z')).not.toBe(keyAt('2026-11-20T05:00:00Z'))
})
