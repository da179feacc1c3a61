import type { ChatMessage } from '@carillon/contract/chat/schemas'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { politeAnnouncement } from '../../lib/announce.ts'
import '../../testing/native-elements.ts'
import '../../testing/observers.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { type Answer, failure, ok, openStation, type Station } from '../../testing/station.ts'
import { StompStation } from '../../testing/stomp-station.ts'
import { aUser } from '../../testing/user.ts'
import { ChatPanel, type ChatPanelProps } from './chat-panel.tsx'
import { outboxOf } from './outbox.ts'
import { aMessage } from './testing.ts'
import { useTimeout } from './use-timeout.ts'

const TOPIC = '/topic/broadcast/7/chat'
const ANA = { id: 9, name: 'Ana Cruz', role: 'LISTENER' } as const

let station: Station | undefined

afterEach(async () => {
  cleanup()
  outboxOf(ANA.id, 7).messages.set([])
  sessionStorage.clear()
  vi.restoreAllMocks()
  await station?.close()
})

type TestSetup = Partial<ChatPanelProps> & {
  said?: ChatMessage[] | ((asked: URLSearchParams) => ChatMessage[])
  onPost?: (content: string, count: number) => Answer | null
  realtime?: StompStation
  isBroken?: () => boolean
}

/** The chat of a visitor, unless the scene names a viewer. */
async function open({ said = [], onPost, realtime = new StompStation(), isBroken, ...given }: TestSetup) {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  let posts = 0
  const saidAt = (asked: URLSearchParams) => (typeof said === 'function' ? said(asked) : said)
  station = await openStation(({ method, url, body }) => {
    if (url.pathname === '/api/auth/me')
      return given.viewer ? ok(aUser({ id: given.viewer.id })) : failure(401, 'NOT_SIGNED_IN', '')
    if (method === 'DELETE') return { status: 204, text: '' }
    if (method === 'GET')
      return isBroken?.() ? failure(400, 'INVALID_INPUT', 'No.') : ok(saidAt(url.searchParams))
    posts += 1
    return onPost?.((body as { content: string }).content, posts) ?? null
  })
  const props = {
    broadcastId: 7,
    viewer: null,
    isLive: true,
    canModerate: false,
    slowMode: null,
    timeoutUntil: null,
    ...given,
  }
  renderPage(<PageOf {...props} />, { call: station.call, at: '/', realtime: realtime.load })
  return realtime
}

function PageOf(props: ChatPanelProps) {
  const [isThere, setThere] = useState(true)
  return (
    <>
      <button type="button" onClick={() => setThere(false)}>
        Leave the page
      </button>
      {isThere && <ChatPanel {...props} />}
    </>
  )
}

const log = () => screen.findByRole('log', { name: 'Chat messages' })
const field = () => screen.findByRole('textbox', { name: 'Message' })

async function connected(realtime: StompStation): Promise<void> {
  await waitFor(() => expect(realtime.commands()).toContain(`SUBSCRIBE ${TOPIC}`))
}

