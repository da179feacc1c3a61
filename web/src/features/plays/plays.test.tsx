import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactElement } from 'react'
import { afterEach, expect, test } from 'vitest'
import { renderPage } from '../../testing/render-page.tsx'
import { failure, ok, openStation, type Station } from '../../testing/station.ts'
import { JustPlayed } from './just-played.tsx'
import { SongsPart } from './songs-part.tsx'
import { SoundLogLink, soundLogAddress } from './sound-log-link.tsx'

let station: Station | undefined
afterEach(async () => {
  cleanup()
  await station?.close()
})

type Answer = ReturnType<typeof ok> | ReturnType<typeof failure>

const song = (id: number, title: string, endedAt: string | null = '2026-11-20T07:10:00.000Z') => ({
  id,
  title,
  artist: 'Eraserheads',
  startedAt: `2026-11-20T07:0${id}:00.000Z`,
  endedAt,
})

async function openSongs(reply: () => Answer): Promise<() => number> {
  let asked = 0
  station = await openStation(({ url: { pathname } }) => {
    if (pathname !== '/api/broadcasts/7/songs') return failure(404, 'NOT_FOUND', 'No.')
    asked++
    return reply()
  })
  return () => asked
}
const show = (part: ReactElement) => renderPage(part, { call: station?.call ?? fail, at: '/' })
const fail = () => Promise.reject(new Error('Nobody is asked here'))
const lines = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)

test('[PL7] the report lists songs in their order, each with its time', async () => {
  await openSongs(() => ok([song(2, 'Ligaya'), song(1, 'Alapaap')]))
  show(<SongsPart broadcastId={7} isOnAir={false} />)
  const part = await screen.findByRole('region', { name: 'Songs' })
  expect(within(part).getAllByRole('listitem')).toHaveLength(2)
  expect(lines()).toEqual(['3:01 PMAlapaap ·\u00a0Eraserheads', '3:02 PMLigaya ·\u00a0Eraserheads'])
})

test('[PL7] a show in which none was named says so', async () => {
  await openSongs(() => ok([]))
  show(<SongsPart broadcastId={7} isOnAir={false} />)
  await screen.findByText("The DJ didn't name any songs.")
})

test('[PL8] the sound log begins with the first day of the range, in the zone of the station', () => {
  const now = new Date('2026-11-20T17:00:00Z')
  expect(soundLogAddress(7, now)).toBe('/api/plays/export?from=2026-11-14T16%3A00%3A00.000Z')
  show(<SoundLogLink days={30} />)
  const link = screen.getByRole('link', { name: 'Download the sound log of the last 30 days as CSV' })
  expect(link.getAttribute('href')).toMatch(/^\/api\/plays\/export\?from=/)
})

test('[PL9] what just played is asked for when it is opened, and leaves out what plays', async () => {
  const asked = await openSongs(() => ok([song(3, 'Harana', null), song(2, 'Ligaya'), song(1, 'Alapaap')]))
  show(<JustPlayed broadcastId={7} />)
  const button = screen.getByRole('button', { name: 'Just played' })
  expect([asked(), button.getAttribute('aria-expanded')]).toEqual([0, 'false'])
  await userEvent.click(button)
  await screen.findByText('Ligaya')
  expect(lines()).toEqual(['3:02 PMLigaya ·\u00a0Eraserheads', '3:01 PMAlapaap ·\u00a0Eraserheads'])
  await userEvent.click(button)
  expect(screen.queryByText('Ligaya')).toBeNull()
})

test.each([
  ['Nothing before this one.', () => ok([song(3, 'Harana', null)])],
  ["Couldn't load the songs.", () => failure(400, 'INVALID_INPUT', 'No.')],
])('[PL9] says %s', async (words, reply) => {
  await openSongs(reply)
  show(<JustPlayed broadcastId={7} />)
  await userEvent.click(screen.getByRole('button', { name: 'Just played' }))
  await screen.findByText(words)
})
