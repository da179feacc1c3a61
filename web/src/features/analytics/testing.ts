import type { BroadcastReport, DetailedBroadcast } from '@carillon/contract/analytics/schemas'
import type { Broadcast } from '@carillon/contract/broadcasts/schemas'

/** Friday, 20 November 2026, 3:30 PM in Manila. */
export const NOW = new Date('2026-11-20T07:30:00.000Z')

/** A show that ended yesterday after an hour; say only what the test is about. */
export function aShow(given: Partial<Broadcast> = {}): Broadcast {
  return {
    id: 1,
    title: 'Harana Hour',
    description: '',
    status: 'ENDED',
    scheduledStart: '2026-11-19T15:00:00.000',
    scheduledEnd: '2026-11-19T16:00:00.000',
    actualStart: '2026-11-19T07:00:00.000Z',
    actualEnd: '2026-11-19T08:00:00.000Z',
    endReason: 'ENDED_BY_DJ',
    createdBy: { id: 3, name: 'Mikael Reyes', role: 'DJ' },
    startedBy: { id: 3, name: 'Mikael Reyes', role: 'DJ' },
    slowModeEnabled: false,
    slowModeSeconds: 0,
    listenerCount: 0,
    peakListeners: 34,
    totalInteractions: 0,
    streamUrl: null,
    recordingUrl: null,
    ...given,
  }
}

/** Makes that show with its results. */
export function aDetailed(given: Partial<DetailedBroadcast> = {}): DetailedBroadcast {
  return {
    broadcast: aShow(),
    durationMinutes: 60,
    averageListeners: 21.5,
    listeningMinutes: 1290,
    chatMessages: 120,
    songRequests: 8,
    pollVotes: 40,
    ...given,
  }
}

/** Makes that show with all that is stored about it. */
export function aReport(given: Partial<BroadcastReport> = {}): BroadcastReport {
  return {
    ...aDetailed(),
    currentListeners: 0,
    peakListeners: 34,
    totalListeners: 60,
    averageListeningMinutes: 21.5,
    polls: 2,
    curve: [
      { at: '2026-11-19T07:01:00.000Z', listeners: 12, peak: 14 },
      { at: '2026-11-19T07:02:00.000Z', listeners: 30, peak: 34 },
    ],
    events: [
      { type: 'STARTED', at: '2026-11-19T07:00:00.000Z' },
      { type: 'SOURCE_LOST', at: '2026-11-19T07:20:00.000Z' },
      { type: 'SOURCE_RECOVERED', at: '2026-11-19T07:21:00.000Z' },
      { type: 'ENDED', at: '2026-11-19T08:00:00.000Z' },
    ],
    ...given,
  }
}
