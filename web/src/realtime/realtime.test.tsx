import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useSession } from '../session/session.ts'
import { renderPage } from '../testing/render-page.tsx'
import { failure, ok, openStation, type Station } from '../testing/station.ts'
import { StompStation } from '../testing/stomp-station.ts'
import { aUser } from '../testing/user.ts'
import { toasts } from '../ui/toast.ts'

let station: Station | undefined

afterEach(async () => {
  cleanup()
  await station?.close()
})

function WhoIsHere() {
  const session = useSession()
  return <p>{session.state === 'signed-in' ? session.user.name : session.state}</p>
}

test('[RC12] a session that the station ends is over on the page too', () =>
  expectEnd(undefined, 'Your session has expired. Please sign in again.'))

test('[AU301] a banned person reads the words of the station', () =>
  expectEnd('This account is banned.', 'This account is banned.'))

async function expectEnd(message: string | undefined, words: string): Promise<void> {
  let isSignedIn = true
  station = await openStation(() => (isSignedIn ? ok(aUser()) : failure(401, 'NOT_SIGNED_IN', '')))
  const realtime = new StompStation()
  renderPage(<WhoIsHere />, { call: station.call, at: '/', realtime: realtime.load })
  await screen.findByText('Ana Cruz')
  await waitFor(() => expect(realtime.commands()).toContain('SUBSCRIBE /user/queue/notifications'))
  isSignedIn = false
  await waitFor(() => {
    realtime.publish('/user/queue/notifications', {
      type: 'SESSION_ENDED',
      reason: 'Session expired',
      message,
    })
    expect(screen.getByText('signed-out')).toBeDefined()
  })
  expect(toasts.get()).toMatchObject([{ text: words, stays: true }])
  toasts.set([])
}
