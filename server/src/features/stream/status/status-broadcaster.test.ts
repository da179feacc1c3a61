import type { StreamStatusMessage } from '@carillon/contract/stream/topics'
import { expect, it } from 'vitest'
import { healthOf } from './health.ts'
import { StatusBroadcaster } from './status-broadcaster.ts'

function createBoard() {
  let nowMs = 0
  let listenerCount = 0
  let change: Partial<StreamStatusMessage> = {}
  const published: number[] = []
  const status = (): StreamStatusMessage => ({
    type: 'STREAM_STATUS',
    isLive: true,
    listenerCount,
    peakListenerCount: listenerCount,
    isStreaming: true,
    onAir: null,
    broadcastId: 7,
    timestamp: new Date(nowMs).toISOString(),
    // The measured bitrate moves all the while and is no news.
    health: { ...healthOf({ isRunning: true, live: null }, new Date(nowMs)), bitrate: 96_000 + nowMs },
    ...change,
  })
  const broadcaster = new StatusBroadcaster({
    now: () => nowMs,
    status,
    onStatus: () => published.push(nowMs),
  })
  const at = (ms: number, count = listenerCount) => {
    nowMs = ms
    listenerCount = count
    broadcaster.tick()
  }
  const changeAt = (ms: number, next: typeof change) => {
    change = next
    at(ms)
  }
  return { at, changeAt, published }
}

it('[ST24] what did not change is told every 15 s', () => {
  const { at, published } = createBoard()
  for (let ms = 0; ms <= 31_000; ms += 250) at(ms)
  expect(published).toEqual([0, 15_000, 30_000])
})

it('[ST24] what changed is told at once, but not twice in a second', () => {
  const { at, published } = createBoard()
  at(0)
  at(5_000, 1)
  at(5_200, 2)
  at(5_900, 3)
  at(6_000)
  at(6_500)
  expect(published).toEqual([0, 5_000, 6_000])
})

it('[ST24] sound between shows that begins, or is switched on, is a change', () => {
  const { changeAt, published } = createBoard()
  changeAt(0, { isStreaming: false })
  changeAt(2_000, { isStreaming: false, playsBetweenShows: true })
  changeAt(4_000, { isStreaming: true, playsBetweenShows: true })
  changeAt(6_000, { isStreaming: true })
  expect(published).toEqual([0, 2_000, 4_000, 6_000])
})
