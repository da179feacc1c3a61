import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { renderPage } from '../../testing/render-page.tsx'
import { ok, openStation, type Station } from '../../testing/station.ts'
import { StompStation } from '../../testing/stomp-station.ts'
import { aUser } from '../../testing/user.ts'
import { useStaffLine } from './use-staff-line.ts'

let station: Station | undefined
afterEach(async () => {
  cleanup()
  await station?.close()
})

const MESSAGE = {
  id: 1,
  broadcastId: 3,
  content: 'Is my voice too loud?',
  timestamp: '2026-11-20T07:00:00.000Z',
  sender: { id: 8, name: 'Mikael Reyes', role: 'DJ' },
}

function Line({ viewerId }: { viewerId: number }) {
  const { unread, see } = useStaffLine(3, viewerId)
  return (
    <button type="button" onClick={see}>
      {unread} unread
    </button>
  )
}

async function open(viewerId: number) {
  const { call } = await openLine()
  renderPage(<Line viewerId={viewerId} />, { call, at: '/', realtime: new StompStation().load })
  return screen.findByText('1 unread')
}

async function openLine(): Promise<Station> {
  await station?.close()
  station = await openStation(({ url }) => ok(url.pathname === '/api/auth/me' ? aUser() : [MESSAGE]))
  return station
}

test('[SH962] what one person has seen is unread for the next', async () => {
  await userEvent.click(await open(2))
  await screen.findByText('0 unread')
  cleanup()
  expect(await open(5)).toBeTruthy()
})
