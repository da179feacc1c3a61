import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { releasePrivateRecording } from '../features/recordings/held-recording.ts'
import { RealtimeProvider } from '../realtime/realtime.tsx'
import { useSession } from '../session/session.ts'
import { SessionProvider } from '../session/session-provider.tsx'
import type { SessionState } from '../session/session-store.ts'
import { dismissActions } from '../ui/toast.ts'
import { PushSlot } from './slots/push-slot.tsx'
import { StreamProviders } from './slots/stream-providers.tsx'

/** Providers around every page: the session, the cache of answers, the connection, the player. */
export function Providers({ children }: { children: ReactNode }) {
  return (
    <SessionProvider>
      <PushSlot />
      <Queries>
        <RealtimeProvider>
          <StreamProviders>{children}</StreamProviders>
        </RealtimeProvider>
      </Queries>
    </SessionProvider>
  )
}

/**
 * The cache of answers belongs to one account: what another saw is forgotten, what is in view is asked again. The toasts
 * with something to do and a private recording go with the account.
 */
export function Queries({ children }: { children: ReactNode }) {
  const session = useSession()
  const { refresh } = session
  const [queries] = useState(() => createQueryClient(refresh))
  const owner = ownerOf(session)
  const before = useRef(owner)
  useEffect(() => {
    if (before.current !== undefined && before.current !== owner) {
      queries.removeQueries({ type: 'inactive' })
      void queries.resetQueries()
      dismissActions()
      releasePrivateRecording()
    }
    before.current = owner
  }, [owner, queries])
  return <QueryClientProvider client={queries}>{children}</QueryClientProvider>
}

/** The account's id, null for a visitor, undefined while nobody knows. */
function ownerOf(session: SessionState): number | null | undefined {
  if (session.state === 'loading') return undefined
  return session.state === 'signed-in' ? session.user.id : null
}

/** The api client retries by itself: a second ladder above it would multiply the waits. A 401 asks who is signed in. */
function createQueryClient(refresh: () => Promise<void>): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        if (error instanceof ApiError && error.status === 401) void refresh()
      },
    }),
    defaultOptions: { queries: { retry: false, staleTime: 10_000 }, mutations: { retry: false } },
  })
}
