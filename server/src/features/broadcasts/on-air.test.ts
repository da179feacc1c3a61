import { onAirSchema } from '@carillon/contract/plays/now-playing'
import { expect, it } from 'vitest'
import { onAirOf } from './on-air.ts'
import type { StoredBroadcast } from './table.ts'

const live = {
  id: 12,
  title: 'Harana Hour',
  state: 'LIVE',
  scheduledEnd: new Date('2026-11-20T08:00:00Z'),
  actualStart: new Date('2026-11-20T06:00:12.345Z'),
  nowPlaying: null,
} as StoredBroadcast
const since = new Date('2026-11-20T06:10:00Z')

it('[PL10] a live show sounds as itself, or as the song that its DJ named', () => {
  const show = { kind: 'LIVE', broadcastId: 12, endsAt: '2026-11-20T08:00:00.000Z' }
  expect(onAirOf(live)).toEqual({ ...show, title: 'Harana Hour', startedAt: '2026-11-20T06:00:12.345Z' })
  const song = onAirOf({ ...live, nowPlaying: { title: 'Alapaap', artist: 'Eraserheads', since } })
  expect(song).toEqual({ ...show, title: 'Alapaap', artist: 'Eraserheads', startedAt: since.toISOString() })
  expect(onAirSchema.safeParse(song).success).toBe(true)
  expect(onAirOf({ ...live, nowPlaying: { title: 'Alapaap', artist: '', since } })).not.toHaveProperty(
    'artist',
  )
})

it('[PL10] nothing sounds without a live show', () => {
  expect(onAirOf(undefined)).toBeNull()
  expect(onAirOf({ ...live, state: 'ENDED' })).toBeNull()
})
