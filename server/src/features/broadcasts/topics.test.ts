import type { OnAir } from '@carillon/contract/plays/now-playing'
import { expect, it } from 'vitest'
import type { StoredBroadcast } from './table.ts'
import { createBroadcastTopics } from './topics.ts'

const TRACK: OnAir = { kind: 'TRACK', title: 'Alapaap', startedAt: '2026-11-20T06:00:00.000Z' }
const ENDED = { id: 12, title: 'Harana Hour', state: 'ENDED', isUnlisted: true } as StoredBroadcast

it.each([
  ['the item that sounds on', TRACK],
  ['nothing', null],
])('[PL11] after a show that never sounded %s is what plays', (_, itemOnAir) => {
  const published: object[] = []
  const { onEnded } = createBroadcastTopics({
    publish: (destination, body) => destination === '/topic/now-playing' && published.push(body),
    publicUrl: null,
    timeZone: 'Asia/Manila',
    stream: { itemOnAir, listenerCount: () => 0 },
  })
  onEnded(ENDED)
  expect(published).toEqual([{ type: 'NOW_PLAYING', onAir: itemOnAir }])
})
