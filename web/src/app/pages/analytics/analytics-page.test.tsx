import type { Demographics, DetailedBroadcast, Period, Summary } from '@carillon/contract/analytics/schemas'
import type { Role } from '@carillon/contract/roles'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import '../../../testing/native-elements.ts'
import { aDetailed, NOW } from '../../../features/analytics/testing.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { type Answer, failure, ok, openStation, type Station } from '../../../testing/station.ts'
import { aUser } from '../../../testing/user.ts'
import { AnalyticsPage } from './analytics-page.tsx'

let station: Station | undefined
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  vi.spyOn(console, 'error').mockReturnValue()
})
afterEach(async () => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  await station?.close()
})

const FAILED = 'Failed to load analytics data. Please check your connection and try again.'
const UPDATED = NOW.toISOString()
const NONE: Period = {
  broadcasts: 0,
  averageDuration: 0,
  songRequests: 0,
  requestsPerBroadcast: 0,
  chatMessages: 0,
  messagesPerBroadcast: 0,
  peakListeners: 0,
  listeningMinutes: 0,
}
const CURRENT: Period = {
  broadcasts: 12,
  averageDuration: 85,
  songRequests: 60,
  requestsPerBroadcast: 5,
  chatMessages: 1120,
  messagesPerBroadcast: 93.3,
  peakListeners: 34,
  listeningMinutes: 4000,
}
const QUIET_DAY = {
  broadcasts: 0,
  chatMessages: 0,
  songRequests: 0,
  peakListeners: 0,
  listeningMinutes: 0,
}
const PER_DAY = [
  { ...QUIET_DAY, day: '2026-11-18' },
  { ...QUIET_DAY, day: '2026-11-19', broadcasts: 1, chatMessages: 120, peakListeners: 34 },
  { ...QUIET_DAY, day: '2026-11-20' },
]
const DEMOGRAPHICS: Demographics = {
  ageGroups: { teens: 20, youngAdults: 60, adults: 0, middleAged: 0, seniors: 0, unknown: 20 },
  gender: { male: 40, female: 45, other: 0, unknown: 15 },
  totalUsers: 100,
  usersWithBirthdate: 80,
  usersWithGender: 85,
  lastUpdated: UPDATED,
}

const BUSY: Record<string, unknown> = {
  popular: [aDetailed()],
  broadcasts: {
    totalBroadcasts: 200,
    liveBroadcasts: 1,
    upcomingBroadcasts: 3,
    completedBroadcasts: 199,
    averageDuration: 61,
  },
  engagement: {
    totalSongRequests: 900,
    averageRequestsPerBroadcast: 4.5,
    totalChatMessages: 20000,
    averageMessagesPerBroadcast: 100,
  },
  activity: { recentActivities: [], todayActivities: 3, weekActivities: 14, monthActivities: 41 },
  demographics: DEMOGRAPHICS,
  realtime: { currentListeners: 17, streamLive: true, serverStatus: 'UP', lastUpdated: UPDATED },
  users: { totalUsers: 100, listeners: 90, djs: 6, admins: 1, moderators: 3, newUsersThisMonth: 9 },
}
const FRESH: Record<string, unknown> = {
  popular: [],
  broadcasts: {
    totalBroadcasts: 0,
    liveBroadcasts: 0,
    upcomingBroadcasts: 0,
    completedBroadcasts: 0,
    averageDuration: 0,
  },
  engagement: {
    totalSongRequests: 0,
    averageRequestsPerBroadcast: 0,
    totalChatMessages: 0,
    averageMessagesPerBroadcast: 0,
  },
  activity: { recentActivities: [], todayActivities: 0, weekActivities: 0, monthActivities: 0 },
  demographics: {
    ageGroups: { teens: 0, youngAdults: 0, adults: 0, middleAged: 0, seniors: 0, unknown: 1 },
    gender: { male: 0, female: 0, other: 0, unknown: 1 },
    totalUsers: 1,
    usersWithBirthdate: 0,
    usersWithGender: 0,
    lastUpdated: UPDATED,
  },
  realtime: { currentListeners: 0, streamLive: false, serverStatus: 'UP', lastUpdated: UPDATED },
}

const summaryOf = (days: number): Summary => ({
  days,
  current: CURRENT,
  previous: { ...CURRENT, chatMessages: 1000, broadcasts: 24 },
  perDay: PER_DAY,
  lastUpdated: UPDATED,
})
const freshSummary = (days: number): Summary => ({
  days,
  current: NONE,
  previous: NONE,
  perDay: PER_DAY.map(({ day }) => ({ ...QUIET_DAY, day })),
  lastUpdated: UPDATED,
})

type Options = {
  role?: Role
  at?: string
  isFresh?: boolean
  fails?: (name: string) => boolean
  popular?: DetailedBroadcast[]
}

