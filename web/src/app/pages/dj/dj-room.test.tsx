import type { BroadcastReport } from '@carillon/contract/analytics/schemas'
import type { HandOver } from '@carillon/contract/broadcasts/hand-over'
import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import type { ChatMessage } from '@carillon/contract/chat/schemas'
import type { Song } from '@carillon/contract/plays/schemas'
import type { Poll } from '@carillon/contract/polls/schemas'
import type { SongRequest } from '@carillon/contract/song-requests/schemas'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { HistoryDetails } from '../../../features/analytics/history/history-details.tsx'
import { StaffLineCard } from '../../../features/staff-line/staff-line-card.tsx'
import { RealtimeProvider } from '../../../realtime/realtime.tsx'
import '../../../testing/native-elements.ts'
import '../../../testing/observers.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import {
  type Answer,
  failure,
  ok,
  openStation,
  type ReceivedRequest,
  type Station,
} from '../../../testing/station.ts'
import { StompStation } from '../../../testing/stomp-station.ts'
import { aUser } from '../../../testing/user.ts'
import { dismissToast, toasts } from '../../../ui/toast.ts'
import { EndNotes } from '../../slots/end-notes.tsx'
import { Debrief } from './debrief.tsx'
import { DJ_ON_AIR_PANELS } from './dj-room.tsx'

const DJ = aUser({ id: 8, name: 'Mikael Reyes', role: 'DJ' })
const ANA = { id: 7, name: 'Ana Cruz', role: 'LISTENER' } as const
const CHAT = '/topic/broadcast/3/chat'
const AT = '2026-11-20T07:00:00.000Z'

const SHOW: Broadcast = {
  id: 3,
  title: 'Harana Hour',
  description: '',
  status: 'LIVE',
  scheduledStart: '2026-11-20T15:00:00.000',
  scheduledEnd: '2026-11-20T17:00:00.000',
  actualStart: AT,
  actualEnd: null,
  endReason: null,
  createdBy: { id: 8, name: 'Mikael Reyes', role: 'DJ' },
  startedBy: { id: 8, name: 'Mikael Reyes', role: 'DJ' },
  slowModeEnabled: false,
  slowModeSeconds: 0,
  listenerCount: 0,
  peakListeners: 0,
  totalInteractions: 0,
  streamUrl: null,
  recordingUrl: null,
}
const said = (id: number, content: string): ChatMessage => ({
  id,
  broadcastId: 3,
  content,
  timestamp: AT,
  sender: ANA,
})
const asked = (id: number, status: SongRequest['status']): SongRequest => ({
  id,
  broadcastId: 3,
  songTitle: `Song ${id}`,
  artist: '',
  message: '',
  status,
  timestamp: AT,
  requestedBy: ANA,
})
const played = (id: number, title: string): Song => ({
  id,
  title,
  artist: 'Eraserheads',
  startedAt: `2026-11-20T07:0${id}:00.000Z`,
  endedAt: `2026-11-20T07:0${id + 1}:00.000Z`,
})
const POLL: Poll = {
  id: 1,
  broadcastId: 3,
  question: 'Which one next?',
  options: [
    { id: 11, text: 'OPM', votes: 3 },
    { id: 12, text: 'Jazz', votes: 1 },
  ],
  status: 'ENDED',
  totalVotes: 4,
  createdBy: SHOW.createdBy,
  createdAt: AT,
  endedAt: AT,
  hasVoted: false,
  userVote: null,
}

let station: Station | undefined
beforeEach(() => {
  const list = { matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }
  vi.stubGlobal('matchMedia', () => list)
})
afterEach(async () => {
  cleanup()
  for (const { id } of toasts.get()) dismissToast(id)
  vi.unstubAllGlobals()
  await station?.close()
})

