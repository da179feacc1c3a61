import * as calls from '@carillon/contract/auth/two-step'
import { canTurnTotpOff } from '@carillon/contract/policies'
import { type Route, route } from '../../../http/route.ts'
import type { RateLimiter } from '../../../kernel/rate-limiter.ts'
import { findOther, findOwn } from '../access.ts'
import type { AuthContext } from '../ports.ts'
import { presentUser } from '../present.ts'
import type { UserRow } from '../table.ts'
import { notifyOwner } from './notify-owner.ts'
import { renewRecoveryCodes } from './renew-codes.ts'
import { beginTotp, confirmTotp } from './set-up.ts'
import type { TotpEvent } from './totp-emails.ts'
import { countRecoveryCodes } from './totp-store.ts'
import { turnTotpOff, turnTotpOffFor } from './turn-off.ts'

/** The calls of the second step of signing in. */
export function totpRoutes(context: AuthContext, limiter: RateLimiter): Route[] {
  const { db, clock, stationName, log } = context
  const owners = { db, clock, limiter, stationName }
  const notify = (user: UserRow, event: TotpEvent) => notifyOwner(context, user, event)
  const statusOf = async ({ id, totp_since }: UserRow): Promise<calls.TotpStatus> => ({
    on: totp_since !== null,
    since: totp_since?.toISOString() ?? null,
    recoveryCodesLeft: totp_since ? await countRecoveryCodes(db, id) : 0,
  })
  return [
    route(calls.totpStatus, {
      load: ({ session }) => findOwn(db, session.person, session.person.id),
      handle: ({ subject }) => statusOf(subject),
    }),
    route(calls.beginTotp, ({ session, body }) => beginTotp(owners, { userId: session.person.id, ...body })),
    route(calls.confirmTotp, async ({ session, body }) => {
      const { user, recoveryCodes } = await confirmTotp(owners, { userId: session.person.id, ...body })
      notify(user, { what: 'on' })
      return { ...(await statusOf(user)), recoveryCodes }
    }),
    route(calls.renewRecoveryCodes, async ({ session, body }) => {
      const { user, recoveryCodes } = await renewRecoveryCodes(owners, { userId: session.person.id, ...body })
      notify(user, { what: 'codes-renewed' })
      return { ...(await statusOf(user)), recoveryCodes }
    }),
    route(calls.turnTotpOff, async ({ session, body }) => {
      const { user, hasChanged } = await turnTotpOff(owners, { userId: session.person.id, ...body })
      if (hasChanged) notify(user, { what: 'off' })
      return statusOf(user)
    }),
    route(calls.turnTotpOffFor, {
      load: ({ session, params }) => findOther(db, session.person, { id: params.id, may: canTurnTotpOff }),
      handle: async ({ session, params }) => {
        const now = new Date(clock.now())
        const { user, hasChanged } = await turnTotpOffFor(db, now, {
          actor: session.person,
          userId: params.id,
        })
        if (!hasChanged) return presentUser(user, now)
        notify(user, { what: 'off-by-admin', admin: session.person.name })
        log.info(
          { userId: user.id, by: session.person.id },
          'two-step sign-in turned off by an administrator',
        )
        return presentUser(user, now)
      },
    }),
  ]
}
