import type { Poll } from '@carillon/contract/polls/schemas'
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stationClock } from '../../lib/station-clock.ts'
import { aPoll } from './testing.tsx'
import { usePollInView } from './use-poll-in-view.ts'
import { useThrottledPoll } from './use-throttled-poll.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  stationClock.receive(Date.now())
})

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const counted = (totalVotes: number) => aPoll({ totalVotes })

function renderThrottled(first: Poll) {
  const { result, rerender } = renderHook((poll: Poll) => useThrottledPoll(poll), { initialProps: first })
  return { shown: () => result.current, update: rerender }
}

test('[PV5] numbers change at most once a second, and the last ones come', async () => {
  const { shown, update } = renderThrottled(counted(1))
  await pass(1_000)
  update(counted(2))
  expect(shown().totalVotes).toBe(2)
  update(counted(3))
  await pass(600)
  update(counted(4))
  await pass(399)
  expect(shown().totalVotes).toBe(2)
  await pass(1)
  expect(shown().totalVotes).toBe(4)
})

test('[PV5] an end or one’s own vote shows at once', async () => {
  const { shown, update } = renderThrottled(counted(1))
  await pass(1_000)
  update(counted(2))
  update({ ...counted(3), hasVoted: true, userVote: 11 })
  expect(shown()).toMatchObject({ totalVotes: 3, userVote: 11 })
  update({ ...counted(4), status: 'ENDED' })
  expect(shown().totalVotes).toBe(4)
})

test('[PV6] a final poll leaves by itself when its 60 s are over', async () => {
  const endedAt = Date.now()
  const ended = [aPoll({ status: 'ENDED', endedAt: new Date(endedAt).toISOString() })]
  const passTo = async (ms: number) => {
    stationClock.receive(endedAt + ms)
    await act(() => vi.runOnlyPendingTimersAsync())
  }
  stationClock.receive(endedAt)
  const { result } = renderHook(() => usePollInView(ended))
  await passTo(58_000)
  expect(result.current?.id).toBe(1)
  await passTo(60_000)
  expect(result.current).toBeNull()
})
