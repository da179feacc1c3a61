import { Navigate, Outlet } from 'react-router'
import { useSession } from '../session/session.ts'
import type { SessionState } from '../session/session-store.ts'
import { type Admission, decide } from './guard.ts'
import { LoadingScreen } from './layout/loading-screen.tsx'

/** Shows the routes below only to whom they admit; nothing forbidden is ever in the page, not for a frame. */
export function RouteGuard({ admit }: { admit: Admission }) {
  const session = useSession()
  const decision = decide(session, admit)
  if (decision.kind === 'wait') return <LoadingScreen error={errorOf(session)} />
  if (decision.kind === 'go') return <Navigate to={decision.to} replace />
  return <Outlet />
}

function errorOf(session: SessionState): string | undefined {
  return session.state === 'signed-out' ? session.error : undefined
}
