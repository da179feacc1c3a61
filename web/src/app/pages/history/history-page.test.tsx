import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import type { ChatMessage } from '@carillon/contract/chat/schemas'
import type { Notification } from '@carillon/contract/notifications/schemas'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import '../../../testing/native-elements.ts'
import { aDetailed, aReport, aShow, NOW } from '../../../features/analytics/testing.ts'
import { politeAnnouncement } from '../../../lib/announce.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { failure, ok, openStation, type Station } from '../../../testing/station.ts'
import { aUser } from '../../../testing/user.ts'
import { HistoryPage } from './history-page.tsx'

let station: Station | undefined
let isWide: boolean
beforeEach(() => {
  isWide = true
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: isWide && query !== 'print',
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

const TAMBAYAN = aShow({
  id: 2,
  title: 'Tambayan',
  createdBy: { id: 4, name: 'Jana Ramos', role: 'DJ' },
  startedBy: { id: 4, name: 'Jana Ramos', role: 'DJ' },
  actualStart: '2026-11-18T07:00:00.000Z',
  actualEnd: '2026-11-18T07:30:00.000Z',
  endReason: 'SOURCE_LOST',
})
const LIVE = aShow({
  id: 3,
  title: 'Late Night',
  status: 'LIVE',
  actualStart: '2026-11-20T06:30:00.000Z',
  actualEnd: null,
  endReason: null,
})

const SAID: ChatMessage[] = [
  {
    id: 1,
    broadcastId: 1,
    content: 'Salamat sa harana!',
    timestamp: '2026-11-19T07:59:00.000Z',
    sender: { id: 8, name: 'Ana Cruz', role: 'LISTENER' },
  },
]

const pageOf = (content: unknown[]) =>
  ok({ content, last: true, page: 0, size: 100, totalElements: content.length, totalPages: 1 })

type Options = {
  at?: string
  shows?: (days: number) => Broadcast[]
  notifications?: Notification[]
  /** Ends of the paths that fail now. */
  failing?: string[]
}

async function open({
  at = '/broadcast-history',
  shows = () => [LIVE, aShow(), TAMBAYAN],
  notifications = [],
  failing = [],
}: Options = {}) {
  station = await openStation(
    ({ url: { pathname, searchParams } }) => {
      if (pathname === '/api/auth/me') return ok(aUser({ id: 3, role: 'DJ' }))
      if (failing.some((end) => pathname.endsWith(end))) return failure(400, 'VALIDATION_FAILED', 'No.')
      if (pathname === '/api/broadcasts/history') return pageOf(shows(Number(searchParams.get('days'))))
      if (pathname === '/api/analytics/broadcasts/detailed') return pageOf([aDetailed()])
      if (pathname.startsWith('/api/analytics/broadcast/')) return ok(aReport())
      if (pathname.startsWith('/api/notifications/by-type/')) return pageOf(notifications)
      if (pathname === '/api/chats/1') return ok(SAID)
      return pathname.startsWith('/api/polls') ? ok([]) : failure(404, 'NOT_FOUND', 'No.')
    },
    { apiTimeoutMs: 60_000, maxRetries: 0, retryDelayMs: 1 },
  )
  renderPage(<HistoryPage />, { call: station.call, at })
  return userEvent.setup({ delay: null })
}

const table = () => screen.findByRole('table', { name: /^Broadcasts of the last/ })
const titles = async () =>
  within(await table())
    .getAllByRole('rowheader')
    .map((cell) => within(cell).getByRole('button').textContent)
const row = async (title: string) =>
  within((await screen.findByRole('button', { name: title })).closest('tr') ?? document.body)
const askedFor = (path: string) => station?.received.filter(({ url }) => url.pathname.endsWith(path)) ?? []

describe('the history', () => {
  test('[WH1] counts the shows of the last 30 days itself', async () => {
    await open()
    await table()
    const tile = (name: string) => screen.getByText(name, { selector: 'dt' }).parentElement?.textContent
    expect(tile('Broadcasts')).toBe('Broadcasts3last 30 days')
    expect(tile('Scheduled')).toContain('0')
    expect(tile('Started')).toContain('3')
    expect(tile('Ended')).toContain('2')
    expect(tile('Recent activity')).toContain('3last 30 days')
    expect(askedFor('/history').map(({ url }) => url.searchParams.get('days'))).toEqual(['30'])
  })

  test('[SH7] the name of its CSV has the day of the station', async () => {
    vi.setSystemTime(new Date('2026-11-20T16:00:00Z'))
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:of-the-test')
    vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
    const user = await open()
    await table()
    await user.click(screen.getByRole('button', { name: 'Download these rows as CSV' }))
    expect(clicked.mock.contexts[0]).toHaveProperty('download', 'broadcast-history-2026-11-21.csv')
  })

  test('[WH3] says of each show when, who, how long, how many, and how it stands; what is on air is on top', async () => {
    await open()
    expect(await titles()).toEqual(['Late Night', 'Harana Hour', 'Tambayan'])
    expect((await row('Late Night')).getByText('LIVE')).toBeTruthy()
    expect((await row('Tambayan')).getByText('Ended early')).toBeTruthy()
    const harana = await row('Harana Hour')
    for (const words of ['Nov 19, 2026', 'Mikael Reyes', '3:00 PM – 4:00 PM', '1 h 00 min', '34', 'Ended'])
      expect(harana.getByText(words)).toBeTruthy()
    await harana.findByText('120')
    expect(harana.getByText('8')).toBeTruthy()
    expect((await row('Tambayan')).getAllByText('—')).toHaveLength(2)
  })

  test('[WH3] narrow screens have it day by day', async () => {
    isWide = false
    await open()
    await screen.findByRole('button', { name: 'Harana Hour' })
    expect(screen.queryByRole('table')).toBeNull()
    const days = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
    expect(days).toEqual(['Friday, Nov 20, 2026', 'Thursday, Nov 19, 2026', 'Wednesday, Nov 18, 2026'])
  })

  test('[WH4] is narrowed by words and by DJ, and says politely what it found', async () => {
    const user = await open()
    await table()
    await user.type(screen.getByRole('searchbox', { name: 'Search the history' }), 'tamb')
    expect(await titles()).toEqual(['Tambayan'])
    expect(politeAnnouncement.get().text).toBe('1 broadcast')
    await user.selectOptions(screen.getByRole('combobox', { name: 'DJ' }), 'Mikael Reyes')
    await screen.findByText('No matching broadcasts in the last 30 days')
    await user.click(screen.getByRole('button', { name: 'Clear' }))
    expect(await titles()).toHaveLength(3)
  })

  test('[WH823] a letter in the middle of the search stays there, with the caret, and Clear empties it', async () => {
    const user = await open()
    await table()
    const search = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search the history' })
    await user.type(search, 'tmb')
    // Two letters before the page has followed the first.
    await act(async () => {
      search.setSelectionRange(1, 1)
      search.setRangeText('a', 1, 1, 'end')
      fireEvent.input(search)
      expect([search.value, search.selectionStart]).toEqual(['tamb', 2])
      search.setRangeText('n', 2, 2, 'end')
      fireEvent.input(search)
    })
    expect([search.value, search.selectionStart]).toEqual(['tanmb', 3])
    await user.click(await screen.findByRole('button', { name: 'Clear' }))
    expect(search.value).toBe('')
  })

  test('[WH4] is sorted by its heads, and the search has the key /', async () => {
    const user = await open()
    await table()
    await user.click(screen.getByRole('button', { name: 'Length' }))
    expect(await titles()).toEqual(['Late Night', 'Harana Hour', 'Tambayan'])
    await user.click(screen.getByRole('button', { name: 'Length' }))
    expect(await titles()).toEqual(['Late Night', 'Tambayan', 'Harana Hour'])
    expect(screen.getByRole('columnheader', { name: 'Length' }).getAttribute('aria-sort')).toBe('ascending')
    await user.keyboard('/')
    expect(document.activeElement).toBe(screen.getByRole('searchbox'))
  })

  test('[WH5] has ranges of 7, 30 and 90 days, and an empty one leads on', async () => {
    const user = await open({ shows: (days) => (days === 7 ? [] : [aShow()]) })
    expect(await titles()).toEqual(['Harana Hour'])
    await user.click(screen.getByRole('radio', { name: '7 days' }))
    await screen.findByText('No broadcasts in the last 7 days')
    expect(screen.getByText('Recent activity').parentElement?.textContent).toContain('1last 30 days')
    await user.click(screen.getByRole('button', { name: 'Show 30 days' }))
    expect(await titles()).toEqual(['Harana Hour'])
  })

  test('[WH8] the chat of a show is a file of the station', async () => {
    const user = await open()
    await table()
    await user.click(screen.getByRole('button', { name: 'Actions for Harana Hour' }))
    const link = await screen.findByRole('menuitem', { name: 'Export chat', hidden: true })
    expect(link.getAttribute('href')).toBe('/api/broadcasts/1/chat/export')
    await user.click(link)
    expect(politeAnnouncement.get().text).toBe('Download started')
  })

  test('[WH8] a DJ is not offered the chat of the show of another', async () => {
    const user = await open()
    await table()
    await user.click(screen.getByRole('button', { name: 'Actions for Tambayan' }))
    await screen.findByRole('menuitem', { name: 'Details', hidden: true })
    expect(screen.queryByRole('menuitem', { name: 'Export chat', hidden: true })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Tambayan' }))
    const details = within(await screen.findByRole('region', { name: 'Tambayan' }))
    expect(details.queryByRole('link', { name: 'Export chat of Tambayan' })).toBeNull()
  })
})

describe('the details of a show', () => {
  test('[WH6] tell what happened, who listened and what came of it, beside the list', async () => {
    const user = await open()
    await user.click(await screen.findByRole('button', { name: 'Harana Hour' }))
    const details = within(await screen.findByRole('region', { name: 'Harana Hour' }))
    await details.findByText('Sound lost for 1 min')
    expect(details.getByText('Ended by the DJ')).toBeTruthy()
    await details.findByText('Salamat sa harana!')
    expect(details.getByText('Total listeners').parentElement?.textContent).toBe('Total listeners60')
    const summary = 'At most 34 listeners, around 3:02 PM; 21.5 on average.'
    expect(details.getByRole('img', { name: summary })).toBeTruthy()
    await user.click(details.getByRole('button', { name: 'Show as table' }))
    expect(details.getByRole('row', { name: '3:02 PM 30 34' })).toBeTruthy()
    expect(screen.getByRole('table', { name: /^Broadcasts/ })).toBeTruthy()
  })

  test('[WH6] take the focus, and give it back to the title of the show', async () => {
    const user = await open()
    await user.click(await screen.findByRole('button', { name: 'Harana Hour' }))
    const heading = await screen.findByRole('heading', { name: 'Harana Hour' })
    await waitFor(() => expect(document.activeElement).toBe(heading))
    await user.click(screen.getByRole('button', { name: 'Close details' }))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Harana Hour' })).toBeNull())
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Harana Hour' }))
  })

  test('[WH6] are a page of their own on narrow screens, which leads back to the list', async () => {
    isWide = false
    const user = await open({ at: '/broadcast-history?show=1' })
    await screen.findByRole('region', { name: 'Harana Hour' })
    expect(screen.queryByRole('button', { name: 'Tambayan' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Back to the list' }))
    await screen.findByRole('button', { name: 'Tambayan' })
  })

  test('[WH6] the curve tells its minutes to arrow keys', async () => {
    const user = await open({ at: '/broadcast-history?show=1' })
    const slider = await screen.findByRole('slider', { name: /^Minute/ })
    expect(slider.getAttribute('aria-valuetext')).toBe('3:02 PM: 30 listeners')
    await user.click(slider)
    expect(screen.getByText('3:02 PM: 30 listeners')).toBeTruthy()
  })
})

describe('types of news', () => {
  const endedNotification: Notification = {
    id: 9,
    message: 'Harana Hour has ended',
    type: 'BROADCAST_ENDED',
    timestamp: '2026-11-19T08:00:00.000Z',
    read: true,
    link: '/broadcast/1',
    announcementId: null,
  }
  const old = {
    ...endedNotification,
    id: 8,
    message: 'Old Hour has ended',
    timestamp: '2026-09-01T08:00:00.000Z',
  }

  test('[WH2] a type shows what was told of it in the range', async () => {
    const user = await open({ notifications: [endedNotification, old] })
    await table()
    await user.selectOptions(screen.getByRole('combobox', { name: 'Type' }), 'Ended')
    const link = await screen.findByRole('link', { name: 'Harana Hour has ended' })
    expect(link.getAttribute('href')).toBe('/broadcast/1')
    expect(screen.queryByText('Old Hour has ended')).toBeNull()
    expect(askedFor('/by-type/BROADCAST_ENDED')).toHaveLength(1)
  })

  test('[WH2] what is no type of broadcast is refused in the words of the specification', async () => {
    const user = await open({ at: '/broadcast-history?type=USER_REGISTERED' })
    expect((await screen.findByRole('alert')).textContent).toContain('Invalid broadcast type')
    expect(askedFor('/USER_REGISTERED')).toHaveLength(0)
    await user.click(screen.getByRole('button', { name: 'Show all broadcasts' }))
    expect(await titles()).toHaveLength(3)
  })
})

describe('what cannot be had', () => {
  test.each([
    ['/broadcast-history', '/broadcasts/history', 'Failed to fetch broadcast history'],
    ['/broadcast-history?days=7', '/broadcasts/history', 'Failed to fetch recent broadcast history'],
    [
      '/broadcast-history?type=BROADCAST_ENDED',
      '/by-type/BROADCAST_ENDED',
      'Failed to fetch broadcast history by type',
    ],
    ['/broadcast-history', '/broadcasts/detailed', 'Failed to fetch detailed broadcast analytics'],
    ['/broadcast-history?show=1', '/analytics/broadcast/1', 'Failed to fetch broadcast analytics'],
  ])('[WH7] %s without %s says: %s', async (at, path, words) => {
    const failing = [path]
    const user = await open({ at, failing })
    await screen.findByText(words)
    failing.length = 0
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(screen.queryByText(words)).toBeNull())
  })

  test('[WH7] counts that cannot be had are a dash, and no longer awaited', async () => {
    await open({ failing: ['/broadcasts/history'] })
    await screen.findByText('Failed to fetch broadcast history')
    expect(screen.getByText('Started', { selector: 'dt' }).parentElement?.textContent).toBe(
      'Started—went on air',
    )
  })

  test('[WH7] numbers that do not come leave the shows standing', async () => {
    await open({ failing: ['/broadcasts/detailed'] })
    await screen.findByText('Failed to fetch detailed broadcast analytics')
    expect((await row('Harana Hour')).getAllByText('—')).toHaveLength(2)
  })
})
