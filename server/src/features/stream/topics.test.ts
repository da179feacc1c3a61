import type { StreamStatusMessage } from '@carillon/contract/stream'
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
  const told: { destination: string; body: object }[] = []
  const tell = createStreamTopics((destination, body) => told.push({ destination, body }))
  /** What the show is told when the stream is like that. */
  const hear = (facts: Partial<StreamStatusMessage> & { recovering?: boolean }) => {
    const { recovering = false, ...status } = facts
    told.length = 0
    tell({
      type: 'STREAM_STATUS',
      isLive: true,
      listenerCount: 0,
      peakListenerCount: 0,
      broadcastId: 4,
      timestamp: HEALTH.lastCheckedAt,
      ...status,
      health: { ...HEALTH, recovering },
    })
    return told.filter(({ destination }) => destination === SHOW).map(({ body }) => body)
  }
  return { told, hear }
}

it('[RT11] the show hears that its source is lost, and that it is back, once each', () => {
  const { hear } = create()
  hear({ recovering: false })
  expect(hear({ recovering: true })).toEqual([{ type: 'SOURCE_LOST' }])
  expect(hear({ recovering: true })).toEqual([])
  expect(hear({ recovering: false })).toEqual([{ type: 'SOURCE_RECOVERED' }])
  expect(hear({ recovering: false })).toEqual([])
})

it('[RT11] a show that begins waits for its source, and has not lost it', () => {
  const { hear } = create()
  hear({ isLive: false, broadcastId: null })
  expect(hear({ recovering: true })).not.toContainEqual({ type: 'SOURCE_LOST' })
})

it('[RT11] the show hears how many listen when that changes', () => {
  const { hear } = create()
  const first = { listenerCount: 3, peakListenerCount: 5 }
  expect(hear(first)).toEqual([{ type: 'LISTENER_COUNT', ...first }])
  expect(hear(first)).toEqual([])
  const next = { listenerCount: 2, peakListenerCount: 5 }
  expect(hear(next)).toEqual([{ type: 'LISTENER_COUNT', ...next }])
})

it('[RT11] every status goes to its topic', () => {
  const { told, hear } = create()
  hear({ isLive: false, broadcastId: null })
  expect(told).toMatchObject([{ destination: '/topic/broadcast/status', body: { type: 'STREAM_STATUS' } }])
})
