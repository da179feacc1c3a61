import type { ChatMessage, Chatter } from '@carillon/contract/chat/schemas'
import type { Person } from '@carillon/contract/roles'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { call } from '../../../api/client.ts'
import { LiveStatusProvider } from '../../../features/stream/listener/live-status-provider.tsx'
import '../../../testing/native-elements.ts'
import {
  DJ,
  healthOf,
  leaveDashboard,
  pageOf,
  type ReceivedRequest,
  SHOW,
  stubStation,
} from '../../../testing/dashboard.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { type Answer, failure, ok } from '../../../testing/station.ts'
import { StompStation } from '../../../testing/stomp-station.ts'
import { aUser } from '../../../testing/user.ts'
import { ModeratorPage } from './moderator-page.tsx'

const PAOLO = aUser({ id: 2, name: 'Paolo Torres', firstname: 'Paolo', role: 'MODERATOR' })
const ANA: Person = { id: 7, name: 'Ana Cruz', role: 'LISTENER' }
export const BEA: Person = { id: 9, name: 'Bea Santos', role: 'LISTENER' }
export const NOW = new Date().toISOString()
const TOPIC = '/topic/broadcast/3/chat'

/** Said just now: the pace of the chat is that of the last minute. */
export const say = (id: number, sender: Person, content: string): ChatMessage => ({
  id,
  broadcastId: 3,
  content,
  timestamp: new Date().toISOString(),
  sender,
})
const whatWasSaid = () => [
  say(11, DJ, 'Good evening'),
  say(12, ANA, 'what a **** song'),
  say(13, BEA, 'be nice'),
  say(14, ANA, 'sorry'),
]

/** Fake station of a test, and its record. */
export let air: {
  isLive: boolean
  messages: ChatMessage[]
  answers: Record<string, Answer>
  problem: string | null
  /** Ana, as the moderators see her. */
  chatter: Chatter
}
let received: ReceivedRequest[]
let stomp: StompStation

function answer({ method, path, body }: ReceivedRequest): Answer {
  const special = air.answers[`${method} ${path}`]
  if (special) return special
  if (method === 'DELETE') return { status: 204 }
  if (path === '/api/auth/me') return ok(PAOLO)
  if (path === '/api/broadcasts/live/health') return ok(healthOf({ ...air, isRunning: true }))
  if (path === '/api/broadcasts/live') return ok([SHOW])
  if (path === '/api/broadcasts/history')
    return ok(
      pageOf([
        { ...SHOW, id: 4, status: 'SCHEDULED' },
        { ...SHOW, status: 'ENDED', actualEnd: NOW },
      ]),
    )
  if (path === '/api/broadcasts/3/slowmode') {
    const { enabled, seconds } = body as { enabled: boolean; seconds: number }
    return ok({ ...SHOW, slowModeEnabled: enabled, slowModeSeconds: seconds })
  }
  if (path === '/api/chats/3/people/7') return ok(air.chatter)
  if (path === '/api/chats/3/people/7/timeout') return ok({ until: '2026-11-20T07:30:00.000Z' })
  if (path === '/api/chats/3') return ok(air.messages)
  if (path === '/api/profanity/words') return ok([])
  if (path === '/api/analytics/activity')
    return ok({ recentActivities: [], todayActivities: 0, weekActivities: 0, monthActivities: 0 })
  if (path === '/api/auth/paged') return ok(pageOf([]))
  const person = { id: 7, name: 'Ana Cruz', email: 'ana@campus.example' }
  if (path === '/api/auth/7/ban') return ok(aUser({ ...person, banned: true }))
  if (path.startsWith('/api/auth/')) return ok(aUser(person))
  return failure(404, 'NOT_FOUND', 'Not found.')
}

/** Registers what each test of the page needs around it. */
export function aroundEachTest(): void {
  beforeEach(() => {
    localStorage.clear()
    air = {
      isLive: true,
      messages: whatWasSaid(),
      answers: {},
      problem: null,
      chatter: { messages: 2, removedMessages: 1, timeoutUntil: null },
    }
    received = stubStation(answer)
    stomp = new StompStation()
  })
  afterEach(leaveDashboard)
}

const chat = () => screen.findByRole('list', { name: 'Messages, newest last' })

/** Opens the page, on a screen with room for all or on a phone, and waits for the chat, or for what `until` awaits. */
export async function open({
  isWide = true,
  at = '/moderator',
  until = chat as () => Promise<unknown>,
} = {}) {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.startsWith('(min-width') ? isWide : !isWide,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  renderPage(
    <LiveStatusProvider>
      <ModeratorPage />
    </LiveStatusProvider>,
    { call, at, realtime: stomp.load },
  )
  await until()
  return userEvent.setup()
}

export const row = (words: string | RegExp) => screen.getByRole('button', { name: words })
export const shown = () =>
  within(screen.getByRole('list', { name: 'Messages, newest last' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent ?? '')
export const tile = (label: string) => screen.getByText(label, { selector: 'dt' }).parentElement?.textContent
export const sent = (method: string, path: string) =>
  received.filter((request) => request.method === method && request.path === path)
export const receive = async (event: object) => {
  await waitFor(() => expect(stomp.commands()).toContain(`SUBSCRIBE ${TOPIC}`))
  act(() => stomp.publish(TOPIC, event))
}
