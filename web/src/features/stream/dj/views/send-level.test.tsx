// @vitest-environment jsdom
import { levelBodySchema } from '@carillon/contract/broadcasts/levels'
import { APP_DESTINATIONS, DESTINATIONS, destinationFor } from '@carillon/contract/destination'
import { cleanup } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useSubscription } from '../../../../realtime/use-subscription.ts'
import { renderPage } from '../../../../testing/render-page.tsx'
import { StompStation } from '../../../../testing/stomp-station.ts'
import { DjEngineProvider } from '../dj-context.tsx'
import type { DjEngine } from '../dj-engine.ts'
import { LevelWatch } from '../level-watch.ts'
import { SendLevel } from './send-level.tsx'

afterEach(() => {
  vi.restoreAllMocks()
  cleanup()
})

/** The meters beside it: a page connects for what it subscribes to. */
function Subscribed() {
  useSubscription(destinationFor(DESTINATIONS.levels, 7), { onMessage: () => undefined })
  return null
}

const frame = (peak: number) => ({
  peaks: [peak, peak / 2] as const,
  loudness: peak,
  channels: 2,
  identical: false,
  clipped: false,
})

test('[HO211] the page of a DJ sends the loudest of each 300 ms, as the station takes it, until it is left', async () => {
  const stomp = new StompStation()
  const levels = new LevelWatch({ now: () => performance.now() }, () => undefined)
  const engine = { sound: { levels } } as unknown as DjEngine
  const { unmount } = renderPage(
    <DjEngineProvider value={engine}>
      <Subscribed />
      <SendLevel broadcastId={7} />
    </DjEngineProvider>,
    { call: () => Promise.reject(new Error('Nobody is asked here')), at: '/', realtime: stomp.load },
  )
  const destination = destinationFor(APP_DESTINATIONS.level, 7)
  const sent = () =>
    stomp.received
      .filter(({ command, headers }) => command === 'SEND' && headers.destination === destination)
      .map(({ body }) => JSON.parse(body))
  await vi.waitFor(() => {
    levels.receive(frame(0.5))
    expect(sent()).not.toEqual([])
  })
  expect(sent()).toEqual([{ peakDb: -6 }])
  let nowMs = performance.now()
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
  for (const peak of [0.1, 2, 0.1, 0.1, 0.1, 0]) {
    nowMs += 60
    levels.receive(frame(peak))
  }
  expect(sent()).toEqual([{ peakDb: -6 }, { peakDb: 0 }])
  for (const each of sent()) expect(levelBodySchema.safeParse(each).success).toBe(true)
  unmount()
  nowMs += 1_000
  levels.receive(frame(0.5))
  expect(sent()).toHaveLength(2)
})
