import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  type Answer,
  failure,
  ok,
  openStation,
  type ReceivedRequest,
  type Station,
} from '../../testing/station.ts'
import { createChatCalls } from './chat-calls.ts'
import { ChatRoom, type ChatState, MOST_FOLLOWED } from './chat-room.ts'
import { Outbox } from './outbox.ts'
import { aMessage, messages } from './testing.ts'

const ANA = { id: 9, name: 'Ana Cruz', role: 'LISTENER' } as const
const NOW_MS = Date.parse('2026-11-20T08:00:00.000Z')

let station: Station | undefined
let leave: (() => void) | undefined

afterEach(async () => {
  leave?.()
  await station?.close()
  vi.restoreAllMocks()
})

type History = {
  all: number[]
  onPost?: (request: ReceivedRequest, count: number) => Answer | Promise<Answer> | null | undefined
}

/** A room of Ana's before a station with this history. */
async function openRoom({ all, onPost = () => undefined }: History, keepsTraces = false) {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  let posts = 0
  station = await openStation((request) => {
    if (request.method === 'POST') {
      posts += 1
      return onPost(request, posts)
    }
    const limit = Number(request.url.searchParams.get('limit'))
    const before = Number(request.url.searchParams.get('before') ?? Number.POSITIVE_INFINITY)
    return ok(messages(...all.filter((id) => id < before).slice(-limit)))
  })
  const signedOut = vi.fn()
  const options = {
    calls: createChatCalls(station.call, 7),
    viewerId: ANA.id,
    keepsTraces,
    slowMode: null,
    outbox: new Outbox(),
    now: () => NOW_MS,
    onSignedOut: signedOut,
  }
  /** Leaves the room for another of the same chat, as after a visit to another page. */
  const enter = () => {
    leave?.()
    const room = new ChatRoom(options)
    leave = room.open()
    return room
  }
  leave = undefined
  const room = enter()
  await until(room, ({ status }) => status !== 'loading')
  return {
    room,
    enter,
    signedOut,
    posts: () => station?.received.filter(({ method }) => method === 'POST') ?? [],
  }
}

/** Resolves when the room's state is so. */
function until(room: ChatRoom, isSo: (state: ChatState) => boolean): Promise<ChatState> {
  return new Promise((resolve) => {
    const look = () => {
      if (!isSo(room.state.get())) return
      stop()
      resolve(room.state.get())
    }
    const stop = room.state.subscribe(look)
    look()
  })
}

const ids = (room: ChatRoom) => room.state.get().log.entries.map(({ id }) => id)
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)
const received = (id: number, given = {}) => ({ type: 'CHAT_MESSAGE', message: aMessage(id, given) }) as const

