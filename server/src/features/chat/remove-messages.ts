import type { Person } from '@carillon/contract/roles'
import { recordActivity } from '../../db/activities.ts'
import { discount, lockShow } from '../../db/shows.ts'
import { requireDeletable } from './access.ts'
import { findOwners, markAllDeleted, markDeleted, nameOfPerson } from './store.ts'
import type { Db } from './table.ts'

type Removal = { broadcastId: number; senderId: number; ids: readonly number[] }

/** Removes a message; null when it was gone. Throws NOT_FOUND, FORBIDDEN. */
export async function removeMessage(trx: Db, person: Person, id: number, now: () => Date) {
  const message = requireDeletable(await findOwners(trx, id), person, now().getTime())
  // Before the message, as those that go with a ban: else each waits for the other.
  await lockShow(trx, message.broadcastId)
  const at = now()
  if (!(await markDeleted(trx, id, { personId: person.id, at }))) return null
  const { broadcastId, senderId, senderName, showTitle } = message
  await discount(trx, broadcastId, 'message_count')
  const description = `A message of ${senderName} in ${showTitle} was removed`
  const by = { userId: person.id, aboutId: senderId }
  await recordActivity(trx, { activityType: 'CHAT_DELETE', description, ...by }, at)
  return message
}

/** Removes messages of one person in one broadcast. Returns the ids of those that were there. */
export async function removeMessages(
  trx: Db,
  person: Person,
  { broadcastId, senderId, ids }: Removal,
  now: () => Date,
) {
  const show = await lockShow(trx, broadcastId)
  const at = now()
  const removed = await markAllDeleted(trx, ids, { personId: person.id, at })
  if (!show || removed.length === 0) return removed
  await discount(trx, broadcastId, 'message_count', removed.length)
  const count = removed.length === 1 ? '1 message' : `${removed.length} messages`
  const description = `${count} of ${await nameOfPerson(trx, senderId)} in ${show.title} removed with a ban`
  const by = { userId: person.id, aboutId: senderId }
  await recordActivity(trx, { activityType: 'CHAT_DELETE', description, ...by }, at)
  return removed
}
