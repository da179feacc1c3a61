import { SESSION_COOKIE } from '@carillon/contract/auth'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** The call that is answered, and how the world reaches the station: null is as the call says. */
type Answering = { request: FastifyRequest; reply: FastifyReply; publicUrl: string | null }

/** The longest that browsers keep a cookie. */
const REMEMBERED_SECONDS = 400 * 24 * 60 * 60

/**
 * Hands the token to the browser, out of reach of scripts. Without `remember` it ends with the browser's session. With
 * it, the cookie outlives the session: the station alone moves and knows the session's end.
 */
export function setSessionCookie(answering: Answering, token: string, remember: boolean): void {
  const kept = remember && { maxAge: REMEMBERED_SECONDS }
  answering.reply.setCookie(SESSION_COOKIE, token, { ...attributes(answering), ...kept })
}

/** Takes the token from the browser. */
export function clearSessionCookie(answering: Answering): void {
  answering.reply.clearCookie(SESSION_COOKIE, attributes(answering))
}

/**
 * Secure wherever the browser came by TLS, also when a proxy ends it and the call does not say so; plain http is
 * localhost or a station that has not been given TLS yet.
 */
function attributes({ request, publicUrl }: Answering) {
  const secure = request.protocol === 'https' || publicUrl?.startsWith('https:') === true
  return { path: '/', httpOnly: true, sameSite: 'lax', secure } as const
}
