import type {
  BroadcastReport,
  Demographics,
  DetailedBroadcast,
  Period,
  Summary,
  UserStats,
} from '@carillon/contract/analytics/schemas'
import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import type { ChatMessage } from '@carillon/contract/chat/schemas'
import { DAY_MS, HOUR_MS } from '@carillon/contract/durations'

const NOW = Date.now()
const hoursAgo = (hours: number) => new Date(NOW - hours * HOUR_MS).toISOString()
/** A time as the station's calendar has it, without its zone: Manila is 8 hours ahead. */
const planned = (hours: number) => new Date(NOW - (hours - 8) * HOUR_MS).toISOString().slice(0, 23)

const MIA = { id: 1, name: 'Mia Cruz', role: 'DJ' } as const
const ANA = { id: 2, name: `Ana ${'W'.repeat(60)}`, role: 'LISTENER' } as const

function aShow(given: Partial<Broadcast> & { id: number; title: string }): Broadcast {
  return {
    description: '',
    status: 'ENDED',
    scheduledStart: planned(30),
    scheduledEnd: planned(28),
    actualStart: hoursAgo(30),
    actualEnd: hoursAgo(28),
    endReason: 'ENDED_BY_DJ',
    createdBy: MIA,
    startedBy: MIA,
    slowModeEnabled: false,
    slowModeSeconds: 0,
    listenerCount: 0,
    peakListeners: 12_345,
    totalInteractions: 0,
    streamUrl: null,
    recordingUrl: null,
    ...given,
  }
}

const HARANA = aShow({ id: 1, title: 'Harana Hour' })

/** A show of each standing, the first one with a title that has no end. */
export const SHOWS: readonly Broadcast[] = [
  aShow({ id: 2, title: `Late Night ${'W'.repeat(80)}`, status: 'LIVE', actualEnd: null, endReason: null }),
  HARANA,
  aShow({ id: 3, title: 'Tambayan', endReason: 'SOURCE_LOST' }),
  aShow({
    id: 4,
    title: 'Breakfast',
    status: 'SCHEDULED',
    actualStart: null,
    actualEnd: null,
    endReason: null,
    startedBy: null,
    peakListeners: 0,
  }),
]

/** Results of `Harana Hour`. */
export const DETAILED: DetailedBroadcast = {
  broadcast: HARANA,
  durationMinutes: 120,
  averageListeners: 6_000.5,
  listeningMinutes: 720_060,
  chatMessages: 98_765,
  songRequests: 432,
  pollVotes: 50,
}

/** The same show minute by minute, a time without sound among them. */
export const REPORT: BroadcastReport = {
  ...DETAILED,
  currentListeners: 0,
  peakListeners: 12_345,
  totalListeners: 20_000,
  averageListeningMinutes: 36,
  polls: 1,
  curve: Array.from({ length: 20 }, (_, minute) => ({
    at: hoursAgo(30 - minute / 60),
    listeners: 600 * minute,
    peak: minute === 19 ? 12_345 : 600 * minute,
  })),
  events: [
    { type: 'STARTED', at: hoursAgo(30) },
    { type: 'SOURCE_LOST', at: hoursAgo(29.9) },
    { type: 'SOURCE_RECOVERED', at: hoursAgo(29.8) },
    { type: 'ENDED', at: hoursAgo(28) },
  ],
}

/** Messages of its chat. */
export const SAID: readonly ChatMessage[] = [
  { id: 1, broadcastId: 1, content: 'W'.repeat(300), timestamp: hoursAgo(29), sender: ANA },
]

const PERIOD: Period = {
  broadcasts: 54,
  averageDuration: 104.4,
  songRequests: 1_080,
  requestsPerBroadcast: 20,
  chatMessages: 1_027_000,
  messagesPerBroadcast: 19_018.5,
  peakListeners: 12_345,
  listeningMinutes: 608_481,
}

/** A week, each day as busy as its number. */
export const SUMMARY: Summary = {
  days: 7,
  current: PERIOD,
  previous: { ...PERIOD, broadcasts: 40, chatMessages: 2_000_000 },
  perDay: Array.from({ length: 7 }, (_, day) => ({
    day: new Date(NOW - (6 - day) * DAY_MS).toISOString().slice(0, 10),
    broadcasts: 2,
    chatMessages: 1_000 * day,
    songRequests: 40,
    peakListeners: 400 * day,
    listeningMinutes: 20_000,
  })),
  lastUpdated: hoursAgo(0),
}

/** People of every group. */
export const DEMOGRAPHICS: Demographics = {
  ageGroups: {
    teens: 4_881,
    youngAdults: 17_730,
    adults: 15_457,
    middleAged: 1_600,
    seniors: 477,
    unknown: 9_856,
  },
  gender: { male: 10_000, female: 20_000, other: 10_000, unknown: 10_001 },
  totalUsers: 50_001,
  usersWithBirthdate: 40_145,
  usersWithGender: 40_000,
  lastUpdated: hoursAgo(0),
}

/** People of every role. */
export const USERS: UserStats = {
  totalUsers: 50_001,
  listeners: 49_940,
  djs: 40,
  moderators: 20,
  admins: 1,
  newUsersThisMonth: 919,
}