describe('the chat panel', () => {
  test('[CV14] a visitor reads, and is asked to sign in to write', async () => {
    await open({ said: [aMessage(1, { content: 'good afternoon' })] })
    expect(within(await log()).getByText('good afternoon')).toBeDefined()
    expect(screen.getByRole('link', { name: 'Sign in to chat' }).getAttribute('href')).toBe('/login')
    expect(screen.queryByRole('textbox')).toBeNull()
  })

  test('[CV14] before anybody has said anything it says so', async () => {
    await open({ viewer: ANA })
    expect(await screen.findByText('Nobody has said anything yet')).toBeDefined()
  })

  test('[CV14] after the end it can be read, and not written in', async () => {
    await open({ viewer: ANA, isLive: false, said: [aMessage(1)] })
    expect(within(await log()).getByText('message 1')).toBeDefined()
    expect(screen.getByText('The broadcast has ended. The chat is closed.')).toBeDefined()
    expect(screen.queryByRole('textbox')).toBeNull()
  })

  test('[CV821] after the end an empty chat asks nobody to write', async () => {
    await open({ viewer: ANA, isLive: false })
    expect(await screen.findByText('Nobody wrote in this chat')).toBeDefined()
    expect(screen.queryByText(/Say hello|Be the first/)).toBeNull()
  })

  test('[CV14] what could not be loaded is loaded by one button', async () => {
    let isBroken = true
    await open({ said: [aMessage(1)], isBroken: () => isBroken })
    await screen.findByText('The chat could not be loaded')
    isBroken = false
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(within(await log()).getByText('message 1')).toBeDefined()
  })

  test('[CV15] what is said is text and nothing else', async () => {
    const content = '<img src=x onerror="alert(1)"> https://evil.example javascript:alert(1)'
    await open({ said: [aMessage(1, { content, sender: { id: 3, name: '<b>Jana</b>', role: 'DJ' } })] })
    expect(within(await log()).getByText(content)).toBeDefined()
    expect((await log()).querySelectorAll('img, b, a, script')).toHaveLength(0)
    expect(screen.getByText('<b>Jana</b>')).toBeDefined()
  })

  test('[CV9] Enter sends: the message is there at once, and stays when the station has it', async () => {
    const realtime = await open({
      viewer: ANA,
      onPost: (content) => ok(aMessage(5, { content, sender: ANA }), 201),
    })
    await connected(realtime)
    await userEvent.type(await field(), 'hello there{Enter}')
    expect(within(await log()).getByText('hello there')).toBeDefined()
    await waitFor(() => expect(screen.queryByText('Sending…')).toBeNull())
    expect(screen.getAllByText('hello there')).toHaveLength(1)
    expect((await field()).textContent).toBe('')
  })

  test('[CV9] Shift and Enter begins a line; nothing is sent empty', async () => {
    await open({ viewer: ANA })
    await userEvent.type(await field(), '  {Enter}')
    await userEvent.type(await field(), 'one{Shift>}{Enter}{/Shift}two')
    expect(station?.received.filter(({ method }) => method === 'POST')).toEqual([])
    expect((await field()).textContent).toContain('one\ntwo')
  })

  // Safari ends the composition before the key that confirms it, which has only its code.
  test.each([{ isComposing: true }, { keyCode: 229 }])(
    '[CV9] the Enter that confirms a choice of an input method does not send: %o',
    async (mark) => {
      await open({ viewer: ANA })
      await userEvent.type(await field(), 'にほん')
      expect(fireEvent.keyDown(await field(), { key: 'Enter', ...mark })).toBe(true)
      expect((await field()).textContent).toBe('にほん')
      expect(fireEvent.keyDown(await field(), { key: 'Enter', keyCode: 13 })).toBe(false)
      expect((await field()).textContent).toBe('')
    },
  )

  test('[CV10] a message that was refused says why, with Retry and Delete', async () => {
    await open({
      viewer: ANA,
      onPost: (content, count) =>
        count === 1
          ? failure(409, 'NOT_LIVE', 'This only works while the broadcast is live.')
          : ok(aMessage(5, { content, sender: ANA }), 201),
    })
    await userEvent.type(await field(), 'hello{Enter}')
    expect((await screen.findByRole('alert')).textContent).toContain('only works while the broadcast is live')
    expect(screen.getByRole('button', { name: 'Delete' })).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    expect(screen.getAllByText('hello')).toHaveLength(1)
  })

  test('[CV11] slow mode shows its seconds, counts down in the button and keeps the draft', async () => {
    const timestamp = new Date(Date.now() - 2_000).toISOString()
    const realtime = await open({ viewer: ANA, said: [aMessage(1, { sender: ANA, timestamp })] })
    await connected(realtime)
    act(() => realtime.publish(TOPIC, { type: 'SLOW_MODE', enabled: true, seconds: 60 }))
    expect(screen.getByText('Slow mode: 60 s')).toBeDefined()
    await userEvent.type(await field(), 'again{Enter}')
    expect(screen.getByRole('button', { name: /^Wait 5\d s$/ }).ariaDisabled).toBe('true')
    expect((await field()).textContent).toBe('again')
    expect(station?.received.filter(({ method }) => method === 'POST')).toEqual([])
  })

  test('[CV11] who moderates does not wait', async () => {
    const said = [aMessage(1, { sender: ANA, timestamp: new Date().toISOString() })]
    await open({ viewer: ANA, said, canModerate: true, slowMode: { seconds: 60 } })
    await field()
    expect(screen.getByRole('button', { name: 'Send' }).ariaDisabled).not.toBe('true')
  })

  test('[CV12] a draft outlives the page', async () => {
    await open({ viewer: ANA })
    await userEvent.type(await field(), 'half a thou')
    cleanup()
    await station?.close()
    await open({ viewer: ANA })
    expect((await field()).textContent).toBe('half a thou')
  })

  test('[CV7] further up the message in view stays, and a pill counts what is new, said once', async () => {
    const realtime = await open({ viewer: ANA, said: [aMessage(1)] })
    await connected(realtime)
    const feed = await log()
    Object.defineProperties(feed, { scrollHeight: { value: 5_000 }, clientHeight: { value: 600 } })
    feed.scrollTop = 100
    fireEvent.scroll(feed)
    for (const id of [2, 3])
      act(() => realtime.publish(TOPIC, { type: 'CHAT_MESSAGE', message: aMessage(id) }))
    const pill = await screen.findByRole('button', { name: '2 new messages' })
    expect(feed.scrollTop).toBe(100)
    expect(politeAnnouncement.get().text).toBe('New messages below')
    await userEvent.click(pill)
    expect(feed.scrollTop).toBe(5_000)
    expect(screen.queryByRole('button', { name: /new messages$/ })).toBeNull()
  })

  test('[CV4] one takes back what one has just said', async () => {
    const said = [
      aMessage(1),
      aMessage(2, { sender: ANA, content: 'oops', timestamp: new Date().toISOString() }),
    ]
    await open({ viewer: ANA, said })
    await log()
    expect(screen.queryByRole('button', { name: 'Delete message by Jana Ramos' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Delete message by Ana Cruz' }))
    await waitFor(() => expect(screen.queryByText('oops')).toBeNull())
    expect(station?.received.map(({ url }) => url.pathname)).toContain('/api/chats/messages/2')
  })

  test('[CV4] who moderates removes any message and sees where it was', async () => {
    const realtime = await open({ viewer: ANA, canModerate: true, said: [aMessage(1)] })
    await connected(realtime)
    await userEvent.click(await screen.findByRole('button', { name: 'Delete message by Jana Ramos' }))
    expect(await screen.findByText('Message removed by a moderator')).toBeDefined()
  })

  test('[CV20] Tab leads to one message and its actions, the arrows to the others', async () => {
    await open({ viewer: ANA, canModerate: true, said: [aMessage(1), aMessage(2), aMessage(3)] })
    const rows = within(await log()).getAllByRole('article')
    const stops = () =>
      rows.map((row) => [row, ...row.querySelectorAll('button')].map(({ tabIndex }) => tabIndex))
    expect(stops()).toEqual([
      [-1, -1],
      [-1, -1],
      [0, 0],
    ])
    act(() => rows[2]?.focus())
    await userEvent.keyboard('{ArrowUp}')
    expect(document.activeElement).toBe(rows[1])
    expect(stops()[1]).toEqual([0, 0])
    await userEvent.tab()
    expect(document.activeElement).toBe(rows[1]?.querySelector('button'))
  })

  test('[LS301] a connection that is lost for 4 s is told, with a way to try at once', async () => {
    const realtime = await open({ viewer: ANA })
    await connected(realtime)
    // Only the test moves this clock: a busy machine does not make 3 s four.
    vi.useFakeTimers()
    const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
    try {
      realtime.isAway = true
      act(() => realtime.drop())
      await pass(3_000)
      expect(screen.queryByText(/Connecting|Reconnecting/)).toBeNull()
      await pass(1_500)
      screen.getByText('Reconnecting…')
      realtime.isAway = false
      // The button is there between two tries, not while one runs.
      while (!screen.queryByRole('button', { name: 'Try now' })) await pass(100)
      fireEvent.click(screen.getByRole('button', { name: 'Try now' }))
      while (screen.queryByText(/Connecting|Reconnecting/)) await pass(100)
    } finally {
      vi.useRealTimers()
    }
  })

  test('[CV16] what was given up has one button', async () => {
    const realtime = await open({ viewer: ANA })
    await connected(realtime)
    act(() => realtime.drop(1000))
    expect(await screen.findByText("Can't reach the chat")).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(screen.queryByText("Can't reach the chat")).toBeNull())
  })

  test('[CV13] the log is silent by itself: what is announced is chosen', async () => {
    const realtime = await open({ viewer: ANA, said: [aMessage(1)] })
    await connected(realtime)
    expect((await log()).getAttribute('aria-live')).toBe('off')
    await userEvent.click(screen.getByRole('button', { name: 'Announce new messages: Mentions' }))
    await userEvent.click(screen.getByRole('radio', { name: /^All/, hidden: true }))
    act(() => realtime.publish(TOPIC, { type: 'CHAT_MESSAGE', message: aMessage(2, { content: 'kumusta' }) }))
    await waitFor(() => expect(politeAnnouncement.get().text).toBe('Jana Ramos: kumusta'))
    localStorage.clear()
  })

  test('[CV17] the station hears that somebody is here, on each connection', async () => {
    const realtime = await open({})
    await waitFor(() => expect(realtime.commands()).toContain('SEND /app/broadcast/7/join'))
    realtime.drop()
    const joins = () => realtime.commands().filter((line) => line === 'SEND /app/broadcast/7/join')
    await waitFor(() => expect(joins()).toHaveLength(2), { timeout: 10_000 })
    await userEvent.click(screen.getByRole('button', { name: 'Leave the page' }))
    expect(realtime.commands()).toContain('SEND /app/broadcast/7/leave')
  })
})

describe('a timeout', () => {
  test('[CV401] a listener reads until when, in the place of the field', async () => {
    await open({ viewer: ANA, timeoutUntil: new Date('2026-11-20T07:30:00.000Z') })
    expect((await screen.findByText(/^You’re in a timeout/)).textContent).toBe(
      'You’re in a timeout. You can write again at 3:30 PM.',
    )
    expect(screen.queryByRole('textbox', { name: 'Message' })).toBeNull()
  })

  test('[CV401] it comes and goes without a reload', async () => {
    const realtime = new StompStation()
    station = await openStation(({ url }) => {
      if (url.pathname === '/api/auth/me') return ok(aUser({ id: ANA.id }))
      return ok({ until: null })
    })
    renderPage(<Silenced />, { call: station.call, at: '/', realtime: realtime.load })
    await screen.findByText('free')
    await waitFor(() => expect(realtime.commands()).toContain('SUBSCRIBE /user/queue/notifications'))
    const publishTimeout = (until: string | null) =>
      act(() => realtime.publish('/user/queue/notifications', { type: 'CHAT_TIMEOUT', until }))
    publishTimeout(new Date(Date.now() + 600_000).toISOString())
    await screen.findByText('silenced')
    publishTimeout(null)
    await screen.findByText('free')
  })
})

function Silenced() {
  return <p>{useTimeout(ANA) ? 'silenced' : 'free'}</p>
}

test('[LS922] for who hears the show later it shows what was said by then, and what they said themselves', async () => {
  const at = (id: number, second: number, sender = { id: 3, name: 'Ben Diaz', role: 'LISTENER' as const }) =>
    aMessage(id, { sender, timestamp: `2026-11-20T10:00:${second}.000Z` })
  await open({
    viewer: ANA,
    said: [at(1, 10), at(2, 20), at(3, 40), at(4, 41, ANA)],
    until: Date.parse('2026-11-20T10:00:30.000Z'),
    above: <p>Chat as I hear it</p>,
  })
  const feed = await screen.findByRole('log')
  await waitFor(() => expect(within(feed).getByText('message 4')).toBeTruthy())
  const shown = [1, 2, 3, 4].map((id) => within(feed).queryByText(`message ${id}`) !== null)
  expect(shown).toEqual([true, true, false, true])
  expect(screen.getByText('Chat as I hear it')).toBeTruthy()
})

test('[LS922] what was said by then is fetched where the list has only what came later', async () => {
  const at = (id: number, time: string) => aMessage(id, { timestamp: `2026-11-20T${time}.000Z` })
  const newest = Array.from({ length: 50 }, (_, index) => at(100 + index, '10:30:00'))
  const asked: (string | null)[] = []
  await open({
    said: (params) => {
      asked.push(params.get('before'))
      return params.has('before') ? [at(1, '10:00:00')] : newest
    },
    until: Date.parse('2026-11-20T10:00:30.000Z'),
  })
  const feed = await screen.findByRole('log')
  await waitFor(() => expect(within(feed).getByText('message 1')).toBeTruthy())
  expect(within(feed).queryByText('message 100')).toBeNull()
  expect(asked).toEqual([null, '100'])
})