const LINE = {
  ...said(1, 'Two more minutes'),
  sender: { id: 9, name: 'Bea Lim', role: 'MODERATOR' } as const,
  isShared: false,
}
const REPORT: BroadcastReport = {
  broadcast: { ...SHOW, status: 'ENDED', actualEnd: '2026-11-20T08:00:00.000Z', endReason: 'ENDED_BY_DJ' },
  durationMinutes: 60,
  averageListeners: 20,
  listeningMinutes: 1200,
  chatMessages: 213,
  songRequests: 3,
  pollVotes: 4,
  currentListeners: 0,
  peakListeners: 42,
  totalListeners: 60,
  averageListeningMinutes: 20,
  polls: 1,
  curve: [{ at: AT, listeners: 40, peak: 42 }],
  events: [
    { type: 'SOURCE_LOST', at: '2026-11-20T07:10:00.000Z' },
    { type: 'SOURCE_RECOVERED', at: '2026-11-20T07:10:21.000Z' },
  ],
}
let isPublicNow = true
let isJanaWaiting = false
const JANA_NEXT = (): HandOver => ({
  next: {
    id: 4,
    title: 'Night Owls',
    dj: { id: 10, name: 'Jana Cruz', role: 'DJ' },
    scheduledStart: '2026-11-20T17:00:00.000',
    standingBySince: isJanaWaiting ? AT : null,
    isReady: false,
  },
  at: null,
})

const ANSWERS: Record<string, () => Answer> = {
  '/api/auth/me': () => ok(DJ),
  '/api/chats/3': () => ok([said(1, 'Hello from the canteen')]),
  '/api/chats/3/stats': () => ok({ messages: 212 }),
  '/api/broadcasts/3/song-requests': () =>
    ok([asked(1, 'PENDING'), asked(2, 'ACCEPTED'), asked(3, 'PLAYED')]),
  '/api/polls/broadcast/3': () => ok([POLL, { ...POLL, id: 2, status: 'DRAFT', question: 'Not shown' }]),
  '/api/broadcasts/3/slowmode': () => ok({ ...SHOW, slowModeEnabled: true, slowModeSeconds: 10 }),
  '/api/broadcasts/3/recording/visibility': () => ok({ broadcastId: 3, isPublic: isPublicNow }),
  '/api/broadcasts/3/staff-messages': () => ok([LINE]),
  '/api/broadcasts/3/hand-over': () => ok(JANA_NEXT()),
  '/api/analytics/broadcast/3': () => ok(REPORT),
  '/api/broadcasts/3/songs': () => ok([played(2, 'Ligaya'), played(1, 'Alapaap')]),
  '/api/chats/messages/1': () => ({ status: 204, text: '' }),
}

async function open(element: ReactNode) {
  const stomp = new StompStation()
  isPublicNow = true
  const answer = ({ url, method, body }: ReceivedRequest) => {
    if (method === 'PUT' && url.pathname.endsWith('/visibility'))
      isPublicNow = (body as { isPublic: boolean }).isPublic
    return ANSWERS[url.pathname]?.() ?? failure(404, 'NOT_FOUND', 'No.')
  }
  station = await openStation(answer, { apiTimeoutMs: 60_000, maxRetries: 0, retryDelayMs: 1 })
  renderPage(<RealtimeProvider load={stomp.load}>{element}</RealtimeProvider>, {
    call: station.call,
    at: '/',
  })
  return { stomp, user: userEvent.setup() }
}

