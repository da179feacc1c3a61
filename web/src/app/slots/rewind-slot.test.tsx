// @vitest-environment jsdom
import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import type { Poll } from '@carillon/contract/polls/schemas'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aPoll } from '../../features/polls/testing.tsx'
import type { Player } from '../../features/stream/listener/player.ts'
import { PlayerContext } from '../../features/stream/listener/player-context.ts'
import { createStore } from '../../lib/store.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { failure, ok, openStation, type Station } from '../../testing/station.ts'
import { RewindSlot } from './rewind-slot.tsx'

const NOW_MS = Date.now()
const ago = (seconds: number) => new Date(NOW_MS - seconds * 1_000).toISOString()
const SHOW = { id: 7, actualStart: ago(600) } as Broadcast
/** Whole percents of the strip, which grows while the test runs. */
const percentsOf = ({ style: { left, width } }: HTMLElement) =>
  [left, width].map((each) => Math.round(Number.parseFloat(each)))
const MARKS = [
  { type: 'TAKEN_OVER', at: ago(600), title: 'Harana Hour' },
  { type: 'SOUND_LOST', at: ago(300), until: ago(288) },
]

let station: Station | undefined
beforeEach(() => {
  vi.spyOn(HTMLMediaElement.prototype, 'canPlayType').mockReturnValue('probably')
})
afterEach(async () => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  await station?.close()
})

/** Opens the strip of a listener who hears what was sent so many seconds ago. */
async function openStrip(
  behindSeconds: number,
  marks: readonly object[] = MARKS,
  polls: readonly Poll[] = [],
) {
  await comeNear(behindSeconds, marks, polls)
  return screen.getByRole('slider', { name: 'Place in the show' })
}

async function comeNear(behindSeconds: number, marks: readonly object[], polls: readonly Poll[]) {
  station = await openStation(({ url: { pathname } }) => {
    if (pathname === '/api/broadcasts/7/marks') return ok(marks)
    if (pathname === '/api/polls/broadcast/7') return ok(polls)
    if (pathname === '/api/broadcasts/7/songs') return ok([])
    return failure(404, 'NOT_FOUND', 'No.')
  })
  const snapshot = createStore({ place: { atMs: NOW_MS - behindSeconds * 1_000, sinceMs: null } })
  const player = { snapshot, seek: vi.fn() } as unknown as Player
  renderPage(
    <PlayerContext value={{ player, nowPlaying: null }}>
      <RewindSlot broadcast={SHOW} />
    </PlayerContext>,
    { call: station.call, at: '/' },
  )
  await act(async () => {
    fireEvent.focus(screen.getByRole('group', { name: 'Rewind' }))
  })
  return player
}

test('[LS926] the place at which sound was lost says so, for how long, and shows it as a gap', async () => {
  const slider = await openStrip(295)
  await screen.findByText('Sound was lost for 12 s')
  expect(slider.getAttribute('aria-valuetext')).toMatch(/^4:5\d behind live, Sound was lost for 12 s$/)
  expect(percentsOf(screen.getByTitle('Sound was lost for 12 s'))).toEqual([50, 2])
})

test('[LS926] the beginning says from which show it took over', async () => {
  const slider = await openStrip(597)
  await screen.findByText('Taken over from Harana Hour')
  expect(slider.getAttribute('aria-valuetext')).toMatch(/behind live, Taken over from Harana Hour$/)
  expect(screen.getByTitle('Taken over from Harana Hour').style.left).toBe('0%')
})

test('[LS926] what lasts reaches to what is live, and far from any mark no words are shown', async () => {
  const slider = await openStrip(100, [...MARKS, { type: 'SOUND_LOST', at: ago(30), until: null }])
  expect(percentsOf(await screen.findByTitle('Sound is lost'))).toEqual([95, 5])
  expect(slider.getAttribute('aria-valuetext')).toMatch(/^1:4\d behind live$/)
  expect(screen.queryByText('Sound is lost')).toBeNull()
})

test('[LS927] a poll is marked where it was created, but no draft is', async () => {
  const poll = aPoll({ question: 'Faster?', createdAt: ago(300) })
  const draft = aPoll({ id: 2, question: 'Not yet?', status: 'DRAFT', createdAt: ago(60) })
  await openStrip(500, [], [poll, draft])
  expect(percentsOf(await screen.findByTitle('Poll: Faster?'))[0]).toBe(50)
  expect(screen.queryByTitle('Poll: Not yet?')).toBeNull()
})

test('[LS931] where nobody may go back any more, who still is behind has a way to what is live', async () => {
  const { fetch: realFetch } = globalThis
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) =>
    url.startsWith('/live.ogg') ? new Response(null, { status: 409 }) : realFetch(url, init),
  )
  const player = await comeNear(240, [], [])
  await screen.findByText('This show can’t be rewound.')
  fireEvent.click(screen.getByRole('button', { name: 'Back to live' }))
  expect(player.seek).toHaveBeenCalledWith(null)
})

test('[LS933] who is behind since before the show has its beginning under the thumb, and a way to what is live', async () => {
  const slider = (await openStrip(900)) as HTMLInputElement
  expect([slider.value, slider.getAttribute('aria-valuetext')]).toEqual([
    '0',
    expect.stringMatching(/^15:0\d behind live$/),
  ])
  expect(screen.getByRole('button', { name: 'Back to live' })).toBeTruthy()
})
