import { canTurnTotpOff } from '@carillon/contract/policies'
import type { Person } from '@carillon/contract/roles'
import { recordActivity } from '../../../db/activities.ts'
import { AppError } from '../../../kernel/app-error.ts'
import { type Db, findUser, findUserByEmail, lockUser, updateUser } from '../store.ts'
import { type Change, holdBoth } from '../supervise.ts'
import type { UserRow } from '../table.ts'
import { asProvenOwner, type Proof, type ProofContext } from './prove-owner.ts'
import { deleteSecret } from './totp-store.ts'

/** Turns off one's own; off already is off. Throws WRONG_PASSWORD, CODE_REFUSED, TOO_MANY_ATTEMPTS. */
export async function turnTotpOff(context: ProofContext, proof: Required<Proof>): Promise<Change> {
  const user = await findUser(context.db, proof.userId)
  if (user?.totp_since === null) return { user, hasChanged: false }
  return asProvenOwner(context, proof, (trx, held) =>
    turnOff(trx, { user: held, actorId: held.id }, new Date(context.clock.now())),
  )
}

/** Turns off somebody else's; off already is off. Throws NOT_FOUND, FORBIDDEN also for one's own. */
export async function turnTotpOffFor(
  db: Db,
  now: Date,
  { actor, userId }: { actor: Person; userId: number },
): Promise<Change> {
  return db.transaction().execute(async (trx) => {
    const user = await holdBoth(trx, actor, userId, now)
    if (!canTurnTotpOff(actor)) throw new AppError('FORBIDDEN')
    return turnOff(trx, { user, actorId: actor.id }, now)
  })
}

/** Turns it off for anyone who runs the machine; undefined when nobody has this e-mail. */
export async function turnTotpOffByHand(db: Db, now: Date, email: string): Promise<Change | undefined> {
  return db.transaction().execute(async (trx) => {
    const known = await findUserByEmail(trx, email)
    const user = known && (await lockUser(trx, known.id))
    return user && turnOff(trx, { user, actorId: null }, now)
  })
}

/** `actorId` null is the station itself. */
async function turnOff(
  trx: Db,
  { user, actorId }: { user: UserRow; actorId: number | null },
  now: Date,
): Promise<Change> {
  if (user.totp_since === null) return { user, hasChanged: false }
  await deleteSecret(trx, user.id)
  const changed = await updateUser(trx, user.id, { totp_since: null })
  const description = `Two-step sign-in of ${user.email} turned off`
  await recordActivity(trx, { activityType: 'PROFILE_UPDATE', description, userId: actorId }, now)
  return { user: changed, hasChanged: true }
}
