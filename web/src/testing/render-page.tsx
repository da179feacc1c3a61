import './patience.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter, useLocation } from 'react-router'
import type { Call } from '../api/client.ts'
import { SessionProvider } from '../session/session.tsx'

/** Renders part of the app at an address, with a session that asks `call`. The address in view stands in `data-testid="address"`. */
export function renderPage(element: ReactNode, { call, at }: { call: Call; at: string }) {
  return render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <SessionProvider call={call}>
        <MemoryRouter initialEntries={[at]}>
          {element}
          <Address />
        </MemoryRouter>
      </SessionProvider>
    </QueryClientProvider>,
  )
}

function Address() {
  const { pathname, state } = useLocation()
  return (
    <p data-testid="address" data-state={JSON.stringify(state)}>
      {pathname}
    </p>
  )
}
