import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { SessionProvider } from '../session/session.tsx'

/** What every page stands on: the cache of answers and the session. */
export function Providers({ children }: { children: ReactNode }) {
  // The client retries by itself; a second ladder above it would multiply the waits.
  const [queries] = useState(
    () =>
      new QueryClient({
        defaultOptions: { queries: { retry: false, staleTime: 10_000 }, mutations: { retry: false } },
      }),
  )
  return (
    <QueryClientProvider client={queries}>
      <SessionProvider>{children}</SessionProvider>
    </QueryClientProvider>
  )
}
