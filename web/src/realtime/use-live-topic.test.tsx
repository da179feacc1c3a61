import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod/mini'
import { call } from '../api/client.ts'
import { renderPage } from '../testing/render-page.tsx'
import { failure } from '../testing/station.ts'
import { StompStation } from '../testing/stomp-station.ts'
import { useLiveTopic } from './use-live-topic.ts'

const TOPIC = '/topic/broadcast/7/polls'

beforeEach(() => {
  const { status, body } = failure(401, 'NOT_SIGNED_IN', '')
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(body), { status }))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function Words({ ask }: { ask: () => Promise<string[]> }) {
  const { data } = useLiveTopic<string[], string>({
    queryKey: ['words'],
    ask,
    reduce: (words, word) => [...words, word],
    topic: TOPIC,
    schema: z.string(),
  })
  return <p>{data?.join()}</p>
}

test('[RC641] a question is asked once, after its topic stands, and again after a loss', async () => {
  const station = new StompStation()
  const asked: string[][] = []
  const ask = async () => {
    asked.push(station.commands())
    return [`answer ${asked.length}`]
  }
  renderPage(<Words ask={ask} />, { call, at: '/', realtime: station.load })
  await screen.findByText('answer 1')
  station.publish(TOPIC, JSON.stringify('news'))
  await screen.findByText('answer 1,news')
  expect(asked).toEqual([['CONNECT', `SUBSCRIBE ${TOPIC}`]])
  station.drop()
  await waitFor(() => expect(asked).toHaveLength(2), { timeout: 5_000 })
})
