import type { Person } from '@carillon/contract/roles'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Session } from '../../http/session.ts'
import { type ExpiryOptions, watchExpiry } from './expire-sessions.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const ana: Person = { id: 7, name: 'Ana', role: 'DJ' }
const sessionOf = (person: Person): Session => ({ id: 1, person })

/** Sessions that one look among several instances ends, of a DJ on the air who is this now. */
async function endedFor(now: Person | null) {
  const ended: Parameters<ExpiryOptions['endSessions']>[] = []
  const stop = watchExpiry({
    hasOthers: true,
    sourcePeople: () => [ana],
    findPerson: async () => now,
    closeWithdrawn: async () => undefined,
    sessionIds: () => [],
    endedAmong: async () => [],
    findOnAir: async () => [],
    endSessions: (...end) => void ended.push(end),
    onError: (error) => expect.fail(`${error}`),
  })
  await vi.advanceTimersByTimeAsync(5_000)
  stop()
  return ended
}

it('[IN6] a DJ whose role changed while messages were lost is off the air, and may come back in the new one', async () => {
  const [end, ...others] = await endedFor({ ...ana, role: 'LISTENER' })
  const [isMeant, reason] = end ?? expect.fail('stays on the air')
  expect(others).toEqual([])
  expect(reason).toBe('Role changed')
  expect(isMeant(sessionOf(ana))).toBe(true)
  expect(isMeant(sessionOf({ ...ana, role: 'LISTENER' }))).toBe(false)
  expect(isMeant(sessionOf({ ...ana, id: 8 }))).toBe(false)
})

it('[IN6] one who was banned then is off the air in any role, and of one who stays the same nothing ends', async () => {
  const [end] = await endedFor(null)
  const [isMeant, reason] = end ?? expect.fail('stays on the air')
  expect(reason).toBe('Session revoked')
  expect(isMeant(sessionOf(ana))).toBe(true)
  expect(isMeant(sessionOf({ ...ana, id: 8 }))).toBe(false)
  expect(await endedFor(ana)).toEqual([])
})
