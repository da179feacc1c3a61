// @vitest-environment jsdom
import { DESTINATIONS, destinationFor } from '@carillon/contract/destination'
import { act, cleanup, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { createStore } from '../../../lib/store.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { failure, openStation, type Station } from '../../../testing/station.ts'
import { StompStation } from '../../../testing/stomp-station.ts'
import { type LiveStatus, UNKNOWN_STATUS } from './live-status.ts'
import { LineContext } from './live-status-context.ts'
import type { Place } from './place.ts'
import type { Player } from './player.ts'
import { PlayerContext } from './player-context.ts'
import { RewindWatch } from './rewind-watch.tsx'

const ON_AIR: LiveStatus = { ...UNKNOWN_STATUS, station: 'live', broadcastId: 7, isStreaming: true }
const BETWEEN: LiveStatus = { ...ON_AIR, station: 'off-air', broadcastId: null }
const BROADCAST = {
  id: 7,
  title: 'Harana Hour',
  description: '',
  status: 'LIVE',
  scheduledStart: '2026-11-20T14:00:00.000',
  scheduledEnd: '2026-11-20T16:00:00.000',
  actualStart: '2026-11-20T06:00:00.000Z',
  actualEnd: null,
  endReason: null,
  createdBy: { id: 2, name: 'DJ Mikael', role: 'DJ' },
  startedBy: null,
  streamUrl: '/live.ogg',
  recordingUrl: null,
  listenerCount: 1,
  peakListeners: 1,
  totalInteractions: 0,
  slowModeEnabled: false,
  slowModeSeconds: 0,
}

let station: Station | undefined
afterEach(async () => {
  cleanup()
  vi.unstubAllGlobals()
  await station?.close()
})

/** Somebody who went back by 12 minutes, in a station that answers HEAD of `/live.ogg?from=` by `isPrivate`. */
async function goBack(isPlaying = true, before = ON_AIR) {
  const air = { isPrivate: false, asked: 0 }
  const { fetch: realFetch } = globalThis
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (url !== '/live.ogg?from=1' || init?.method !== 'HEAD') return realFetch(url, init)
    air.asked += 1
    return new Response(null, { status: air.isPrivate ? 409 : 200 })
  })
  const stomp = new StompStation()
  station = await openStation(() => failure(401, 'NOT_SIGNED_IN', ''))
  const status = createStore(before)
  const place: Place = { atMs: Date.now() - 720_000, sinceMs: isPlaying ? Date.now() : null }
  const snapshot = createStore({ state: { name: isPlaying ? 'playing' : 'idle' }, place })
  const calls: string[] = []
  const player = {
    snapshot,
    seek: (to: Place | null) => calls.push(`seek ${to}`),
    leaveShow: () => calls.push('leave'),
  } as unknown as Player
  renderPage(
    <LineContext value={{ status, say: () => undefined }}>
      <PlayerContext value={{ player, nowPlaying: null }}>
        <RewindWatch />
      </PlayerContext>
    </LineContext>,
    { call: station.call, at: '/', realtime: stomp.load },
  )
  const topicOf = (id: number) => destinationFor(DESTINATIONS.broadcast, id)
  const stands = (id: number) => waitFor(() => expect(stomp.commands()).toContain(`SUBSCRIBE ${topicOf(id)}`))
  if (before.broadcastId === 7) {
    await stands(7)
    await waitFor(() => expect(air.asked).toBeGreaterThan(1))
  }
  return { air, calls, snapshot, status, stands, publish: (body: object) => stomp.publish(topicOf(7), body) }
}

test('[LS929] the recording becomes private: who is behind goes to what is live, and not for another change', async () => {
  const { air, calls, publish } = await goBack()
  const { asked } = air
  publish({ type: 'BROADCAST_UPDATED', broadcast: BROADCAST })
  await waitFor(() => expect(air.asked).toBe(asked + 1))
  expect(calls).toEqual([])
  air.isPrivate = true
  publish({ type: 'BROADCAST_UPDATED', broadcast: BROADCAST })
  await waitFor(() => expect(calls).toEqual(['seek null']))
})

test('[LS929] who is paused then only loses their place', async () => {
  const { air, calls, publish } = await goBack(false)
  air.isPrivate = true
  publish({ type: 'BROADCAST_UPDATED', broadcast: BROADCAST })
  await waitFor(() => expect(calls).toEqual(['leave']))
})

test('[LS929] over a hand-over to a private recording the rest of the show before is heard first', async () => {
  const { air, calls, snapshot, status, stands } = await goBack()
  const { asked } = air
  air.isPrivate = true
  act(() => status.set({ ...ON_AIR, broadcastId: 8 }))
  await stands(8)
  await waitFor(() => expect(air.asked).toBeGreaterThan(asked))
  expect(calls).toEqual([])
  act(() => snapshot.set({ state: { name: 'playing' }, place: { atMs: Date.now(), sinceMs: Date.now() } }))
  await waitFor(() => expect(calls).toEqual(['seek null']))
})

test('[LS933] who is behind when a show begins that cannot be rewound hears on until they come to it', async () => {
  const { air, calls, snapshot, status, stands } = await goBack(true, BETWEEN)
  air.isPrivate = true
  act(() => status.set(ON_AIR))
  await stands(7)
  await waitFor(() => expect(air.asked).toBeGreaterThan(0))
  expect(calls).toEqual([])
  act(() => snapshot.set({ state: { name: 'playing' }, place: { atMs: Date.now(), sinceMs: Date.now() } }))
  await waitFor(() => expect(calls).toEqual(['seek null']))
})
