import { recordActivity } from '../../db/activities.ts'
import type { Session } from '../../http/session.ts'
import { type Db, deleteSession } from './store.ts'

/** Ends one session and notes it. */
export async function signOut(db: Db, { id, person }: Session, now: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await deleteSession(trx, id)
    const description = `${person.name} signed out`
    await recordActivity(trx, { activityType: 'LOGOUT', description, userId: person.id }, now)
  })
}
