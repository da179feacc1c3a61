import type { Role } from '@carillon/contract/roles'
import type { SessionState } from '../session/session-store.ts'
import { homeOf, PATHS } from './paths.ts'

/** Admission to a route: only visitors, with everyone else sent home, or the listed roles. */
export type Admission = 'visitors' | readonly Role[]

export type Decision = { kind: 'wait' } | { kind: 'enter' } | { kind: 'go'; to: string }

/** Whether to show a route, to wait for the session, or where to go instead. */
export function decide(session: SessionState, admission: Admission): Decision {
  if (session.state === 'loading') return { kind: 'wait' }
  if (session.state === 'signed-out') {
    if (admission === 'visitors') return { kind: 'enter' }
    // Nobody knows who it is: whoever is signed in is not to be sent to the sign-in form for that.
    return session.error ? { kind: 'wait' } : { kind: 'go', to: PATHS.login }
  }
  const home = homeOf(session.user.role)
  const admitted = admission !== 'visitors' && admission.includes(session.user.role)
  return admitted ? { kind: 'enter' } : { kind: 'go', to: home }
}