describe('the chat of a broadcast', () => {
  test('[CV1] begins with the newest 50 and gives what came before on request', async () => {
    const { room } = await openRoom({ all: range(1, 120) })
    expect(ids(room)).toEqual(range(71, 120))
    await room.loadOlder()
    await room.loadOlder()
    expect(ids(room)).toEqual(range(1, 120))
    expect(room.state.get().log.hasOlder).toBe(false)
  })

  test('[CV3] after a gap it asks as far back as it knows, and shows each message once', async () => {
    const all = range(1, 30)
    const { room } = await openRoom({ all })
    all.splice(0, all.length, ...range(1, 9), ...range(11, 330))
    room.refresh()
    room.receive(received(331))
    await until(room, ({ log }) => log.entries.at(-1)?.id === 331 && log.entries.length > 31)
    expect(ids(room)).toEqual([...range(1, 9), ...range(11, 331)])
  })

  test('[CV2] who follows the newest does not keep all that was ever said', async () => {
    const { room } = await openRoom({ all: range(1, 50) })
    for (const id of range(51, 400)) {
      room.receive(received(id))
      if (id % 10 === 0) await until(room, ({ log }) => log.entries.at(-1)?.id === id)
    }
    expect(ids(room).length).toBeLessThanOrEqual(MOST_FOLLOWED + 50)
    expect(room.state.get().log.hasOlder).toBe(true)
  })

  test('[CV2] nor where many arrive at once', async () => {
    const { room } = await openRoom({ all: range(1, 50) })
    for (let newest = 150; newest <= 450; newest += 100) {
      for (const id of range(newest - 99, newest)) room.receive(received(id))
      await until(room, ({ log }) => log.entries.at(-1)?.id === newest)
    }
    expect(ids(room).length).toBeLessThanOrEqual(MOST_FOLLOWED + 50)
  })

  test('[CV4] a removed message disappears, also when its news overtakes the answer', async () => {
    const { room } = await openRoom({ all: range(1, 5) })
    room.receive({ type: 'MESSAGE_DELETED', id: 3 })
    expect(ids(room)).toEqual([1, 2, 4, 5])
    room.refresh()
    room.receive({ type: 'MESSAGE_DELETED', id: 4 })
    await until(room, ({ log }) => log.entries.some(({ id }) => id === 3))
    expect(ids(room)).toEqual([1, 2, 3, 5])
  })

  test('[CV4] an own message that was removed before its answer came stays gone', async () => {
    const removed = { type: 'MESSAGE_DELETED', id: 2 } as const
    const { room } = await openRoom({
      all: [1],
      onPost: () => {
        room.receive(received(2, { sender: ANA }))
        room.receive(removed)
        return ok(aMessage(2, { sender: ANA }))
      },
    })
    room.send('oops')
    await until(room, ({ outgoing }) => outgoing.length === 0)
    await new Promise(setImmediate)
    expect(ids(room)).toEqual([1])
  })

  test('[CV9] an own message is there at once, and once: its news and its answer are one', async () => {
    let answer: () => void = () => undefined
    const { room } = await openRoom({
      all: [1],
      onPost: ({ body }) => {
        room.receive(received(2, { sender: ANA, content: (body as { content: string }).content }))
        answer = () => room.receive(received(3))
        return ok(aMessage(2, { sender: ANA, content: 'hello' }), 201)
      },
    })
    room.send('hello')
    expect(room.state.get().outgoing).toMatchObject([{ content: 'hello', state: 'sending' }])
    expect(ids(room)).toEqual([1])
    await until(room, ({ outgoing }) => outgoing.length === 0)
    answer()
    await until(room, ({ log }) => log.entries.length === 3)
    expect(ids(room)).toEqual([1, 2, 3])
  })

  test('[CV10] a failed message keeps its text; sent again it has the same key', async () => {
    const { room, posts } = await openRoom({
      all: [],
      onPost: (_, count) =>
        count === 1
          ? failure(409, 'NOT_LIVE', 'This only works while the broadcast is live.')
          : ok(aMessage(1, { sender: ANA, content: 'hello' }), 201),
    })
    room.send('hello')
    const { outgoing } = await until(room, (state) => state.outgoing[0]?.state === 'failed')
    expect(outgoing[0]).toMatchObject({
      content: 'hello',
      reason: 'This only works while the broadcast is live.',
    })
    room.retry(outgoing[0]?.localId ?? '')
    await until(room, (state) => state.outgoing.length === 0)
    expect(ids(room)).toEqual([1])
    const keys = posts().map(({ headers }) => headers['idempotency-key'])
    expect(new Set(keys).size).toBe(1)
    expect(keys).toHaveLength(2)
  })

  test('[CV10] a failed message can be forgotten', async () => {
    const { room } = await openRoom({
      all: [],
      onPost: () => failure(403, 'BANNED', 'This account is banned.'),
    })
    room.send('hello')
    const { outgoing } = await until(room, (state) => state.outgoing[0]?.state === 'failed')
    room.discard(outgoing[0]?.localId ?? '')
    expect(room.state.get().outgoing).toEqual([])
  })

  test('[CV10] what failed without an answer and is heard after all is not shown twice', async () => {
    const { room } = await openRoom({ all: [], onPost: () => null })
    room.send('hello')
    await until(room, (state) => state.outgoing[0]?.state === 'failed')
    room.receive(received(4, { sender: ANA, content: 'hello' }))
    const { outgoing } = await until(room, ({ log }) => log.entries.length === 1)
    expect(outgoing).toEqual([])
  })

  test('[CV960] what was not accepted is still there after a visit to another page', async () => {
    const { room, enter } = await openRoom({
      all: [],
      onPost: () => failure(409, 'NOT_LIVE', 'This only works while the broadcast is live.'),
    })
    room.send('hello')
    await until(room, ({ outgoing }) => outgoing[0]?.state === 'failed')
    expect(enter().state.get().outgoing).toMatchObject([{ content: 'hello', state: 'failed' }])
  })

  test('[CV960] so is what is being sent, once, until it is answered', async () => {
    const answer = Promise.withResolvers<Answer>()
    const { room, enter, posts } = await openRoom({ all: [], onPost: () => answer.promise })
    room.send('hello')
    const next = enter()
    expect(next.state.get().outgoing).toMatchObject([{ content: 'hello', state: 'sending' }])
    answer.resolve(ok(aMessage(1, { sender: ANA, content: 'hello' }), 201))
    await until(next, ({ outgoing, log }) => outgoing.length === 0 && log.entries.length === 1)
    expect(posts()).toHaveLength(1)
    expect(room.state.get().log.entries).toEqual([])
  })

  test('[CV11] what the station refuses for a while is not sent again before that', async () => {
    const { room, posts } = await openRoom({
      all: [],
      onPost: () => ({
        ...failure(429, 'SLOW_MODE', 'Slow mode is on. Please wait before you write again.'),
        headers: { 'retry-after': '7' },
      }),
    })
    room.send('hello')
    const { outgoing, refusedUntilMs } = await until(room, (state) => state.refusedUntilMs > 0)
    expect(refusedUntilMs).toBe(NOW_MS + 7_000)
    room.retry(outgoing[0]?.localId ?? '')
    expect(room.state.get().outgoing[0]?.state).toBe('failed')
    expect(posts()).toHaveLength(1)
  })

  test('[CV11] slow mode counts from its news on', async () => {
    const { room } = await openRoom({ all: [] })
    room.receive({ type: 'SLOW_MODE', enabled: true, seconds: 30 })
    expect(room.state.get().slowMode).toEqual({ seconds: 30 })
    room.receive({ type: 'SLOW_MODE', enabled: false, seconds: 30 })
    expect(room.state.get().slowMode).toBeNull()
  })

  test('[CV10] a session that is over is asked about', async () => {
    const { room, signedOut } = await openRoom({
      all: [],
      onPost: () => failure(401, 'NOT_SIGNED_IN', 'Please sign in first.'),
    })
    room.send('hello')
    await until(room, (state) => state.outgoing[0]?.state === 'failed')
    expect(signedOut).toHaveBeenCalledOnce()
  })

  test('[CV2] no more than twenty messages wait to be sent', async () => {
    const { room } = await openRoom({ all: [] })
    const sent = range(1, 21).map((count) => room.send(`message ${count}`))
    expect(sent.lastIndexOf(true)).toBe(19)
    expect(sent[20]).toBe(false)
  })
})
