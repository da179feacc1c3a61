import { FEED_HELD_MESSAGE } from '@carillon/contract/stream/schemas'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { call } from '../../../api/client.ts'
import '../../../testing/native-elements.ts'
import { aPoll } from '../../../features/polls/testing.tsx'
import { aRecording } from '../../../features/recordings/testing.ts'
import { LivePill } from '../../../features/stream/listener/live-pill.tsx'
import { MiniPlayer } from '../../../features/stream/listener/mini-player.tsx'
import { toStationTime } from '../../../lib/station-time.ts'
import { setPageWide } from '../../../testing/observers.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { failure, ok } from '../../../testing/station.ts'
import { aUser } from '../../../testing/user.ts'
import { faceOf } from '../../../ui/show-art.tsx'
import { toasts } from '../../../ui/toast.ts'
import { StreamProviders } from '../../slots/stream-providers.tsx'
import { ListenPage } from './listen-page.tsx'

const DJ = { id: 2, name: 'DJ Mikael', role: 'DJ' }
const aBroadcast = (given: object) => ({
  id: 7,
  title: 'Harana Hour',
  description: 'Slow songs.',
  status: 'LIVE',
  scheduledStart: '2026-11-20T14:00:00.000',
  scheduledEnd: '2026-11-20T16:00:00.000',
  actualStart: '2026-11-20T06:00:00.000Z',
  actualEnd: null,
  createdBy: DJ,
  startedBy: DJ,
  peakListeners: 143,
  recordingUrl: null,
  ...given,
})
const TO_COME = { scheduledStart: '2099-11-20T14:00:00.000', scheduledEnd: '2099-11-20T16:00:00.000' }
const SHOWS = [
  aBroadcast({ id: 11, title: 'Lunch Break Requests', status: 'SCHEDULED', actualStart: null, ...TO_COME }),
  aBroadcast({ id: 12, title: 'Campus Desk', status: 'SCHEDULED', actualStart: null, ...TO_COME }),
]
const ENDED = aBroadcast({ id: 5, title: 'Morning', status: 'ENDED', actualEnd: '2026-11-20T07:25:00.000Z' })

/** Status of a test's station. */
const ON_AIR = {
  isLive: true,
  title: 'Harana Hour',
  recovering: false,
  problem: null as string | null,
  nowPlaying: null as { title: string; artist: string; since: string } | null,
  listenerCount: 128,
  role: null as 'LISTENER' | 'DJ' | null,
  endedAt: '2026-11-20T07:25:00.000Z',
  recordingUrl: null as string | null,
  past: [] as unknown[],
  due: [] as unknown[],
  polls: [] as unknown[],
  announcements: [] as unknown[],
}
const air = { ...ON_AIR }
/** The page's status sockets: a test pushes through the last. */
const sockets: MemorySocket[] = []

class MemorySocket {
  static readonly OPEN = 1
  readyState = MemorySocket.OPEN
  onmessage: ((event: { data: unknown }) => void) | null = null
  constructor() {
    sockets.push(this)
  }
  send(): void {}
  close(): void {}
}

const health = () => ({
  healthy: true,
  recovering: air.recovering,
  broadcastLive: air.isLive,
  broadcastId: air.isLive ? 7 : null,
  listenerCount: air.listenerCount,
  bitrate: 96_000,
  lastCheckedAt: new Date().toISOString(),
  errorMessage: air.problem,
  icecastServer: 'UP',
})

function push(): void {
  const status = {
    isLive: air.isLive,
    listenerCount: air.listenerCount,
    peakListenerCount: 143,
    health: health(),
  }
  const identity = {
    type: 'STREAM_STATUS',
    broadcastId: air.isLive ? 7 : null,
    timestamp: new Date().toISOString(),
  }
  act(() => sockets.at(-1)?.onmessage?.({ data: JSON.stringify({ ...identity, ...status }) }))
}