describe('the room on the desk', () => {
  test('[DJ43] counts what is said while the chat is out of view, and the requests that wait', async () => {
    const { stomp, user } = await open(<DJ_ON_AIR_PANELS.Panels broadcast={SHOW} audio={<p>Sound</p>} />)
    await screen.findByText('Hello from the canteen')
    await user.click(await screen.findByRole('tab', { name: /^Requests, \d open$/ }))
    expect(screen.getByRole('tab', { name: 'Chat' })).toBeTruthy()
    await waitFor(() => expect(stomp.commands()).toContain(`SUBSCRIBE ${CHAT}`))
    act(() => {
      stomp.publish(CHAT, { type: 'CHAT_MESSAGE', message: said(2, 'el bimbo') })
      stomp.publish(CHAT, { type: 'CHAT_MESSAGE', message: said(3, 'or we riot') })
    })
    await user.click(await screen.findByRole('tab', { name: 'Chat, 2 new' }))
    await screen.findByRole('tab', { name: 'Chat' })
  })

  test('[DJ46] the DJ sets the slow mode of the chat where it is seen', async () => {
    const { user } = await open(<DJ_ON_AIR_PANELS.Panels broadcast={SHOW} audio={null} />)
    await user.click(await screen.findByRole('button', { name: 'Slow mode' }))
    await user.click(screen.getByRole('button', { name: '10 s', hidden: true }))
    await screen.findByRole('button', { name: 'Slow mode · 10 s' })
    const order = station?.received.find(({ method }) => method === 'PUT')
    expect(order?.body).toEqual({ enabled: true, seconds: 10 })
  })

  test('[DJ46] a slow mode that was set meanwhile is in view when the DJ comes back to the desk', async () => {
    const slow: Broadcast = { ...SHOW, slowModeEnabled: true, slowModeSeconds: 30 }
    const toStation = fetch
    vi.stubGlobal('fetch', async (address: string, init: RequestInit) =>
      new URL(address, location.href).pathname === `/api/broadcasts/${SHOW.id}`
        ? Response.json({ success: true, data: slow })
        : toStation(address, init),
    )
    await open(<DJ_ON_AIR_PANELS.Panels broadcast={SHOW} audio={null} />)
    await screen.findByRole('button', { name: 'Slow mode · 30 s' })
  })

  test('[DJ46] the DJ removes a message, and may take that back', async () => {
    const { user } = await open(<DJ_ON_AIR_PANELS.Panels broadcast={SHOW} audio={null} />)
    const message = await screen.findByRole('article', { name: /^Ana Cruz/ })
    await user.click(within(message).getByRole('button', { name: 'Delete message by Ana Cruz' }))
    expect(toasts.get().map(({ text }) => text)).toEqual(['Removed a message by Ana Cruz'])
    expect(within(message).queryByRole('button')).toBeNull()
    act(() => toasts.get()[0]?.action?.onClick())
    await within(message).findByRole('button', { name: 'Delete message by Ana Cruz' })
    expect(station?.received.some(({ method }) => method === 'DELETE')).toBe(false)
  })
})

describe('the line to the staff', () => {
  test('[DJ201] shows the newest message and how many are new; opening it shows all and a field of its own', async () => {
    const { stomp, user } = await open(<StaffLineCard broadcastId={3} viewerId={DJ.id} to="staff" />)
    const row = await screen.findByRole('button', { name: /^Staff\s*Bea Lim: Two more minutes\s*1\s*new$/ })
    await waitFor(() => expect(stomp.commands()).toContain('SUBSCRIBE /topic/broadcast/3/staff'))
    act(() =>
      stomp.publish('/topic/broadcast/3/staff', {
        type: 'STAFF_MESSAGE',
        message: { ...LINE, id: 2, content: 'One' },
      }),
    )
    await screen.findByRole('button', { name: /^Staff\s*Bea Lim: One\s*2\s*new$/ })
    await user.click(row)
    await screen.findByText('Two more minutes')
    await screen.findByRole('textbox', { name: 'Message to the staff' })
    expect(row.textContent).toBe('Staff')
  })

  test('[DJ820] what was being written is there, in view, when the line stands in another place', async () => {
    const { user } = await open(<StaffLineCard broadcastId={3} viewerId={DJ.id} to="staff" />)
    await user.click(await screen.findByRole('button', { name: /^Staff/ }))
    await user.type(await screen.findByRole('textbox', { name: 'Message to the staff' }), 'Two more')
    cleanup()
    await open(<StaffLineCard broadcastId={3} viewerId={DJ.id} to="staff" />)
    const field = await screen.findByRole('textbox', { name: 'Message to the staff' })
    expect(field).toHaveProperty('value', 'Two more')
    await user.clear(field)
  })

  test('[DJ201] on the desk it is beside the chat, whose own field stays in view', async () => {
    const { user } = await open(<DJ_ON_AIR_PANELS.Panels broadcast={SHOW} audio={null} />)
    await user.click(await screen.findByRole('button', { name: /^Staff/ }))
    await screen.findByRole('textbox', { name: 'Message to the staff' })
    expect(screen.getByRole('textbox', { name: 'Message' })).toBeTruthy()
  })
})

describe('what is said before the end', () => {
  test('[DJ202] names open requests and the running poll, and who will hear the recording', async () => {
    await open(<EndNotes broadcast={SHOW} />)
    await screen.findByText('2 song requests are still open.')
    await screen.findByText('No poll is running.')
    const choice = await screen.findByRole('switch', { name: /^Public recording/ })
    await waitFor(() => expect(choice).toHaveProperty('checked', true))
  })

  test('[DJ825] names the DJ who stands by to take over, for as long as they do', async () => {
    const words = 'Jana Cruz is waiting to take over. Hand over instead, and nobody’s stream stops.'
    isJanaWaiting = true
    const { stomp } = await open(<EndNotes broadcast={SHOW} />)
    await screen.findByText(words)
    await waitFor(() => expect(stomp.commands()).toContain('SUBSCRIBE /topic/broadcast/3'))
    isJanaWaiting = false
    act(() => stomp.publish('/topic/broadcast/3', { type: 'STAND_BY', broadcastId: 4, isStandingBy: false }))
    await waitFor(() => expect(screen.queryByText(words)).toBeNull())
    await screen.findByText('No poll is running.')
  })
})

