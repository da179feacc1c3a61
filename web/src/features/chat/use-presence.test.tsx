import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, onTestFinished, test } from 'vitest'
import { useSubscription } from '../../realtime/use-subscription.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { failure, openStation } from '../../testing/station.ts'
import { StompStation } from '../../testing/stomp-station.ts'
import { usePresence } from './use-presence.ts'

function Pair() {
  const [count, setCount] = useState(2)
  // What brings the connection.
  useSubscription('/topic/broadcast/live', { onMessage: () => undefined })
  return (
    <>
      <button type="button" onClick={() => setCount(count - 1)}>
        One leaves
      </button>
      {count > 0 && <Follower />}
      {count > 1 && <Follower />}
    </>
  )
}

function Follower() {
  usePresence(7)
  return null
}

test('[CV17] two parts of a page that follow one chat are one person, who leaves with the second', async () => {
  const station = await openStation(() => failure(401, 'NOT_SIGNED_IN', ''))
  onTestFinished(async () => {
    cleanup()
    await station.close()
  })
  const calls = new StompStation()
  renderPage(<Pair />, { call: station.call, at: '/', realtime: calls.load })
  await waitFor(() => expect(calls.commands()).toContain('SEND /app/broadcast/7/join'))
  const leave = screen.getByRole('button', { name: 'One leaves' })
  await userEvent.click(leave)
  expect(calls.commands().filter((line) => line.startsWith('SEND'))).toEqual(['SEND /app/broadcast/7/join'])
  await userEvent.click(leave)
  expect(calls.commands()).toContain('SEND /app/broadcast/7/leave')
})