async function open(options: Options = {}) {
  const { role = 'DJ', at = '/analytics', isFresh = false, fails = () => false, popular } = options
  station = await openStation(
    ({ url: { pathname, searchParams } }): Answer => {
      if (pathname === '/api/auth/me') return ok(aUser({ role }))
      const name = pathname.split('/').at(-1) ?? ''
      if (fails(name)) return failure(400, 'VALIDATION_FAILED', 'No.')
      if (popular && name === 'popular-broadcasts') return ok(popular)
      const days = Number(searchParams.get('days'))
      if (name === 'summary') return ok(isFresh ? freshSummary(days) : summaryOf(days))
      return ok((isFresh ? FRESH : BUSY)[name.split('-')[0] ?? ''])
    },
    { apiTimeoutMs: 60_000, maxRetries: 0, retryDelayMs: 1 },
  )
  renderPage(<AnalyticsPage />, { call: station.call, at })
  return userEvent.setup({ delay: null })
}

const asked = (name: string) => station?.received.filter(({ url }) => url.pathname.endsWith(`/${name}`)) ?? []
/** The tiles stand before everything else of the same name. */
const tile = async (label: string) =>
  (await screen.findAllByText(label, { selector: 'dt' }))[0]?.parentElement?.textContent
const chart = async (question: string) => within(await screen.findByRole('figure', { name: question }))
const DAYS = 'How busy was each day?'
const POPULAR = 'Which shows were listened to most?'

describe('the six numbers', () => {
  test('[WA1] come first, each compared in words with as many days before', async () => {
    const user = await open()
    await chart(DAYS)
    expect(await tile('Messages')).toBe('Messages1,12093.3 per broadcast+12% vs previous 30 days')
    expect(await tile('Broadcasts')).toBe('Broadcasts12−50% vs previous 30 days')
    expect(await tile('Average length')).toContain('1 h 25 min')
    expect(await tile('Song requests')).toContain('605 per broadcast')
    expect(await tile('Peak listeners')).toContain('34')
    await user.keyboard('x')
    expect(await tile('Broadcasts')).toBe('Broadcasts12')
    await user.click(screen.getByRole('button', { name: 'Compare' }))
    expect(await tile('Broadcasts')).toContain('−50% vs')
  })

  test('[WA1] begin with who listens', async () => {
    await open()
    await chart(DAYS)
    const terms = screen.getAllByRole('term').map(({ textContent }) => textContent)
    expect(terms.slice(0, 3)).toEqual(['Listeners now', 'Peak listeners', 'Broadcasts'])
  })

  test('[WA1] who listens now is of now', async () => {
    await open()
    await waitFor(async () => expect(await tile('Listeners now')).toBe('Listeners now17on air'))
  })

  test('[WA5] are of 30 days at first, or of the 7 or 90 that the address keeps', async () => {
    const user = await open({ at: '/analytics?days=90' })
    await chart(DAYS)
    expect(screen.getByRole<HTMLInputElement>('radio', { name: '90 days' }).checked).toBe(true)
    await user.click(screen.getByRole('radio', { name: '7 days' }))
    await waitFor(() => expect(asked('summary').at(-1)?.url.searchParams.get('days')).toBe('7'))
    expect(asked('summary')[0]?.url.searchParams.get('days')).toBe('90')
    await waitFor(() => expect(asked('popular-broadcasts').at(-1)?.url.searchParams.get('days')).toBe('7'))
  })
})

