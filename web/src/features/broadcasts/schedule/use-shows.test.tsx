// @vitest-environment jsdom

import { toPage } from '@carillon/contract/page'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { renderPage } from '../../../testing/render-page.tsx'
import { failure, ok, openStation, type Station } from '../../../testing/station.ts'
import { useShows } from './use-shows.ts'
import { shiftWeek, weekOf } from './week.ts'

let station: Station | undefined
afterEach(async () => {
  cleanup()
  await station?.close()
})

const WEEK = weekOf(new Date('2026-11-20T07:00:00.000Z'))

/** The page's questions; its buttons say that a show went on air, and that the week is another. */
function Probe() {
  const [liveId, setLiveId] = useState<number | null>(null)
  const [week, setWeek] = useState(WEEK)
  const { items, isError } = useShows(week, liveId)
  return (
    <>
      <button type="button" onClick={() => setLiveId(7)}>
        On air
      </button>
      <button type="button" onClick={() => setWeek(shiftWeek(WEEK, 1))}>
        Next week
      </button>
      <p>{items ? `${items.length} shows` : 'No shows are known'}</p>
      {isError && <p>Failed</p>}
    </>
  )
}

test('[SH842] shows that do not come when the air changes hands stay as they were, those of another week are not shown', async () => {
  let isAway = false
  station = await openStation(
    ({ url }) => {
      if (isAway) return failure(503, 'BUSY', 'No.')
      return ok(url.pathname === '/api/broadcasts' ? toPage([], { page: 0, size: 100 }, 0) : [])
    },
    { apiTimeoutMs: 60_000, maxRetries: 0, retryDelayMs: 1 },
  )
  renderPage(<Probe />, { call: station.call, at: '/schedule' })
  await screen.findByText('0 shows')
  isAway = true
  fireEvent.click(screen.getByText('On air'))
  await screen.findByText('Failed')
  expect(screen.getByText('0 shows')).toBeTruthy()
  fireEvent.click(screen.getByText('Next week'))
  expect(screen.getByText('No shows are known')).toBeTruthy()
})