describe('what remains of a show', () => {
  const OVER: Broadcast = { ...SHOW, status: 'ENDED', actualEnd: '2026-11-20T08:00:00.000Z' }

  test('[DJ45] its messages and requests as numbers', async () => {
    await open(<Debrief broadcast={OVER} />)
    const numberOf = async (name: string) => (await screen.findByText(name)).nextSibling?.textContent
    expect(await numberOf('Messages')).toBe('213')
    expect(await numberOf('Requests')).toBe('3')
  })

  test('[DJ203] numbers, listeners and outages are those of History, and no count of the desk', async () => {
    await open(<Debrief broadcast={OVER} />)
    expect((await screen.findByText('Peak listeners')).nextSibling?.textContent).toBe('42')
    const happened = await screen.findByRole('region', { name: 'What happened' })
    expect(happened.textContent).toContain('1 outage, 21 s in all')
    await screen.findByText('When did people listen?')
    expect(station?.received.some(({ url }) => url.pathname.endsWith('/stats'))).toBe(false)
  })

  test('[WH401] debrief and History tell the same in the same words, each time without sound in one line', async () => {
    const readBoth = async () => {
      const outage = (await screen.findByText('Sound lost for 21 s')).closest('li')
      expect(outage?.textContent).toBe('3:10 PM Sound lost for 21 s')
      return [outage?.parentElement, screen.getByText('Peak listeners').closest('dl')].map(
        (part) => part?.textContent,
      )
    }
    await open(<Debrief broadcast={OVER} />)
    const debrief = await readBoth()
    cleanup()
    await station?.close()
    await open(
      <HistoryDetails
        id={OVER.id}
        row={undefined}
        isPage
        onClose={() => undefined}
        mayExport={() => false}
        extrasOf={() => null}
      />,
    )
    expect(await readBoth()).toEqual(debrief)
  })

  test('[PL7] its songs in the order in which they played', async () => {
    await open(<Debrief broadcast={OVER} />)
    const songs = await screen.findByRole('region', { name: 'Songs' })
    const lines = await within(songs).findAllByRole('listitem')
    expect(lines.map(({ textContent }) => textContent)).toEqual([
      '3:01 PMAlapaap ·\u00a0Eraserheads',
      '3:02 PMLigaya ·\u00a0Eraserheads',
    ])
  })

  test('[DJ203] requests without an answer are listed', async () => {
    await open(<Debrief broadcast={OVER} />)
    const unanswered = await screen.findByRole('region', { name: 'Unanswered requests' })
    await within(unanswered).findByText('Song 1')
    expect(within(unanswered).queryByText('Song 2')).toBeNull()
  })

  test('[DJ203] while its recording is being prepared, who may hear it can be decided', async () => {
    const { user } = await open(<Debrief broadcast={OVER} />)
    const choice = await screen.findByRole('switch', { name: /^Public recording/ })
    await waitFor(() => expect(choice).toHaveProperty('checked', true))
    await user.click(choice)
    await waitFor(() => expect(choice).toHaveProperty('checked', false))
    expect(station?.received.find(({ method }) => method === 'PUT')?.body).toEqual({ isPublic: false })
  })

  test('[DJ45] how its polls came out, drafts left out', async () => {
    await open(<Debrief broadcast={OVER} />)
    const outcome = await screen.findByRole('region', { name: 'The poll' })
    expect(outcome.textContent).toContain('OPM 75 percent, 3 votes')
    expect(outcome.textContent).not.toContain('Not shown')
  })

  test('[DJ45] its chat as a file of the station', async () => {
    await open(<DJ_ON_AIR_PANELS.Actions broadcast={OVER} />)
    const link = screen.getByRole('link', { name: /Harana Hour/ })
    expect(link.getAttribute('href')).toBe('/api/broadcasts/3/chat/export')
    expect(link.hasAttribute('download')).toBe(true)
  })
})