describe('the charts', () => {
  test('[WA4] have a question, an answer in a sentence, and their numbers as a table', async () => {
    const user = await open()
    const days = await chart(DAYS)
    const answer = 'The busiest day was Nov 19, 2026, with 34 listeners.'
    expect(days.getByText(answer)).toBeTruthy()
    expect(days.getByRole('img', { name: answer })).toBeTruthy()
    await user.click(days.getByRole('button', { name: 'Show as table' }))
    expect(days.queryByRole('img')).toBeNull()
    expect(days.getByRole('row', { name: 'Nov 19, 2026 34 0 120 0 1' })).toBeTruthy()
    await user.click(days.getByRole('radio', { name: 'Messages' }))
    expect(days.getByText('The busiest day was Nov 19, 2026, with 120 messages.')).toBeTruthy()
  })

  test('[WA4] each value is told to the keyboard', async () => {
    await open()
    const slider = (await chart(DAYS)).getByRole('slider', { name: /^Day/ })
    expect(slider.getAttribute('aria-valuetext')).toBe('Nov 20, 2026: 0 listeners')
  })

  test('[WA4] popular shows lead to their details', async () => {
    await open()
    const link = (await chart(POPULAR)).getByRole('link', { name: 'Harana Hour' })
    expect(link.getAttribute('href')).toBe('/broadcast-history?days=90&show=1')
  })

  test('[WA401] broadcasts with one title are one show, which leads to the one that was listened to most', async () => {
    const one = aDetailed()
    const two = { ...one, listeningMinutes: one.listeningMinutes + 60 }
    const other = { ...one, listeningMinutes: one.listeningMinutes + 1 }
    await open({
      popular: [
        { ...two, broadcast: { ...one.broadcast, id: 2 } },
        { ...other, broadcast: { ...one.broadcast, id: 3, title: 'Jazz at Nine' } },
        { ...one, broadcast: { ...one.broadcast, title: ' harana  hour' } },
      ],
    })
    const links = (await chart(POPULAR)).getAllByRole('link')
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Harana Hour', '/broadcast-history?days=90&show=2'],
      ['Jazz at Nine', '/broadcast-history?days=90&show=3'],
    ])
    expect((await chart(POPULAR)).getAllByRole('listitem')[0]?.textContent).toContain('2 broadcasts')
  })

  test('[WA7] ages stand in their order, unknown last, with how many said it', async () => {
    await open()
    const ages = await chart('How old are our members?')
    expect(ages.getByText('80 of 100 users gave their date of birth.')).toBeTruthy()
    expect(ages.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '13–1920 people',
      '20–2960 people',
      '30–490 people',
      '50–640 people',
      '65 and over0 people',
      'Unknown20 people',
    ])
    const genders = await chart('What gender are our members?')
    expect(genders.getByText('85 of 100 users gave their gender.')).toBeTruthy()
  })
})

describe('who may what', () => {
  test('[WA2] people by role are asked for and shown to an administrator alone', async () => {
    await open()
    await chart(DAYS)
    expect(asked('users')).toHaveLength(0)
    cleanup()
    await station?.close()
    await open({ role: 'ADMIN' })
    const roles = await chart('How many people have each role?')
    expect(roles.getByText('100 people, 9 of them new this month.')).toBeTruthy()
    expect(roles.getByText('90 people')).toBeTruthy()
  })

  test.each(['DJ', 'ADMIN'] as const)('[WA2] a %s refreshes everything', async (role) => {
    const user = await open({ role })
    await chart(DAYS)
    const refresh = screen.getByRole('button', { name: 'Refresh' })
    await waitFor(() => expect(refresh.getAttribute('aria-busy')).toBeNull())
    await user.click(refresh)
    await waitFor(() => expect(asked('engagement')).toHaveLength(2))
    await waitFor(() => expect(asked('summary')).toHaveLength(2))
  })

  test('[WA2] a moderator refreshes demographics, and nothing else', async () => {
    const user = await open({ role: 'MODERATOR' })
    await chart('How old are our members?')
    expect(screen.queryByRole('button', { name: 'Refresh' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Refresh demographics' }))
    await waitFor(() => expect(asked('demographics')).toHaveLength(2))
    expect(asked('summary')).toHaveLength(1)
  })

  test('[WA2] activities are asked for with the limit of 200', async () => {
    await open()
    await waitFor(() => expect(asked('activity')[0]?.url.searchParams.get('limit')).toBe('200'))
  })
})

describe('what cannot be had', () => {
  const NAMES: Record<string, string> = {
    demographics: 'How old are our members?',
    popular: POPULAR,
    engagement: 'All messages and requests',
  }

  test.each(Object.keys(NAMES))('[WA3] %s that fail leave the others standing', async (name) => {
    await open({ fails: (asked) => asked.startsWith(name) })
    await chart(DAYS)
    const heading = await screen.findByRole('heading', { name: NAMES[name] ?? '' })
    const words = within(heading.parentElement as HTMLElement).getByText('Not available right now')
    expect(words.className).toBe('sr-only')
    expect(heading.closest('[role="status"], [role="alert"]')).toBeNull()
    expect(screen.queryByText(FAILED)).toBeNull()
  })

  test('[WA3] where nothing can be had, it is said in the words of the specification, with Retry', async () => {
    let away = true
    const user = await open({ fails: () => away })
    expect((await screen.findByRole('alert')).textContent).toContain(FAILED)
    away = false
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await chart(DAYS)
    expect(screen.queryByText(FAILED)).toBeNull()
  })
})

test('[WA6] a fresh station has zeros, and says where nothing is to be drawn', async () => {
  await open({ isFresh: true })
  const days = await chart(DAYS)
  expect(days.getByText('No listeners yet in this range')).toBeTruthy()
  expect(days.queryByRole('img')).toBeNull()
  expect((await chart(POPULAR)).getByText('No listeners yet in this range')).toBeTruthy()
  expect(await tile('Broadcasts')).toBe('Broadcasts0Same as previous 30 days')
  expect(await tile('Average length')).toContain('0 min')
})
