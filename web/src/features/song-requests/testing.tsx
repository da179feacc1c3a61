import { DESTINATIONS, destinationFor } from '@carillon/contract/destination'
import type { SongRequest, SongRequestBody } from '@carillon/contract/song-requests/schemas'
import type { ReactNode } from 'react'
import { RealtimeProvider } from '../../realtime/realtime.tsx'
import { renderPage } from '../../testing/render-page.tsx'
import { type Answer, failure, ok, openStation, type ReceivedRequest } from '../../testing/station.ts'
import { StompStation } from '../../testing/stomp-station.ts'
import { aUser } from '../../testing/user.ts'

export const ANA = { id: 7, name: 'Ana Cruz', role: 'LISTENER' } as const
export const PAOLO = { id: 5, name: 'Paolo Torres', role: 'LISTENER' } as const
export const JANA = { id: 6, name: 'Jana Ramos', role: 'LISTENER' } as const
export const REQUESTS_TOPIC = destinationFor(DESTINATIONS.songRequests, 3)

/** Ana's request, long ago; say only what the test is about. */
export function aRequest(given: Partial<SongRequest> = {}): SongRequest {
  return {
    id: 1,
    broadcastId: 3,
    songTitle: 'Buwan',
    artist: 'juan karlos',
    message: '',
    status: 'PENDING',
    timestamp: '2026-11-20T00:00:00.000Z',
    requestedBy: ANA,
    ...given,
  }
}

/** The requests that the station of a test has; `answer` may say something else. */
export async function openRequests(
  requests: SongRequest[],
  element: ReactNode,
  answer?: (request: ReceivedRequest) => Answer | Promise<Answer> | undefined,
) {
  const stomp = new StompStation()
  const station = await openStation((request) => answer?.(request) ?? usual(requests, request), {
    apiTimeoutMs: 60_000,
    maxRetries: 0,
    retryDelayMs: 1,
  })
  renderPage(<RealtimeProvider load={stomp.load}>{element}</RealtimeProvider>, {
    call: station.call,
    at: '/',
  })
  /** Method, last part of the address and body of the orders, in their order. */
  const orders = () =>
    station.received
      .filter(({ method }) => method !== 'GET')
      .map(({ method, url, body }) => [method, url.pathname.split('/').at(-1), body])
  return { station, stomp, orders }
}

function usual(requests: SongRequest[], { method, url, body }: ReceivedRequest): Answer {
  const id = Number(url.pathname.split('/').at(-1))
  const at = requests.findIndex((request) => request.id === id)
  const known = requests[at]
  if (url.pathname === '/api/auth/me') return ok(aUser())
  if (url.pathname === '/api/library/suggestions') return ok([])
  if (method === 'GET') return ok(requests)
  if (method === 'POST')
    return ok(aRequest({ id: 90, timestamp: stamp(), ...(body as SongRequestBody) }), 201)
  if (!known) return failure(404, 'NOT_FOUND', 'Not found.')
  if (method === 'DELETE') return { status: 204, text: '' }
  requests[at] = { ...known, ...(body as Pick<SongRequest, 'status'>) }
  return ok(requests[at])
}

const stamp = () => new Date().toISOString()