function answer(path: string) {
  if (path === '/api/auth/me')
    return air.role ? ok(aUser({ role: air.role })) : failure(401, 'NOT_SIGNED_IN', '')
  if (path === '/api/broadcasts/live/health') return ok(health())
  if (path === '/api/broadcasts/live')
    return ok(air.isLive ? [aBroadcast({ title: air.title, nowPlaying: air.nowPlaying })] : [])
  if (path === '/api/broadcasts/upcoming') return ok([...air.due, ...SHOWS])
  if (path === '/api/broadcasts') return ok({ content: air.past })
  if (path === '/api/polls/broadcast/7') return ok(air.polls)
  if (path === '/api/announcements') return ok({ content: air.announcements, last: true })
  if (path === '/api/stream/config') return ok({ streams: [] })
  if (path === '/api/broadcasts/7/recording') return ok(aRecording({ broadcastId: 7 }))
  const shown = aBroadcast(
    air.isLive ? {} : { status: 'ENDED', actualEnd: air.endedAt, recordingUrl: air.recordingUrl },
  )
  const found = [ENDED, shown, ...SHOWS].find(({ id }) => path === `/api/broadcasts/${id}`)
  return found ? ok(found) : failure(404, 'NOT_FOUND', 'Not found.')
}

beforeEach(() => {
  localStorage.clear()
  Object.assign(air, ON_AIR)
  vi.stubGlobal('fetch', async (path: string) => {
    const { status, body } = answer(new URL(path, location.origin).pathname)
    return new Response(JSON.stringify(body), { status })
  })
  vi.stubGlobal('WebSocket', MemorySocket)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** The name of the line that shows the open poll. */
const namesPoll = (name: string) => name.startsWith(aPoll({}).question) && name.endsWith('Vote')

function open(at: string) {
  renderPage(
    <StreamProviders>
      <LivePill />
      <Routes>
        <Route path="/" element={<ListenPage />} />
        <Route path="/broadcast/:id" element={<ListenPage />} />
        <Route path="/schedule" element={<h1>Schedule</h1>} />
      </Routes>
      <MiniPlayer />
    </StreamProviders>,
    { call, at },
  )
}

const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const player = () => within(screen.getByRole('region', { name: 'Player' }))

describe('the listener page', () => {
  test('[LS35] a visitor sees what is on air, who, since when, how many, and one Play', async () => {
    open('/')
    await heading('Harana Hour')
    const words = player().getByText(/with DJ Mikael/).textContent
    expect(words).toBe('with DJ Mikael · on air since 2:00 PM · 128 listeners')
    expect(player().getAllByRole('button', { name: 'Play' })).toHaveLength(1)
    expect(player().getByRole('slider', { name: 'Volume' }).getAttribute('aria-valuetext')).toBe('80 percent')
  })

  test('[LS36] off air it says what is next and then, and plays nothing', async () => {
    air.isLive = false
    open('/')
    await heading('Not live right now')
    expect(await screen.findByText('Lunch Break Requests')).toBeTruthy()
    expect((await screen.findByText('Campus Desk')).closest('a')?.getAttribute('href')).toBe('/broadcast/12')
    expect(screen.queryByRole('button', { name: 'Play' })).toBeNull()
  })

  test('[LS42] off air a show that is half an hour late is neither on the stage nor under Up next', async () => {
    air.isLive = false
    const late = (minutes: number) => ({
      scheduledStart: `${toStationTime(new Date(Date.now() - minutes * 60_000))}:00.000`,
    })
    air.due = [
      aBroadcast({ id: 13, title: 'Missed', status: 'SCHEDULED', ...late(31) }),
      aBroadcast({ id: 14, title: 'Almost', status: 'SCHEDULED', ...late(15) }),
      aBroadcast({ id: 15, title: 'Now', status: 'SCHEDULED', ...late(1) }),
    ]
    open('/')
    expect(await screen.findByText('Running late')).toBeTruthy()
    const upNext = within(await screen.findByRole('region', { name: 'Up next' }))
    const links = (await upNext.findAllByRole('link')).map(({ textContent }) => textContent)
    expect(links[1]).toMatch(/Starting any momentNow/)
    expect(links.join()).not.toMatch(/Missed|Almost/)
  })

  test('[LS37] it goes live while open with an invitation, and never sounds by itself', async () => {
    air.isLive = false
    open('/')
    await heading('Not live right now')
    air.isLive = true
    push()
    expect(await screen.findByRole('button', { name: "We're live — Play" })).toBeTruthy()
    expect(screen.getByRole('region', { name: 'Player' }).dataset.state).toBe('idle')
  })

  test('[LS611] the invitation is the Play button of the player, and the line beside it', async () => {
    air.isLive = false
    open('/')
    await heading('Not live right now')
    air.isLive = true
    push()
    const button = await screen.findByRole('button', { name: "We're live — Play" })
    const player = within(screen.getByRole('region', { name: 'Player' }))
    expect(player.getAllByRole('button')[0]).toBe(button)
    expect(player.getByText("We're live — Play")).toBeTruthy()
    expect(player.queryByText('Ready when you are')).toBeNull()
    fireEvent.click(button)
    await waitFor(() => expect(screen.queryByText("We're live — Play")).toBeNull())
  })

  test('[LS38] the page of a broadcast that is over tells its facts', async () => {
    open('/broadcast/5')
    await heading('Morning')
    expect(screen.getByText('This broadcast has ended')).toBeTruthy()
    expect(screen.getByText('1 h 25 min')).toBeTruthy()
    expect(screen.getByText('143')).toBeTruthy()
    expect(await screen.findByRole('link', { name: 'On air now: Harana Hour' })).toBeTruthy()
  })

  test('[LS38] of one to come, when it starts; of one on air, the player', async () => {
    open('/broadcast/11')
    await heading('Lunch Break Requests')
    expect(screen.getByText('Coming up')).toBeTruthy()
    cleanup()
    open('/broadcast/7')
    await heading('Harana Hour')
    expect(player().getByRole('button', { name: 'Play' })).toBeTruthy()
  })

  test.each(['/broadcast/999', '/broadcast/abc'])('[LS38] %s is no broadcast, and says so', async (path) => {
    open(path)
    await heading('We can’t find that show')
  })

  test.each([null, 'DJ'] as const)(
    '[LS41] the way to listening, for %s, is no dashboard of staff',
    async (role) => {
      air.role = role
      open('/broadcast/999')
      const link = await screen.findByRole('link', { name: 'Go to Listen' })
      await waitFor(() => expect(link.getAttribute('href')).toBe(role ? '/dashboard' : '/'))
    },
  )

  test('[LS43] a show that ends leaves its name, its DJ and its numbers on the stage', async () => {
    open('/')
    await heading('Harana Hour')
    air.isLive = false
    push()
    await screen.findByText('Broadcast ended')
    await heading('Harana Hour')
    expect(await screen.findByText('with DJ Mikael · Thank you for listening')).toBeTruthy()
    expect(await screen.findByText('1 h 25 min')).toBeTruthy()
    expect(await screen.findByText('There is no recording of this show')).toBeTruthy()
    expect(screen.queryByText('LIVE')).toBeNull()
  })

  test('[LS43] its recording appears by itself; the next show takes its place', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    try {
      open('/')
      await heading('Harana Hour')
      Object.assign(air, { isLive: false, endedAt: new Date().toISOString() })
      push()
      expect(await screen.findByText('The recording is being prepared')).toBeTruthy()
      air.recordingUrl = 'https://station.test/recordings/7.ogg'
      await vi.advanceTimersByTimeAsync(3_000)
      expect(await screen.findByRole('region', { name: 'Recording' })).toBeTruthy()
      air.isLive = true
      push()
      expect(await screen.findByText('LIVE')).toBeTruthy()
    } finally {
      vi.useRealTimers()
    }
  })

  test.each(['/', '/broadcast/7'])(
    '[LS711] at %s the pill and the stage tell the same story while a show ends',
    async (at) => {
      open(at)
      await screen.findByText('LIVE')
      const seen = new Set<string>()
      const look = () => {
        const { textContent } = document.body
        const isHeroLive = screen.queryByText('LIVE') !== null
        seen.add(
          `${isHeroLive ? 'LIVE' : 'over'}, ${textContent?.includes('Not Live') ? 'Not Live' : 'Live'}`,
        )
        if (!screen.queryByRole('heading', { level: 1, name: 'Harana Hour' })) seen.add('no name')
      }
      const watch = new MutationObserver(look)
      watch.observe(document.body, { subtree: true, childList: true, characterData: true })
      air.isLive = false
      push()
      await screen.findByText('1 h 25 min')
      watch.disconnect()
      look()
      expect([...seen]).toEqual(['over, Not Live'])
      expect(screen.getByText('with DJ Mikael · Thank you for listening')).toBeTruthy()
    },
  )

  test('[WR9] the newest recordings are on Listen, but not what is on the stage, nor what has none', async () => {
    const recorded = (id: number, day: number) =>
      aBroadcast({
        id,
        title: `Show ${id}`,
        status: 'ENDED',
        actualStart: `2026-11-${day}T06:00:00.000Z`,
        actualEnd: `2026-11-${day}T07:25:00.000Z`,
        recordingUrl: `https://station.test/recordings/${id}.ogg`,
      })
    const none = aBroadcast({ id: 30, title: 'Lost', status: 'ENDED', actualEnd: '2026-11-20T07:25:00.000Z' })
    air.past = [
      recorded(26, 12),
      none,
      recorded(5, 20),
      recorded(24, 14),
      recorded(23, 13),
      recorded(22, 11),
      recorded(21, 10),
    ]
    open('/broadcast/5')
    const card = within(await screen.findByRole('region', { name: 'Listen again' }))
    const names = () => card.getAllByRole('link').map(({ textContent }) => textContent?.slice(0, 7))
    expect(names()).toEqual(['Show 24', 'Show 23', 'Show 26', 'Show 22'])
    expect(card.getByText('Nov 14, 2026 · 1 h 25 min').parentElement?.textContent).toBe(
      'with DJ Mikael · Nov 14, 2026 · 1 h 25 min',
    )
    fireEvent.click(card.getByRole('button', { name: 'Show more' }))
    expect(names()).toHaveLength(5)
    expect(card.getAllByRole('link')[0]?.getAttribute('href')).toBe('/broadcast/24')
  })

  test('[LS44] while the studio is away, badge and pill say so', async () => {
    air.recovering = true
    vi.useFakeTimers({ shouldAdvanceTime: true })
    try {
      open('/')
      await heading('Harana Hour')
      await vi.advanceTimersByTimeAsync(4_000)
      expect((await screen.findByText('RECOVERING')).className).toContain('bg-accent')
      expect(screen.queryByText('LIVE')).toBeNull()
      expect(screen.getByText('Recovering…').className).toContain('text-warning')
    } finally {
      vi.useRealTimers()
    }
  })

  test('[LS101] shows what is playing, with its artist where it has one', async () => {
    air.nowPlaying = { title: 'Alapaap', artist: 'Eraserheads', since: '2026-11-20T06:10:00.000Z' }
    open('/')
    expect(await screen.findByText('Now playing: Alapaap · Eraserheads')).toBeDefined()
    cleanup()
    air.nowPlaying.artist = ''
    open('/')
    expect(await screen.findByText('Now playing: Alapaap')).toBeDefined()
  })

  test('[ST103] while the stream is stopped, the badge says so', async () => {
    air.problem = FEED_HELD_MESSAGE
    open('/')
    await heading('Harana Hour')
    expect((await screen.findByText('PAUSED')).className).toContain('bg-accent')
    expect(screen.queryByText('LIVE')).toBeNull()
  })

  test('[LS712] while the stream is stopped, the pill says the same as the badge', async () => {
    air.problem = FEED_HELD_MESSAGE
    open('/')
    await screen.findByText('PAUSED')
    const pill = screen.getByRole('button', { name: /^Live, paused by the station, 128 listeners/ })
    expect(pill.textContent).toBe('Paused')
    expect(pill.className).toContain('bg-warning-soft')
  })

  test('[LS38] a show that ends while its page is open tells its facts at once', async () => {
    open('/broadcast/7')
    await heading('Harana Hour')
    expect(screen.queryByText('Coming up')).toBeNull()
    air.isLive = false
    push()
    expect(screen.queryByText('Coming up')).toBeNull()
    expect(await screen.findByText('Broadcast ended')).toBeDefined()
  })

  test('[CV18] on phones the room is tabs under the player, and all of them stay in the page', async () => {
    setPageWide(false)
    open('/')
    const requests = await screen.findByRole('tab', { name: 'Requests' })
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'Chat',
      'Requests',
      'Poll',
      'Up next',
    ])
    await screen.findByRole('link', { name: 'Sign in to chat' })
    fireEvent.click(requests)
    expect(screen.getByRole('tabpanel', { name: 'Requests' })).toBeTruthy()
    expect(document.querySelector('#chat')).toBeTruthy()
    setPageWide(true)
  })

  test.each([true, false])(
    '[LS303] the dot of a poll that was answered, %s, is not there',
    async (hasVoted) => {
      setPageWide(false)
      air.polls = [aPoll({ status: 'ACTIVE', hasVoted })]
      open('/')
      const tab = await screen.findByRole('tab', { name: /^Poll/ })
      await screen.findAllByText(aPoll({}).question)
      expect(tab.textContent).toBe(hasVoted ? 'Poll' : 'Poll(new)')
      setPageWide(true)
    },
  )

  test('[LS615] each tab names a panel that is there', async () => {
    setPageWide(false)
    open('/')
    await screen.findByRole('tab', { name: 'Requests' })
    const panels = screen.getAllByRole('tab').map((tab) => tab.getAttribute('aria-controls') ?? '')
    for (const id of panels) expect(document.getElementById(id)?.getAttribute('role')).toBe('tabpanel')
    setPageWide(true)
  })

  test('[LS612] a line under the tabs shows the open poll and leads to it', async () => {
    setPageWide(false)
    air.role = 'LISTENER'
    air.polls = [aPoll({ status: 'ACTIVE', hasVoted: false })]
    open('/')
    const line = await screen.findByRole('button', { name: namesPoll })
    fireEvent.click(line)
    const tab = screen.getByRole('tab', { name: /^Poll/ })
    expect(tab.getAttribute('aria-selected')).toBe('true')
    expect(document.activeElement).toBe(tab)
    expect(screen.queryByRole('button', { name: namesPoll })).toBeNull()
    setPageWide(true)
  })

  test.each([
    ['to visitors', null, false],
    ['once it is answered', 'LISTENER', true],
  ] as const)('[LS612] it is not there %s', async (_when, role, hasVoted) => {
    setPageWide(false)
    air.role = role
    air.polls = [aPoll({ status: 'ACTIVE', hasVoted })]
    open('/')
    await screen.findAllByText(aPoll({}).question)
    expect(screen.queryByRole('button', { name: namesPoll })).toBeNull()
    setPageWide(true)
  })

  test('[CV18] beside the player on desktops, and gone a while after the end', async () => {
    open('/')
    await screen.findByRole('link', { name: 'Sign in to chat' })
    expect(screen.queryAllByRole('tab')).toHaveLength(0)
    air.isLive = false
    push()
    expect(await screen.findByText('The broadcast has ended. The chat is closed.')).toBeTruthy()
    cleanup()
    open('/')
    expect(await screen.findByText('The chat is closed. It opens with the next show.')).toBeTruthy()
  })

  test('[LS613] mute strikes the speaker out, volume 0 takes its waves', async () => {
    open('/')
    const player = within(await screen.findByRole('region', { name: 'Player' }))
    const speaker = () => player.getByRole('button', { name: /^(Mute|Unmute)$/ }).querySelector('svg')
    expect(speaker()?.classList).toContain('lucide-volume-2')
    fireEvent.change(player.getByRole('slider', { name: 'Volume' }), { target: { value: '0' } })
    expect(speaker()?.classList).toContain('lucide-volume')
    fireEvent.click(player.getByRole('button', { name: 'Mute' }))
    expect(speaker()?.classList).toContain('lucide-volume-x')
  })

  test('[LS614] a long title is cut on the stage, and whole in its tooltip', async () => {
    open('/')
    await heading('Harana Hour')
    const title = screen.getByRole('heading', { name: 'Harana Hour' })
    expect(title.title).toBe('Harana Hour')
    expect(title.classList).not.toContain('line-clamp-3')
    cleanup()
    air.title = 'Harana Hour, and all that was left over from the week before'
    open('/')
    await heading(air.title)
    expect(screen.getByRole('heading', { name: air.title }).classList).toContain('line-clamp-3')
  })

  test('[LS12] a browser that can play nothing says so instead of failing', async () => {
    open('/')
    fireEvent.click(await screen.findByRole('button', { name: 'Play' }))
    expect(await screen.findByText("This browser can't play the stream. Try Chrome or Firefox")).toBeTruthy()
  })

  test('[LS29] the pill opens a player on every page', async () => {
    open('/schedule')
    fireEvent.click(await screen.findByRole('button', { name: 'Live, 128 listeners. Open player controls' }))
    const controls = within(await screen.findByLabelText('Player controls', { selector: 'section' }))
    expect(controls.getByRole('button', { name: 'Play', hidden: true })).toBeTruthy()
    expect(controls.getByRole('link', { name: 'Open Player', hidden: true }).getAttribute('href')).toBe('/')
  })

  test('[LS46] what sounds is shown and ended beside the pill, on every page and for everyone', async () => {
    const sound = HTMLMediaElement.prototype
    vi.spyOn(sound, 'canPlayType').mockReturnValue('probably')
    vi.spyOn(sound, 'play').mockReturnValue(new Promise(() => undefined))
    open('/schedule')
    const pill = await screen.findByRole('button', { name: 'Live, 128 listeners. Open player controls' })
    const wave = () => pill.querySelector('.lucide-volume-2')
    expect(screen.queryByRole('button', { name: 'Stop listening' })).toBeNull()
    expect(wave()).toBeNull()
    fireEvent.keyDown(document.body, { key: 'p' })
    const stop = await screen.findByRole('button', { name: 'Stop listening' })
    expect(wave()).toBeTruthy()
    fireEvent.click(stop)
    expect(screen.queryByRole('button', { name: 'Stop listening' })).toBeNull()
    expect(wave()).toBeNull()
  })

  test('[LS304] off air it shows what can be heard now, the day and what is new', async () => {
    air.isLive = false
    const today = (time: string) => ({
      scheduledStart: `${toStationTime(new Date()).slice(0, 10)}T${time}:00.000`,
    })
    air.past = [
      aBroadcast({ id: 21, title: 'First', status: 'SCHEDULED', actualStart: null, ...today('23:59') }),
      aBroadcast({
        id: 22,
        title: 'Dawn',
        status: 'ENDED',
        actualEnd: '2026-11-20T07:25:00.000Z',
        recordingUrl: 'https://station.test/recordings/22.ogg',
        ...today('00:00'),
      }),
    ]
    air.announcements = [
      { id: 3, title: 'Old', publishedAt: '2026-11-19T07:00:00.000Z' },
      { id: 4, title: 'Open studio', publishedAt: '2026-11-20T07:00:00.000Z' },
    ]
    open('/')
    const words = await screen.findByText('Listen again', { selector: '.on-maroon *' })
    expect(words.closest('a')?.getAttribute('href')).toBe('/broadcast/22')
    const day = within(await screen.findByRole('region', { name: 'Today' }))
    const rows = day.getAllByRole('listitem').map(({ textContent }) => textContent ?? '')
    expect(rows).toHaveLength(3)
    expect(rows[0]).toMatch(/Dawn.*Listen again$/)
    expect(rows[1]).toMatch(/Now$/)
    expect(rows[2]).toMatch(/First/)
    const link = await screen.findByRole('link', { name: /^Open studio/ })
    expect(link.getAttribute('href')).toBe('/announcements#a-4')
  })

  test('[LS305] a show is handed on as a copied link where there is no sheet', async () => {
    const writeText = vi.fn(async () => undefined)
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } })
    open('/broadcast/5')
    fireEvent.click(await screen.findByRole('button', { name: 'Share' }))
    await waitFor(() => expect(writeText).toHaveBeenCalledWith(`${location.origin}/broadcast/5`))
    expect(toasts.get().map(({ text }) => text)).toContain('Link copied')
  })

  test.each([
    ['/', 'Harana Hour'],
    ['/broadcast/5', 'Morning'],
    ['/broadcast/11', 'Lunch Break Requests'],
  ])('[LS306] the stage of %s carries the face of its show', async (path, title) => {
    open(path)
    const heroCard = (await heading(title)).closest('.on-maroon')
    const { colours, pattern } = faceOf(title)
    await waitFor(() =>
      expect(heroCard?.querySelector(`[data-face="${colours[0]}-${pattern}"]`)).toBeTruthy(),
    )
  })

  test('[LS302] the mini-player has its LIVE badge on phones as well', async () => {
    air.role = 'LISTENER'
    setPageWide(false)
    open('/schedule')
    await screen.findByRole('link', { name: 'Open Player' })
    expect((await player().findByText('LIVE')).closest('[class*="max-md:hidden"]')).toBeNull()
    setPageWide(true)
  })

  test('[LS22] the farewell names the show that ended', async () => {
    air.role = 'LISTENER'
    open('/schedule')
    await screen.findByText('Harana Hour')
    air.isLive = false
    push()
    expect(await screen.findByText('Broadcast ended')).toBeDefined()
    expect(screen.getByText('Harana Hour')).toBeDefined()
  })

  test('[LS30] a listener elsewhere has the mini-player, a visitor has not', async () => {
    air.role = 'LISTENER'
    open('/schedule')
    expect((await screen.findByRole('link', { name: 'Open Player' })).getAttribute('href')).toBe('/dashboard')
    expect(await player().findByText('Harana Hour')).toBeTruthy()
    cleanup()
    air.role = null
    open('/schedule')
    await screen.findByRole('button', { name: 'Live, 128 listeners. Open player controls' })
    expect(screen.queryByRole('region', { name: 'Player' })).toBeNull()
  })
})
