// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Call } from '../../../api/client.ts'
import { createStore, useStore } from '../../../lib/store.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import type { Place } from './place.ts'
import type { Player } from './player.ts'
import { PlayerContext } from './player-context.ts'
import { StationStrip } from './station-strip.tsx'

const NOW_MS = Date.parse('2026-11-20T06:00:00.000Z')
const AN_ITEM = '2026-11-20T05:58:00.000Z'
const ANOTHER_ITEM = '2026-11-20T06:01:00.000Z'
/** And the moment that an answer takes. */
const A_MINUTE_MS = 60_010
const TWO_HOURS_SECONDS = 7_200

beforeEach(() => {
  vi.useFakeTimers({ now: NOW_MS })
  vi.spyOn(HTMLMediaElement.prototype, 'canPlayType').mockReturnValue('probably')
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

type Kept = { seconds: number | null; isReachable?: boolean; items?: readonly object[] }

/** The strip of two hours, for who is so far behind; the station has kept sound for so many seconds, null for none. */
async function show(kept: Kept, behindSeconds: number | null = null) {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (!url.startsWith('/live.ogg')) return new Response(null, { status: 404 })
    asked.push(`${init?.method} ${url}`)
    if (kept.isReachable === false) throw new TypeError('Failed to fetch')
    if (kept.seconds === null) return new Response(null, { status: 409 })
    const from = new Date(NOW_MS - kept.seconds * 1_000).toISOString()
    return new Response(null, { headers: { 'rewind-from': from } })
  })
  const place: Place | null =
    behindSeconds === null ? null : { atMs: NOW_MS - behindSeconds * 1_000, sinceMs: NOW_MS }
  const player = { snapshot: createStore<{ place: Place | null }>({ place }), seek: vi.fn() }
  const item = createStore({ startedAt: AN_ITEM })
  const Strip = () => <StationStrip hours={2} itemStartedAt={useStore(item).startedAt} />
  const call = (async () => kept.items ?? []) as unknown as Call
  renderPage(
    <PlayerContext value={{ player: player as unknown as Player, nowPlaying: null }}>
      <Strip />
    </PlayerContext>,
    { call, at: '/' },
  )
  await pass(0)
  return { asked, item, player, wentBack: () => secondsBehind(player.seek.mock.lastCall?.[0]) }
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const secondsBehind = (place: Place | null | undefined) => place && (Date.now() - place.atMs) / 1_000
const slider = () => screen.getByRole('slider', { name: 'Place in the last hours' }) as HTMLInputElement
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

/** Somebody is about to use it. */
async function comeNear() {
  fireEvent.focus(slider())
  await pass(0)
}

test('[LS932] the strip spans the hours that listeners may go back, and asks nothing until it is used', async () => {
  const { asked } = await show({ seconds: TWO_HOURS_SECONDS })
  expect([slider().max, slider().value]).toEqual(['7200', '7200'])
  expect(slider().getAttribute('aria-valuetext')).toBe('Now')
  expect(screen.queryByRole('button', { name: 'Back to now' })).toBeNull()
  expect(asked).toEqual([])
  await comeNear()
  expect(asked).toEqual(['HEAD /live.ogg?from=7200'])
  expect(slider().max).toBe('7200')
})

test('[LS932] it begins where what is kept begins, and grows up to the hours', async () => {
  await show({ seconds: TWO_HOURS_SECONDS - 30 })
  await comeNear()
  expect(slider().max).toBe('7170')
  await pass(20_000)
  expect(slider().max).toBe('7190')
  await pass(60_000)
  expect(slider().max).toBe('7200')
})

test('[LS932] each minute, and when another item begins, it learns from where on something is kept', async () => {
  const kept: Kept = { seconds: 600 }
  const { asked, item } = await show(kept)
  await comeNear()
  kept.seconds = 300
  await pass(A_MINUTE_MS)
  expect(asked).toHaveLength(2)
  expect(slider().max).toBe('360')
  kept.seconds = 200
  act(() => item.set({ startedAt: ANOTHER_ITEM }))
  expect(slider().max).toBe('360')
  await pass(10)
  expect(asked).toHaveLength(3)
  expect(slider().max).toBe('260')
})

test('[LS932] “Back 5 min” goes further back each time, to the beginning of what is kept at most', async () => {
  const { wentBack } = await show({ seconds: 600 })
  await comeNear()
  press('Back 5 min')
  expect(wentBack()).toBe(300)
  cleanup()
  const behind = await show({ seconds: 600 }, 200)
  press('Back 5 min')
  expect(behind.wentBack()).toBe(500)
  cleanup()
  const nearBeginning = await show({ seconds: 600 }, 400)
  press('Back 5 min')
  expect(nearBeginning.wentBack()).toBe(600)
})

test('[LS932] the arrow keys go back by ten seconds, and the place is said as so long ago', async () => {
  const { wentBack } = await show({ seconds: 600 })
  await comeNear()
  for (let presses = 0; presses < 3; presses += 1) fireEvent.keyDown(slider(), { key: 'ArrowLeft' })
  expect(slider().getAttribute('aria-valuetext')).toBe('0:30 ago')
  await pass(300)
  expect(wentBack()).toBeCloseTo(30.3, 1)
})

test('[LS932] a drag goes to where it rests', async () => {
  const { player, wentBack } = await show({ seconds: 600 })
  await comeNear()
  for (const value of ['500', '240']) fireEvent.change(slider(), { target: { value } })
  await pass(300)
  expect(player.seek).toHaveBeenCalledTimes(1)
  expect(wentBack()).toBeCloseTo(360.3, 1)
})

test('[LS932] “Back to now” goes to what sounds now', async () => {
  const { player } = await show({ seconds: 600 }, 240)
  expect(slider().getAttribute('aria-valuetext')).toBe('4:00 ago')
  press('Back to now')
  expect(player.seek).toHaveBeenCalledWith(null)
})

test('[LS965] the focus of a button that goes, or of the slider, stays in the strip', async () => {
  const kept: Kept = { seconds: 600 }
  const { player } = await show(kept, 240)
  await comeNear()
  screen.getByRole('button', { name: 'Back to now' }).focus()
  act(() => player.snapshot.set({ place: null }))
  expect(screen.queryByRole('button', { name: 'Back to now' })).toBeNull()
  expect(document.activeElement).toBe(slider())
  kept.seconds = null
  await pass(A_MINUTE_MS)
  expect(document.activeElement).toBe(screen.getByText('There is nothing to go back to yet.'))
  act(() => player.snapshot.set({ place: { atMs: NOW_MS, sinceMs: null } }))
  screen.getByRole('button', { name: 'Back to now' }).focus()
  act(() => player.snapshot.set({ place: null }))
  expect(document.activeElement).toBe(screen.getByText('There is nothing to go back to yet.'))
})

test('[LS965] a focus that is elsewhere stays there', async () => {
  const { player } = await show({ seconds: 600 }, 240)
  act(() => player.snapshot.set({ place: null }))
  expect(document.activeElement).toBe(document.body)
})

test.each<[string, Kept]>([
  ['nothing is kept yet', { seconds: null }],
  ['the station gives no answer', { seconds: 600, isReachable: false }],
])('[LS932] where %s the strip says so, and looks again', async (_, kept) => {
  await show(kept)
  await comeNear()
  expect(screen.getByText('There is nothing to go back to yet.')).toBeTruthy()
  expect(screen.queryByRole('slider')).toBeNull()
  expect(screen.queryByRole('button')).toBeNull()
  Object.assign(kept, { seconds: 600, isReachable: true })
  await pass(A_MINUTE_MS)
  expect(slider().max).toBe('660')
})

test('[LS932] who is behind where nothing is kept any more has a way to what sounds now', async () => {
  const { player } = await show({ seconds: null }, 240)
  expect(screen.getByText('There is nothing to go back to yet.')).toBeTruthy()
  press('Back to now')
  expect(player.seek).toHaveBeenCalledWith(null)
})

test('[LS932] a browser that cannot go back says so', async () => {
  vi.spyOn(HTMLMediaElement.prototype, 'canPlayType').mockReturnValue('')
  await show({ seconds: 600 })
  expect(screen.getByText('This browser can’t go back.')).toBeTruthy()
})

const ITEMS = [
  { kind: 'TRACK', title: 'Alapaap', artist: 'Eraserheads', startedAt: AN_ITEM },
  {
    kind: 'REPLAY',
    title: 'Harana Hour',
    startedAt: '2026-11-20T05:55:00.000Z',
    endsAt: '2026-11-20T05:57:30.000Z',
  },
]

test.each([
  [60, 'Alapaap by Eraserheads'],
  [200, 'Harana Hour'],
])('[LS932] who is %i s behind reads what they hear, and each item has its mark', async (seconds, name) => {
  await show({ seconds: 600, items: ITEMS }, seconds)
  await pass(10)
  expect(screen.getByText(name)).toBeTruthy()
  expect(screen.getByTitle('Alapaap by Eraserheads').style.left).toBe('80%')
})

test.each([
  [140, 'a pause, or a show'],
  [null, 'what sounds now'],
])('[LS932] %s s behind is %s, and has no name there', async (seconds, _) => {
  await show({ seconds: 600, items: ITEMS }, seconds)
  await comeNear()
  await pass(10)
  expect(screen.getByTitle('Harana Hour')).toBeTruthy()
  expect(screen.queryByText(/Alapaap|Harana/)).toBeNull()
})
