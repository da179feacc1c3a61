import { Redirect } from '../lib/router/router.tsx'
import { InnerRoute } from '../lib/router/routes.tsx'
import { useSession } from '../session/session.ts'
import type { SessionState } from '../session/session-store.ts'
import { type Admission, decide } from './guard.ts'
import { LoadingScreen } from './layout/loading-screen.tsx'

/** Shows the routes below only to whom they admit; nothing forbidden is ever in the page, not for a frame. */
export function RouteGuard({ admit }: { admit: Admission }) {
  const session = useSession()
  const decision = decide(session, admit)
  if (decision.kind === 'wait') return <LoadingScreen error={errorOf(session)} />
  if (decision.kind === 'go') return <Redirect to={decision.to} />
  return <InnerRoute />
}

function errorOf(session: SessionState): string | undefined {
  return session.state === 'signed-out' ? session.error : undefined
}
