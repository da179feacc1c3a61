import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { StompStation } from '../testing/stomp-station.ts'
import { LINGER_MS, PATIENCE_MS, Subscriptions } from './subscriptions.ts'

const CHAT = '/topic/broadcast/7/chat'
const LIVE = '/topic/broadcast/live'

/** A page of a visitor that wants to hear the chat. */
function openPage(station = new StompStation()) {
  const page = new Subscriptions(station.load)
  const received: unknown[] = []
  const gaps: string[] = []
  page.identify(null)
  const leave = page.add(CHAT, { onMessage: (body) => received.push(body), onGap: () => gaps.push(CHAT) })
  return { station, page, received, gaps, leave, state: () => page.view.get().state }
}

/** Lets time pass: sockets of the station open a moment after they were asked for. */
const pass = (ms = 1) => vi.advanceTimersByTimeAsync(ms)

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('the connection of a page', () => {
  test('[RC1] is opened by the first who wants to hear something, and is one for all', async () => {
    const { station, page, state } = openPage()
    page.add(LIVE, { onMessage: () => undefined })
    page.add(CHAT, { onMessage: () => undefined })
    await pass()
    expect(state()).toBe('open')
    expect(station.commands()).toEqual(['CONNECT', `SUBSCRIBE ${CHAT}`, `SUBSCRIBE ${LIVE}`])
  })

  test('[RC1] is not opened before it is known whose it is', async () => {
    const station = new StompStation()
    const page = new Subscriptions(station.load)
    page.add(CHAT, { onMessage: () => undefined })
    await pass(60_000)
    expect(station.transports).toEqual([])
    page.identify(null)
    await pass()
    expect(station.transports).toEqual(['websocket'])
  })

  test('[RC1] is closed a little after nobody wants it any more, and not between two pages', async () => {
    const { station, page, leave, state } = openPage()
    await pass()
    leave()
    await pass(LINGER_MS - 1)
    const leaveAgain = page.add(CHAT, { onMessage: () => undefined })
    await pass(LINGER_MS * 2)
    expect(state()).toBe('open')
    leaveAgain()
    await pass(LINGER_MS)
    expect(state()).toBe('idle')
    expect(station.transports).toHaveLength(1)
  })

  test('[RC2] a message reaches everybody who hears its destination, once, and nobody else', async () => {
    const { station, page, received } = openPage()
    const others: unknown[] = []
    page.add(CHAT, { onMessage: (body) => others.push(body) })
    page.add(LIVE, { onMessage: () => others.push('live') })
    await pass()
    station.publish(CHAT, { type: 'MESSAGE_DELETED', id: 4 })
    expect(received).toEqual([{ type: 'MESSAGE_DELETED', id: 4 }])
    expect(others).toEqual(received)
  })

  test('[RC2] what is no JSON, or breaks one who hears it, ends nothing', async () => {
    const { station, received, state } = openPage()
    await pass()
    station.publish(CHAT, '{')
    station.publish(CHAT, { type: 'MESSAGE_DELETED', id: 5 })
    expect(received).toEqual([{ type: 'MESSAGE_DELETED', id: 5 }])
    expect(state()).toBe('open')
  })

  test('[RC3] goes by SockJS when a websocket cannot be opened', async () => {
    const station = new StompStation()
    station.isWebSocketBlocked = true
    const { state } = openPage(station)
    await pass()
    expect(station.transports).toEqual(['websocket', 'sockjs'])
    expect(state()).toBe('open')
  })

  test('[RC3] falls back to SockJS also when websockets are blocked later', async () => {
    const { station, state, gaps } = openPage()
    await pass()
    station.isWebSocketBlocked = true
    station.drop()
    await pass(1_510)
    expect(station.transports).toEqual(['websocket', 'websocket', 'sockjs'])
    expect([state(), gaps.length]).toEqual(['open', 2])
  })

  test('[RC4] comes back after a loss, subscribes again and tells that something may have been missed', async () => {
    const { station, received, gaps, state } = openPage()
    await pass()
    station.drop()
    expect(state()).toBe('waiting')
    await pass(1_510)
    expect(state()).toBe('open')
    expect(gaps).toHaveLength(2)
    station.publish(CHAT, { type: 'MESSAGE_DELETED', id: 6 })
    expect(received).toHaveLength(1)
  })

  test('[SH305] tries at once when another connection has reached the station', async () => {
    const { station, page, state } = openPage()
    await pass()
    station.isAway = true
    station.drop()
    await pass(6_000)
    station.isAway = false
    expect(state()).toBe('waiting')
    page.stationReached()
    await pass()
    expect(state()).toBe('open')
  })

  test.each([1000, 1001])('[RC5] stays away after a close with %i until somebody asks', async (code) => {
    const { station, page, state } = openPage()
    await pass()
    station.drop(code)
    await pass(600_000)
    expect(state()).toBe('gave-up')
    page.retry()
    await pass()
    expect(state()).toBe('open')
  })

  test('[RC6] gives up after fifteen attempts in a row, and one button tries again', async () => {
    const { station, page, state } = openPage()
    await pass()
    station.isAway = true
    station.drop()
    await pass(3_600_000)
    expect(state()).toBe('gave-up')
    expect(station.transports.filter((transport) => transport === 'websocket')).toHaveLength(1 + 15)
    station.isAway = false
    page.retry()
    await pass()
    expect(state()).toBe('open')
  })

  test('[RC6] attempts start over once it is open', async () => {
    const { station, page } = openPage()
    await pass()
    station.isAway = true
    station.drop()
    await pass(20_000)
    expect(page.view.get().attempt).toBe(5)
    station.isAway = false
    await pass(20_000)
    station.drop()
    expect(page.view.get()).toMatchObject({ state: 'waiting', attempt: 1, retryInMs: 1_500 })
  })

  test('[RC7] without a network it is tried every 5 s and no attempt counts; when it returns, at once', async () => {
    const { station, page, state } = openPage()
    await pass()
    Object.assign(station, { isOnline: false, isAway: true })
    station.drop()
    expect(page.view.get()).toMatchObject({ state: 'offline', attempt: 0, retryInMs: 5_000 })
    await pass(600_000)
    expect(state()).toBe('offline')
    Object.assign(station, { isOnline: true, isAway: false })
    page.networkReturned()
    await pass()
    expect(state()).toBe('open')
  })

  test('[RC7] when the network returns, what seems open is opened anew: it may be dead', async () => {
    const { station, page, gaps } = openPage()
    await pass()
    page.networkReturned()
    await pass()
    expect(station.sockets.map(({ readyState }) => readyState)).toEqual([3, 1])
    expect(gaps).toHaveLength(2)
  })

  test('[RC8] another person gets another connection', async () => {
    const { station, page, state } = openPage()
    await pass()
    station.token = 'secret'
    page.identify('7 LISTENER')
    await pass()
    const connects = station.received.filter(({ command }) => command === 'CONNECT')
    expect(connects.map(({ headers }) => headers.Authorization)).toEqual([undefined, 'Bearer secret'])
    expect(station.sockets.map(({ readyState }) => readyState)).toEqual([3, 1])
    page.identify('7 LISTENER')
    await pass()
    expect([station.sockets.length, state()]).toEqual([2, 'open'])
  })

  test('[RC9] what the station refuses is left out, and the rest goes on', async () => {
    const { station, page, received, state } = openPage()
    station.refused.add('/user/queue/notifications')
    page.add('/user/queue/notifications', { onMessage: () => undefined })
    await pass(60_000)
    expect(state()).toBe('open')
    expect(station.sockets).toHaveLength(2)
    station.publish(CHAT, { type: 'MESSAGE_DELETED', id: 7 })
    expect(received).toHaveLength(1)
  })

  test('[RC10] what is sent goes to the station when open, and is not kept when closed', async () => {
    const { station, page } = openPage()
    page.send('/app/broadcast/7/join', {})
    await pass()
    page.send('/app/broadcast/7/leave', {})
    expect(station.commands().filter((line) => line.startsWith('SEND'))).toEqual([
      'SEND /app/broadcast/7/leave',
    ])
  })

  describe('what is asked for when its subscription stands', () => {
    /** What has happened so far: `gap` by the subscription, `asked` by who waited. */
    function openWaiting(station = new StompStation()) {
      const page = new Subscriptions(station.load)
      const log: string[] = []
      const ask = () => page.subscribed(CHAT, new AbortController().signal).then(() => log.push('asked'))
      void ask()
      page.add(CHAT, { onMessage: () => undefined, onGap: () => log.push('gap') })
      return { station, page, log, ask }
    }

    test('[RC641] waits until the subscription stands, and not at all once it does', async () => {
      const { page, log, ask } = openWaiting()
      await pass(100)
      expect(log).toEqual([])
      page.identify(null)
      await pass()
      expect(log).toEqual(['gap', 'asked'])
      await ask()
      expect(log).toEqual(['gap', 'asked', 'asked'])
    })

    test('[RC641] waits no longer than two seconds', async () => {
      const { log } = openWaiting()
      await pass(PATIENCE_MS - 1)
      expect(log).toEqual([])
      await pass()
      expect(log).toEqual(['asked'])
    })

    test('[RC641] does not wait for a connection that is lost, nor trust a subscription of an earlier one', async () => {
      const station = new StompStation()
      station.isAway = true
      const { page, log, ask } = openWaiting(station)
      page.identify(null)
      await pass()
      expect(page.view.get().state).toBe('waiting')
      expect(log).toEqual(['asked'])
      station.isAway = false
      page.retry()
      void ask()
      await pass()
      expect(log).toEqual(['asked', 'gap', 'asked'])
      page.networkReturned()
      void ask()
      expect(log).toHaveLength(3)
      await pass()
      expect(log.slice(3)).toEqual(['gap', 'asked'])
    })
  })

  test('[RC11] heart-beats are kept by a Worker, which does not sleep in a hidden tab', async () => {
    const workers: { onmessage?: (event: { data: number }) => void }[] = []
    vi.stubGlobal(
      'Worker',
      class {
        onmessage?: (event: { data: number }) => void
        constructor() {
          workers.push(this)
        }
        terminate(): void {}
      },
    )
    const station = new StompStation()
    station.heartBeat = '10000,10000'
    openPage(station)
    await pass()
    workers[0]?.onmessage?.({ data: 10_000 })
    expect(station.beats).toBe(1)
    vi.unstubAllGlobals()
  })

  test('[RC11] a station that says nothing for twice a heart-beat is lost', async () => {
    const station = new StompStation()
    station.heartBeat = '10000,0'
    const { state } = openPage(station)
    await pass()
    await pass(20_000)
    expect(state()).toBe('open')
    await pass(10_000)
    expect(station.sockets[0]?.readyState).toBe(3)
  })
})
