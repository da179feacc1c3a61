import { login } from '@carillon/contract/auth/endpoints'
import { SECURE_SESSION_COOKIE, SESSION_COOKIE } from '@carillon/contract/auth/schemas'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { DEVICE_KNOWN_SECONDS } from './devices.ts'

/** The call that is answered, and how the world reaches the station: null is as the call says. */
type Answering = { request: FastifyRequest; reply: FastifyReply; publicUrl: string | null }

const DEVICE_COOKIE = 'device'
const MAX_TOKEN_LENGTH = 200
/** The longest that browsers keep a cookie. */
const REMEMBERED_SECONDS = 400 * 24 * 60 * 60

/**
 * Hands the token to the browser, out of reach of scripts, by https under the name that nobody else can set. Without
 * `remember` it ends with the browser's session. With it, the cookie outlives the session: the station alone moves and
 * knows the session's end.
 */
export function setSessionCookie(answering: Answering, token: string, remember: boolean): void {
  const options = attributes(answering)
  const kept = remember && { maxAge: REMEMBERED_SECONDS }
  // One from before, or from somebody else.
  if (options.secure) answering.reply.clearCookie(SESSION_COOKIE, options)
  else clearSecureCookie(answering)
  const name = options.secure ? SECURE_SESSION_COOKIE : SESSION_COOKIE
  answering.reply.setCookie(name, token, { ...options, ...kept })
}

/** Lets the browser be known at its next sign-in; sent to that call alone. */
export function setDeviceCookie(answering: Answering, token: string): void {
  const kept = { path: login.path, maxAge: DEVICE_KNOWN_SECONDS, sameSite: 'strict' } as const
  answering.reply.setCookie(DEVICE_COOKIE, token, { ...attributes(answering), ...kept })
}

/** The token by which the browser is known, if it is. */
export function deviceTokenOf({ cookies }: FastifyRequest): string | null {
  const token = cookies[DEVICE_COOKIE]
  return token && token.length <= MAX_TOKEN_LENGTH ? token : null
}

/** Takes the token from the browser. */
export function clearSessionCookie(answering: Answering): void {
  const options = attributes(answering)
  answering.reply.clearCookie(SESSION_COOKIE, options)
  clearSecureCookie(answering)
}

/** Also where the station no longer knows that it is reached by TLS: the browser goes on sending it, before the other. */
function clearSecureCookie({ request, reply, publicUrl }: Answering): void {
  if (request.cookies[SECURE_SESSION_COOKIE] === undefined) return
  reply.clearCookie(SECURE_SESSION_COOKIE, { ...attributes({ request, reply, publicUrl }), secure: true })
}

/**
 * Secure wherever the browser came by TLS, also when a proxy ends it and the call does not say so; plain http is
 * localhost or a station that has not been given TLS yet.
 */
function attributes({ request, publicUrl }: Answering) {
  const secure = request.protocol === 'https' || publicUrl?.startsWith('https:') === true
  return { path: '/', httpOnly: true, sameSite: 'lax', secure } as const
}
