import { act, cleanup, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../../testing/render-page.tsx'
import { type Answer, ok, openStation, type Station } from '../../../testing/station.ts'
import { useHandOverOrders } from './use-hand-over-orders.ts'

let station: Station | undefined
afterEach(async () => {
  cleanup()
  await station?.close()
})

test('[HO15] one order is under way at a time: what is pressed meanwhile is not ordered', async () => {
  const answer = Promise.withResolvers<Answer>()
  station = await openStation(({ method }) => (method === 'GET' ? ok(null) : answer.promise))
  const ordered = () => station?.received.filter(({ method }) => method !== 'GET') ?? []
  const onDone = vi.fn()
  let orders: ReturnType<typeof useHandOverOrders> | undefined
  const Page = () => {
    orders = useHandOverOrders(7, onDone)
    return null
  }
  renderPage(<Page />, { call: station.call, at: '/' })
  act(() => {
    orders?.plan(8, '2026-11-20T08:02:00.000Z')
    orders?.plan(8, '2026-11-20T08:02:00.000Z')
    orders?.cancel()
  })
  await waitFor(() => expect(ordered()).toHaveLength(1))
  answer.resolve(ok(null))
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(ordered()).toHaveLength(1)
})
