import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import type { Call } from '../api/client.ts'
import { Router, useLocation } from '../lib/router/router.tsx'
import { RealtimeProvider } from '../realtime/realtime.tsx'
import type { LoadConnection } from '../realtime/subscriptions.ts'
import { SessionProvider } from '../session/session-provider.tsx'
import { MemoryRouter } from './memory-router.tsx'

type PageOptions = {
  call: Call
  at: string
  /** The realtime side of the station; without it no connection ever opens. */
  realtime?: LoadConnection
  /** With the address bar and the history of the window, in the place of `at`. */
  inWindow?: boolean
}

/** Renders part of the app at an address, with a session that asks `call`. The address in view stands in `data-testid="address"`. */
export function renderPage(
  element: ReactNode,
  { call, at, realtime = neverLoaded, inWindow = false }: PageOptions,
) {
  const page = (
    <>
      {element}
      <Address />
    </>
  )
  return render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <SessionProvider call={call}>
        <RealtimeProvider load={realtime} {...(realtime === neverLoaded && { patienceMs: 0 })}>
          {inWindow ? <Router>{page}</Router> : <MemoryRouter at={at}>{page}</MemoryRouter>}
        </RealtimeProvider>
      </SessionProvider>
    </QueryClientProvider>,
  )
}

function neverLoaded(): ReturnType<LoadConnection> {
  return new Promise(() => undefined)
}

function Address() {
  const { pathname, state } = useLocation()
  return (
    <p data-testid="address" data-state={JSON.stringify(state)}>
      {pathname}
    </p>
  )
}
