// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Call } from '../../../api/client.ts'
import { createStore } from '../../../lib/store.ts'
import { createListening } from './listening.ts'
import { type LiveStatus, UNKNOWN_STATUS } from './live-status.ts'
import { rewindTo } from './rewinding.ts'

const ON_AIR: LiveStatus = { ...UNKNOWN_STATUS, station: 'live', broadcastId: 7, isStreaming: true }
const BETWEEN: LiveStatus = { ...ON_AIR, station: 'off-air', broadcastId: null }

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 })
  vi.stubGlobal('fetch', async () => new Response())
  const element = HTMLMediaElement.prototype
  vi.spyOn(element, 'canPlayType').mockReturnValue('probably')
  vi.spyOn(element, 'play').mockResolvedValue()
  vi.spyOn(element, 'pause').mockReturnValue()
  vi.spyOn(element, 'load').mockReturnValue()
  const beganAt = Date.now()
  vi.spyOn(element, 'currentTime', 'get').mockImplementation(() => (Date.now() - beganAt) / 1_000)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Somebody a minute behind in the show, or in what `before` says; what the station says then, and what is listened to a minute and more later. */
async function addressAfter(reports: LiveStatus[], before = ON_AIR): Promise<string | null> {
  const status = createStore(before)
  const call = (() => new Promise(() => undefined)) as unknown as Call
  const { player, open } = createListening({ status, say: () => undefined }, call)
  const close = open()
  try {
    rewindTo(player, 60_000)
    await vi.advanceTimersByTimeAsync(1_000)
    for (const report of reports) status.set(report)
    await vi.advanceTimersByTimeAsync(50_000)
    expect(player.snapshot.get().place).not.toBe(null)
    await vi.advanceTimersByTimeAsync(20_000)
    return document.querySelector('audio')?.getAttribute('src') ?? null
  } finally {
    close()
  }
}

test.each([
  ['plays on between shows', [BETWEEN]],
  ['has the next show on meanwhile', [BETWEEN, { ...ON_AIR, broadcastId: 8 }]],
])('[LS930] at the end of the show, in a stream that %s, what is live follows', async (_, reports) => {
  expect(await addressAfter(reports)).toMatch(/^\/live\.ogg\?(?!from)/)
})

test('[LS924] over a hand-over who is behind hears on', async () => {
  expect(await addressAfter([{ ...ON_AIR, broadcastId: 8 }])).toMatch(/^\/live\.ogg\?from=60&/)
})

test.each([
  ['goes on', [ON_AIR]],
  ['is handed over', [ON_AIR, { ...ON_AIR, broadcastId: 8 }]],
])('[LS933] who is behind when a show begins hears on, while it %s', async (_, reports) => {
  expect(await addressAfter(reports, BETWEEN)).toMatch(/^\/live\.ogg\?from=60&/)
})

test('[LS933] a show that begins and ends meanwhile is heard to its end, then what is live', async () => {
  expect(await addressAfter([ON_AIR, BETWEEN], BETWEEN)).toMatch(/^\/live\.ogg\?(?!from)/)
})
