// @vitest-environment jsdom
import type { StreamHealth } from '@carillon/contract/stream/schemas'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { HEALTH } from '../listener/testing-status.ts'
import { createStationCheck } from './station-check.ts'
import { ANSWER_LIMIT_MS } from './station-probe.ts'
import { createFakeTimers, type FakeTimers } from './testing.ts'

/** A websocket of which the test is the server. */
class MemorySocket {
  onopen: (() => void) | null = null
  onclose: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null

  constructor() {
    sockets.push(this)
  }
  send(): void {}
  close(): void {}
  pong(): void {
    this.onopen?.()
    this.onmessage?.({ data: 'pong' })
  }
}

let sockets: MemorySocket[]
let timers: FakeTimers

beforeEach(() => {
  sockets = []
  timers = createFakeTimers()
  vi.stubGlobal('WebSocket', MemorySocket)
})
afterEach(() => vi.unstubAllGlobals())

/** The check of a DJ at a station whose health is this. */
function open(health: (signal: AbortSignal) => Promise<StreamHealth>) {
  const end = () => Promise.reject(new Error('not asked here'))
  const user = { id: 3, name: 'Mikael Reyes', role: 'DJ' } as const
  return createStationCheck({ timers, machine: { user }, calls: { health, live: async () => [], end } })
}

it('[DJ960] a station that has not answered within 8 s is said not to answer', async () => {
  const { state, check } = open(
    (signal) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
  )
  const checked = check()
  sockets[0]?.pong()
  timers.advance(ANSWER_LIMIT_MS - 1)
  expect(state.get()).toEqual({ state: 'pending' })
  timers.advance(1)
  await checked
  expect(state.get()).toEqual({ state: 'failed', message: 'The station isn’t answering' })
})

it('[DJ960] the answer to an earlier check does not replace that to a later one', async () => {
  const late = Promise.withResolvers<StreamHealth>()
  const answers = [late.promise, Promise.resolve(HEALTH)]
  const { state, check } = open(() => answers.shift() ?? expect.fail('asked too often'))
  const [earlier, later] = [check(), check()]
  sockets[1]?.pong()
  await later
  expect(state.get()).toMatchObject({ state: 'known', mediaServer: 'UP' })
  late.resolve({ ...HEALTH, icecastServer: 'DOWN' })
  sockets[0]?.pong()
  await earlier
  expect(state.get()).toMatchObject({ mediaServer: 'UP' })
})
