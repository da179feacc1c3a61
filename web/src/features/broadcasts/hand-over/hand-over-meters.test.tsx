// @vitest-environment jsdom
import { DESTINATIONS, destinationFor } from '@carillon/contract/destination'
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../../testing/render-page.tsx'
import { StompStation } from '../../../testing/stomp-station.ts'
import { HandOverMeters } from './hand-over-meters.tsx'

const TOPIC = destinationFor(DESTINATIONS.levels, 7)
let stomp: StompStation

beforeEach(async () => {
  stomp = new StompStation()
  renderPage(
    <HandOverMeters
      broadcastId={7}
      shows={[
        { id: 7, name: 'You' },
        { id: 8, name: 'Jana Reyes' },
      ]}
    />,
    { call: () => Promise.reject(new Error('Nobody is asked here')), at: '/', realtime: stomp.load },
  )
  await vi.waitFor(() => expect(stomp.commands()).toContain(`SUBSCRIBE ${TOPIC}`))
})
afterEach(() => {
  vi.useRealTimers()
  cleanup()
})

const publish = (broadcastId: number, peakDb: number) =>
  act(async () => stomp.publish(TOPIC, { type: 'LEVEL', broadcastId, peakDb }))
const levels = () =>
  ['You', 'Jana Reyes'].map((name) =>
    screen.getByRole('meter', { name: `Level of ${name}` }).getAttribute('aria-valuetext'),
  )

test('[HO213] the waiting room has a meter of each DJ, and none has a level before one came', async () => {
  expect(levels()).toEqual(['No level', 'No level'])
  await publish(8, -12.4)
  await publish(8, -11.6)
  expect(levels()).toEqual(['No level', '−12 dB'])
  await publish(7, 0)
  await publish(7, -60)
  expect(levels()).toEqual(['Silence', '−12 dB'])
})

test('[HO213] a level that is older than two seconds is none', async () => {
  await publish(7, -6)
  await publish(8, -6)
  expect(levels()).toEqual(['−6 dB', '−6 dB'])
  const later = Date.now() + 2_100
  vi.spyOn(Date, 'now').mockReturnValue(later)
  await publish(8, -9)
  expect(levels()).toEqual(['No level', '−9 dB'])
  vi.restoreAllMocks()
})

test('[HO213] what is no level changes nothing', async () => {
  await publish(7, -6)
  await publish(7, 5)
  expect(levels()).toEqual(['−6 dB', 'No level'])
})
