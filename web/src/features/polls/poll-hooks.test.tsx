import type { Poll } from '@carillon/contract/polls'
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stationClock } from '../../lib/station-clock.ts'
import { aPoll } from './testing.tsx'
import { useCalmPoll } from './use-calm-poll.ts'
import { usePollInView } from './use-poll-in-view.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  stationClock.hear(Date.now())
})

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const counted = (totalVotes: number) => aPoll({ totalVotes })

function showCalm(first: Poll) {
  const { result, rerender } = renderHook((poll: Poll) => useCalmPoll(poll), { initialProps: first })
  return { shown: () => result.current, tell: rerender }
}

test('[PV5] numbers change at most once a second, and the last ones come', async () => {
  const { shown, tell } = showCalm(counted(1))
  await pass(1_000)
  tell(counted(2))
  expect(shown().totalVotes).toBe(2)
  tell(counted(3))
  await pass(600)
  tell(counted(4))
  await pass(399)
  expect(shown().totalVotes).toBe(2)
  await pass(1)
  expect(shown().totalVotes).toBe(4)
})

test('[PV5] an end or one’s own vote shows at once', async () => {
  const { shown, tell } = showCalm(counted(1))
  await pass(1_000)
  tell(counted(2))
  tell({ ...counted(3), hasVoted: true, userVote: 11 })
  expect(shown()).toMatchObject({ totalVotes: 3, userVote: 11 })
  tell({ ...counted(4), status: 'ENDED' })
  expect(shown().totalVotes).toBe(4)
})

test('[PV6] a final poll leaves by itself when its 60 s are over', async () => {
  const endedAt = Date.now()
  const ended = [aPoll({ status: 'ENDED', endedAt: new Date(endedAt).toISOString() })]
  const passTo = async (ms: number) => {
    stationClock.hear(endedAt + ms)
    await act(() => vi.runOnlyPendingTimersAsync())
  }
  stationClock.hear(endedAt)
  const { result } = renderHook(() => usePollInView(ended))
  await passTo(58_000)
  expect(result.current?.id).toBe(1)
  await passTo(60_000)
  expect(result.current).toBeNull()
})
