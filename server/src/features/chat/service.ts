import { REMOVED_WITH_BAN } from '@carillon/contract/auth/schemas'
import type { ChatBody } from '@carillon/contract/chat/schemas'
import { HOUR_MS } from '@carillon/contract/durations'
import { canModerate } from '@carillon/contract/policies'
import type { Person } from '@carillon/contract/roles'
import { recordActivity } from '../../db/activities.ts'
import { discount, findShow, type HeldShow, lockShow } from '../../db/shows.ts'
import { refuseUntil } from '../../db/timeouts.ts'
import { AppError } from '../../kernel/app-error.ts'
import { createSerialQueue } from '../../kernel/serial-queue.ts'
import { requireDeletable } from './access.ts'
import { createFloodCooldown } from './flood-cooldown.ts'
import type { ChatContext } from './ports.ts'
import { secondsToWait, slowModeSentence } from './slow-mode.ts'
import {
  findOwners,
  insertMessage,
  listLatestOf,
  markAllDeleted,
  markDeleted,
  nameOfPerson,
  writingRecordOf,
} from './store.ts'
import type { Db, StoredMessage } from './table.ts'
import { createChatPublisher } from './topics.ts'
import type { Words } from './words.ts'

export type ChatService = ReturnType<typeof createChatService>

type ServiceContext = Pick<ChatContext, 'db' | 'clock' | 'publish'>
type ManyRemoved = { broadcastId: number; senderId: number; ids: readonly number[] }
type Said = { showId: number; content: string; original: string | null }

/** What people do in the chat. */
export function createChatService(context: ServiceContext, words: Pick<Words, 'mask'>) {
  const { db, clock } = context
  const publisher = createChatPublisher(context)
  // One at a time, since all wait for the same row: a rush holds one connection. People take turns, so that anyone who
  // sends a thousand at once keeps nobody else waiting.
  const runExclusive = createSerialQueue()
  const floodCooldown = createFloodCooldown(clock)
  let posted = 0

  async function store(trx: Db, person: Person, { showId, ...text }: Said): Promise<StoredMessage> {
    const show = await lockShow(trx, showId)
    if (!show) throw new AppError('NOT_FOUND')
    if (show.status !== 'LIVE') throw new AppError('NOT_LIVE')
    // Read only now: who waited for the lock is judged by when their turn came.
    const at = new Date(clock.now())
    if (!canModerate(person, show)) await requirePace(trx, person, show, at)
    const row = { broadcast_id: showId, sender_id: person.id, ...text, created_at: at }
    const id = await insertMessage(trx, row)
    return { id, broadcastId: showId, content: text.content, createdAt: at, sender: person }
  }

  async function requirePace(trx: Db, person: Person, show: HeldShow, at: Date): Promise<void> {
    const nowMs = at.getTime()
    const { timeoutUntil, last, tenthLast } = await writingRecordOf(trx, show.id, person.id)
    refuseUntil(timeoutUntil, nowMs)
    const wait = secondsToWait({ isSlow: show.slowMode, seconds: show.slowModeSeconds, last }, nowMs)
    if (wait > 0)
      throw new AppError('SLOW_MODE', { message: slowModeSentence(wait), retryAfterSeconds: wait })
    floodCooldown.refuse(person, show.id, tenthLast, nowMs)
  }

  async function remove(trx: Db, person: Person, id: number) {
    const at = new Date(clock.now())
    const message = requireDeletable(await findOwners(trx, id), person, at.getTime())
    if (!(await markDeleted(trx, id, { personId: person.id, at }))) return null
    const { broadcastId, senderId, senderName, showTitle } = message
    await discount(trx, broadcastId, 'message_count')
    const description = `A message of ${senderName} in ${showTitle} was removed`
    const by = { userId: person.id, aboutId: senderId }
    await recordActivity(trx, { activityType: 'CHAT_DELETE', description, ...by }, at)
    return message
  }

  async function removeAll(trx: Db, person: Person, { broadcastId, senderId, ids }: ManyRemoved) {
    const show = await lockShow(trx, broadcastId)
    const at = new Date(clock.now())
    const removed = await markAllDeleted(trx, ids, { personId: person.id, at })
    if (!show || removed.length === 0) return removed
    await discount(trx, broadcastId, 'message_count', removed.length)
    const count = removed.length === 1 ? '1 message' : `${removed.length} messages`
    const description = `${count} of ${await nameOfPerson(trx, senderId)} in ${show.title} removed with a ban`
    const by = { userId: person.id, aboutId: senderId }
    await recordActivity(trx, { activityType: 'CHAT_DELETE', description, ...by }, at)
    return removed
  }

  return {
    /** Throws NOT_FOUND, NOT_LIVE, TIMED_OUT, SLOW_MODE, TOO_MANY_REQUESTS, BUSY. */
    async post(person: Person, showId: number, body: ChatBody): Promise<StoredMessage> {
      await floodCooldown.refuseAgain(person, showId, () => findShow(db, showId))
      const written = body.content.toWellFormed()
      const content = await words.mask(written)
      const said = { showId, content, original: content === written ? null : written }
      return runExclusive(async () => {
        const message = await db.transaction().execute((trx) => store(trx, person, said))
        posted++
        publisher.posted(message)
        return message
      }, person.id)
    },
    /** How many messages were said here. */
    count: () => posted,
    /** Removes a message; one that is gone stays gone. Throws NOT_FOUND, FORBIDDEN. */
    remove: (person: Person, id: number): Promise<void> =>
      runExclusive(async () => {
        const removed = await db.transaction().execute((trx) => remove(trx, person, id))
        if (removed) publisher.deleted(removed)
      }, person.id),
    /** Removes what somebody wrote lately in any show: with a ban. Called again it removes what is left. */
    removeLatestOf: (person: Person, senderId: number): Promise<void> =>
      runExclusive(async () => {
        const since = new Date(clock.now() - REMOVED_WITH_BAN.hours * HOUR_MS)
        const written = await listLatestOf(db, senderId, { since, limit: REMOVED_WITH_BAN.messages })
        for (const [broadcastId, ids] of Map.groupBy(written, ({ broadcast_id }) => broadcast_id)) {
          const removal = { broadcastId, senderId, ids: ids.map(({ id }) => id) }
          const removed = await db.transaction().execute((trx) => removeAll(trx, person, removal))
          for (const id of removed) publisher.deleted({ id, broadcastId })
        }
      }, person.id),
  }
}
