import type { StreamStatusMessage } from '@carillon/contract/stream/topics'
import { expect, it } from 'vitest'
import { createStreamTopics } from './topics.ts'

const SHOW = '/topic/broadcast/4'
const HEALTH: StreamStatusMessage['health'] = {
  healthy: true,
  recovering: false,
  broadcastLive: true,
  broadcastId: 4,
  listenerCount: 0,
  bitrate: 96_000,
  lastCheckedAt: '2026-11-20T07:00:00.000Z',
  errorMessage: null,
  icecastServer: 'UP',
}

function create() {
  const published: { destination: string; body: object }[] = []
  const publishStatus = createStreamTopics((destination, body) => published.push({ destination, body }))
  /** Publishes the status of such a stream to the show. */
  const observe = (change: Partial<StreamStatusMessage> & { recovering?: boolean }) => {
    const { recovering = false, ...status } = change
    published.length = 0
    publishStatus({
      type: 'STREAM_STATUS',
      isLive: true,
      listenerCount: 0,
      peakListenerCount: 0,
      broadcastId: 4,
      isStreaming: true,
      onAir: null,
      timestamp: HEALTH.lastCheckedAt,
      ...status,
      health: { ...HEALTH, recovering },
    })
    return published.filter(({ destination }) => destination === SHOW).map(({ body }) => body)
  }
  return { published, observe }
}

it('[RT11] the show hears that its source is lost, and that it is back, once each', () => {
  const { observe } = create()
  observe({ recovering: false })
  expect(observe({ recovering: true })).toEqual([{ type: 'SOURCE_LOST' }])
  expect(observe({ recovering: true })).toEqual([])
  expect(observe({ recovering: false })).toEqual([{ type: 'SOURCE_RECOVERED' }])
  expect(observe({ recovering: false })).toEqual([])
})

it('[RT11] a show that begins waits for its source, and has not lost it', () => {
  const { observe } = create()
  observe({ isLive: false, broadcastId: null })
  expect(observe({ recovering: true })).not.toContainEqual({ type: 'SOURCE_LOST' })
})

it('[RT11] the show hears how many listen when that changes', () => {
  const { observe } = create()
  const first = { listenerCount: 3, peakListenerCount: 5 }
  expect(observe(first)).toEqual([{ type: 'LISTENER_COUNT', ...first }])
  expect(observe(first)).toEqual([])
  const next = { listenerCount: 2, peakListenerCount: 5 }
  expect(observe(next)).toEqual([{ type: 'LISTENER_COUNT', ...next }])
})

it('[PL11] a show takes over from an item once it sounds, and an item from it', () => {
  const { published, observe } = create()
  const startedAt = HEALTH.lastCheckedAt
  const track = { kind: 'TRACK', title: 'Alapaap', startedAt } as const
  const show = { kind: 'LIVE', title: 'Harana Hour', broadcastId: 4, startedAt } as const
  const onAirs = (status: Partial<StreamStatusMessage>) => {
    observe(status)
    return published.flatMap(({ destination, body }) =>
      destination === '/topic/now-playing' && 'onAir' in body ? [body.onAir] : [],
    )
  }
  expect(onAirs({ isLive: false, broadcastId: null, onAir: track })).toEqual([track])
  expect(onAirs({ onAir: track })).toEqual([])
  expect(onAirs({ onAir: show })).toEqual([show])
  expect(onAirs({ onAir: show })).toEqual([])
  expect(onAirs({ isLive: false, broadcastId: null, onAir: track })).toEqual([track])
})

it('[RT11] every status goes to its topic', () => {
  const { published, observe } = create()
  observe({ isLive: false, broadcastId: null })
  expect(published).toMatchObject([
    { destination: '/topic/broadcast/status', body: { type: 'STREAM_STATUS' } },
  ])
})
