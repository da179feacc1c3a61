import * as calls from '@carillon/contract/auth/endpoints'
import * as resets from '@carillon/contract/auth/password-reset'
import type { User } from '@carillon/contract/auth/schemas'
import type { FastifyRequest } from 'fastify'
import { type Route, route } from '../../http/route.ts'
import { firstSession, tokensOf } from '../../http/session.ts'
import { AppError } from '../../kernel/app-error.ts'
import type { RateLimiter } from '../../kernel/rate-limiter.ts'
import { findEditable, findOwn, findVisible } from './access.ts'
import { changePassword } from './change-password.ts'
import { clearSessionCookie, deviceTokenOf, setDeviceCookie, setSessionCookie } from './cookie.ts'
import { OTHER_USER_NAMES } from './other-names.ts'
import type { AuthContext } from './ports.ts'
import { presentUser } from './present.ts'
import { updatePreferences, updateProfile } from './profile.ts'
import { resetPassword, sendResetLink } from './reset-password.ts'
import { sendCode } from './send-code.ts'
import { authenticate } from './sessions.ts'
import { signIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'
import { signUp, signUpAtPace } from './sign-up.ts'
import { findUser } from './store.ts'
import type { UserRow } from './table.ts'
import { notifyRecoveryCodeUsed } from './totp/notify-owner.ts'
import { createCodeSemaphore, verifyEmail } from './verify-email.ts'

/** Calls that people make for themselves. */
export function authRoutes(context: AuthContext, limiter: RateLimiter): Route[] {
  const present = (row: UserRow) => presentUser(row, new Date(context.clock.now()))
  return [
    ...sessionRoutes(context, present),
    ...accountRoutes(context, limiter, present),
    ...passwordResetRoutes(context, limiter),
    ...profileRoutes(context, present),
  ]
}

type Present = (row: UserRow) => User

/** Signing in and out, and who is signed in. */
function sessionRoutes(context: AuthContext, present: Present): Route[] {
  const { db, clock, publicUrl, events } = context
  // What is public is read as a visitor while the database is away. Here that would sign people out: it is asked again.
  const sessionBehind = (headers: FastifyRequest['headers']) =>
    firstSession(tokensOf(headers), (token) => authenticate(db, clock, token))
  return [
    route(calls.login, async ({ body, request, reply }) => {
      const answering = { request, reply, publicUrl }
      const credentials = { ...body, address: request.ip, device: deviceTokenOf(request) }
      const signedIn = await signIn(context, credentials)
      const { token, user, newDevice } = signedIn
      setSessionCookie(answering, token, body.remember)
      if (newDevice) setDeviceCookie(answering, newDevice)
      notifyRecoveryCodeUsed(context, signedIn)
      return { user: present(user), token }
    }),
    route(calls.logout, async ({ session, request, reply }) => {
      if (session) {
        await signOut(db, session, new Date(clock.now()))
        events.onSessionEnded(session.id)
      }
      // Not before: a try that fails is made again, and has to say whose session it is.
      clearSessionCookie({ request, reply, publicUrl })
      return { signedOut: true as const }
    }),
    route(calls.me, async ({ session, query, request }) => {
      const current = session ?? (await sessionBehind(request.headers))
      const user = current && (await findUser(db, current.person.id))
      if (!user && !query.visitor) throw new AppError('NOT_SIGNED_IN')
      return user ? present(user) : null
    }),
  ]
}

/** A new account, and the code that proves its e-mail address. */
function accountRoutes(context: AuthContext, limiter: RateLimiter, present: Present): Route[] {
  const { db, clock } = context
  const codeSemaphore = createCodeSemaphore()
  return [
    route(calls.register, {
      otherNames: OTHER_USER_NAMES,
      handle: async ({ body, request }) =>
        present(
          await signUpAtPace(limiter, { address: request.ip, email: body.email }, () =>
            signUp(context, body, request.ip),
          ),
        ),
    }),
    route(calls.sendCode, ({ query, request }) => {
      sendCode(context, limiter, { email: query.email, address: request.ip })
      return { accepted: true as const }
    }),
    route(calls.verifyEmail, async ({ query }) => {
      await verifyEmail({ db, now: new Date(clock.now()), semaphore: codeSemaphore }, query)
      return { verified: true as const }
    }),
  ]
}

function passwordResetRoutes(context: AuthContext, limiter: RateLimiter): Route[] {
  return [
    route(resets.forgotPassword, async ({ body, request }) => {
      await sendResetLink(context, limiter, { email: body.email, address: request.ip })
      return { accepted: true as const }
    }),
    route(resets.resetPassword, async ({ body, request }) => {
      const userId = await resetPassword(context, limiter, { ...body, address: request.ip })
      await context.events.onPasswordReset(userId)
      return { changed: true as const }
    }),
  ]
}

/** Profile, preferences and password of an account that exists. */
function profileRoutes(context: AuthContext, present: Present): Route[] {
  const { db, clock, timeZone, events } = context
  const now = () => new Date(clock.now())
  return [
    route(calls.getUser, {
      load: ({ session, params }) => findVisible(db, session.person, params.id),
      handle: ({ subject }) => present(subject),
    }),
    route(calls.updateProfile, {
      otherNames: OTHER_USER_NAMES,
      load: ({ session, params }) => findEditable(db, session.person, params.id),
      handle: async ({ body, session, params }) => {
        const order = { actor: session.person, userId: params.id, profile: body }
        return present(await updateProfile({ db, now: now(), timeZone }, order))
      },
    }),
    route(calls.updatePreferences, async ({ body, session }) => {
      const order = { actor: session.person, userId: session.person.id, preferences: body }
      return present(await updatePreferences(db, now(), order))
    }),
    route(calls.changePassword, {
      load: ({ session, params }) => findOwn(db, session.person, params.id),
      handle: async ({ body, session, subject }) => {
        const { changed } = await changePassword(context, { user: subject, session, ...body })
        if (changed) await events.onOtherSessionsEnded(subject.id, session.id)
        return { changed: true as const }
      },
    }),
  ]
}
