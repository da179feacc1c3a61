import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Burst, newestPackets } from './burst.ts'

const packet = (mark: number) => Uint8Array.of((31 << 3) | 4, mark)

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('[LS5] of what comes at once on joining only the newest passes, then everything', () => {
  const passed: number[][] = []
  const burst = new Burst(60, (packets) => passed.push(packets.map((one) => one[1] ?? 0)))
  burst.push([1, 2, 3, 4].map(packet))
  burst.push([5, 6, 7].map(packet))
  expect(passed).toEqual([])
  vi.advanceTimersByTime(40)
  burst.push([packet(8)])
  expect(passed).toEqual([[5, 6, 7], [8]])
})

test('[LS5] a burst that drips in is not waited for', () => {
  const passed: number[][] = []
  const burst = new Burst(40, (packets) => passed.push(packets.map((one) => one[1] ?? 0)))
  for (let mark = 0; mark < 10; mark += 1) {
    burst.push([packet(mark)])
    vi.advanceTimersByTime(20)
  }
  expect(passed[0]).toEqual([7, 8])
})

test('[LS5] the newest packets that fill a duration, never fewer than it needs', () => {
  const packets = [1, 2, 3, 4, 5].map(packet)
  expect(newestPackets(packets, 50)).toEqual(packets.slice(2))
  expect(newestPackets(packets, 1_000)).toEqual(packets)
})
