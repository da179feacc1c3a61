import { broadcastSchema } from '@carillon/contract/broadcasts/schemas'
import type { Person } from '@carillon/contract/roles'
import { describe, expect, it } from 'vitest'
import { onAirSentence, presentBroadcast } from './present.ts'
import type { StoredBroadcast } from './table.ts'

const mikael: Person = { id: 2, name: 'Mikael Reyes', role: 'DJ' }
const otherDj: Person = { id: 3, name: 'Jana Ramos', role: 'DJ' }
const moderator: Person = { id: 4, name: 'Paolo Torres', role: 'MODERATOR' }

const scheduled: StoredBroadcast = {
  id: 12,
  title: 'Harana Hour',
  description: '',
  status: 'SCHEDULED',
  scheduledStart: new Date('2026-11-20T06:00:00Z'),
  scheduledEnd: new Date('2026-11-20T08:00:00Z'),
  actualStart: null,
  actualEnd: null,
  endReason: null,
  ending: null,
  createdBy: mikael,
  startedBy: null,
  slowModeEnabled: false,
  slowModeSeconds: 0,
  peakListeners: 0,
  totalInteractions: 0,
  recording: null,
  nowPlaying: null,
  standBySince: null,
  handOver: null,
  tookOverFrom: null,
  isUnlisted: false,
  state: 'SCHEDULED',
}
const testing: StoredBroadcast = { ...scheduled, status: 'TESTING', state: 'TESTING', startedBy: mikael }
const live: StoredBroadcast = {
  ...testing,
  status: 'LIVE',
  state: 'LIVE',
  actualStart: new Date('2026-11-20T06:00:12.345Z'),
  peakListeners: 5,
}

const from = (viewer: Person | null, listeners = 0) => ({
  viewer,
  origin: 'https://radio.example.edu',
  timeZone: 'Asia/Manila',
  listenerCount: () => listeners,
})

describe('the wire form of a broadcast', () => {
  it('[BR11] planned times are wall clock of the station, recorded moments are UTC', () => {
    const shown = presentBroadcast(live, from(null))
    expect(shown.scheduledStart).toBe('2026-11-20T14:00:00.000')
    expect(shown.scheduledEnd).toBe('2026-11-20T16:00:00.000')
    expect(shown.actualStart).toBe('2026-11-20T06:00:12.345Z')
    expect(broadcastSchema.parse(shown)).toEqual(shown)
  })

  it('[RE3] names a recording where the viewer may hear it', () => {
    const ended = { ...live, status: 'ENDED', state: 'ENDED' } as const
    const urlFor = (recording: StoredBroadcast['recording'], viewer: Person | null) =>
      presentBroadcast({ ...ended, recording }, from(viewer)).recordingUrl
    const url = 'https://radio.example.edu/recordings/12.ogg'
    for (const viewer of [null, otherDj, mikael, moderator]) {
      expect(urlFor(null, viewer)).toBeNull()
      expect(urlFor('public', viewer)).toBe(url)
      expect(urlFor('private', viewer)).toBe(viewer === mikael || viewer === moderator ? url : null)
    }
  })

  it('[BR6] a visitor and another DJ see a test as SCHEDULED, its DJ and staff as TESTING', () => {
    for (const viewer of [null, otherDj]) {
      expect(presentBroadcast(testing, from(viewer))).toEqual(presentBroadcast(scheduled, from(viewer)))
    }
    for (const viewer of [mikael, moderator]) {
      expect(presentBroadcast(testing, from(viewer)).status).toBe('TESTING')
    }
  })

  it('[BR12] streamUrl is the absolute mount of what sounds, and null otherwise', () => {
    expect(presentBroadcast(live, from(null)).streamUrl).toBe('https://radio.example.edu/live.ogg')
    expect(presentBroadcast(testing, from(mikael)).streamUrl).toBe('https://radio.example.edu/test/12.ogg')
    expect(presentBroadcast(testing, from(null)).streamUrl).toBeNull()
    expect(presentBroadcast({ ...live, status: 'ENDED' }, from(mikael)).streamUrl).toBeNull()
  })

  it('[BR13] listeners are counted while on air, and the peak is never below them', () => {
    expect(presentBroadcast(live, from(null, 9))).toMatchObject({ listenerCount: 9, peakListeners: 9 })
    expect(presentBroadcast(live, from(null, 2))).toMatchObject({ listenerCount: 2, peakListeners: 5 })
    const ended = { ...live, status: 'ENDED', state: 'ENDED' } as const
    expect(presentBroadcast(ended, from(null, 9))).toMatchObject({ listenerCount: 0, peakListeners: 5 })
    expect(presentBroadcast(testing, from(mikael, 9))).toMatchObject({ listenerCount: 0, peakListeners: 0 })
  })

  it('[BR14] who is on air is named with the title and the station time it began', () => {
    expect(onAirSentence(live, 'Asia/Manila')).toBe('Harana Hour with Mikael Reyes is on air since 2:00 PM')
  })
})
