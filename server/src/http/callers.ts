import type { Access } from '@carillon/contract/endpoint'
import type { FastifyRequest } from 'fastify'
import { networkOf } from '../kernel/ip-network.ts'
import type { Translate } from './error-reply.ts'
import { type Authenticate, requireAccess, type Session, sessionOf } from './session.ts'

/** Time that a session counts for the same request: a body may take longer than a ban. */
const FRESH_MS = 1_000

/** Finder of the callers of requests. */
export type Callers = {
  /** Finds out before any of the body is read. Throws NOT_SIGNED_IN and FORBIDDEN. */
  admit(request: FastifyRequest, access: Access): Promise<Session | null>
  /** The one that was admitted, asked again where the body took its time. Throws as `admit`. */
  current(request: FastifyRequest, access: Access): Promise<Session | null>
  /** Returns the holder for whom a body's bytes are counted: a person, or a network. */
  holderOf(request: FastifyRequest): string
}

/** Creates the finder of callers: one look-up for each request that comes at once. */
export function createCallers(accounts: { authenticate: Authenticate; translate: Translate }): Callers {
  const admitted = new WeakMap<FastifyRequest, { session: Session | null; atMs: number }>()

  async function admit(request: FastifyRequest, access: Access): Promise<Session | null> {
    const { headers, method } = request
    const session = await sessionOf({ headers, method, access }, accounts)
    requireAccess(access, session)
    admitted.set(request, { session, atMs: performance.now() })
    return session
  }

  return {
    admit,
    async current(request, access) {
      const known = admitted.get(request)
      const isFresh = known !== undefined && performance.now() - known.atMs < FRESH_MS
      return isFresh ? known.session : admit(request, access)
    },
    holderOf(request) {
      const session = admitted.get(request)?.session
      return session ? `person ${session.person.id}` : `address ${networkOf(request.ip)}`
    },
  }
}
