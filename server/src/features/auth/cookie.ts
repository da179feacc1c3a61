import { SESSION_COOKIE } from '@carillon/contract/auth'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { OpenedSession } from './sessions.ts'

/** Hands the token to the browser, out of reach of scripts. Without `remember` it ends with the browser's session. */
export function setSessionCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  { token, expiresAt }: OpenedSession,
  remember: boolean,
): void {
  reply.setCookie(SESSION_COOKIE, token, { ...attributes(request), ...(remember && { expires: expiresAt }) })
}

/** Takes the token from the browser. */
export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply): void {
  reply.clearCookie(SESSION_COOKIE, attributes(request))
}

/** Secure wherever the browser came by TLS; plain http is localhost or a station that has not been given TLS yet. */
function attributes(request: FastifyRequest) {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: request.protocol === 'https' } as const
}
