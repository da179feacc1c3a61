import { REMOVED_WITH_BAN } from '@carillon/contract/auth/schemas'
import type { ChatBody } from '@carillon/contract/chat/schemas'
import { HOUR_MS } from '@carillon/contract/durations'
import { canModerate } from '@carillon/contract/policies'
import type { Person } from '@carillon/contract/roles'
import { findShow, type HeldShow, lockShow } from '../../db/shows.ts'
import { refuseUntil } from '../../db/timeouts.ts'
import { AppError } from '../../kernel/app-error.ts'
import { createSerialQueue } from '../../kernel/serial-queue.ts'
import { createFloodCooldown, type FloodCooldown } from './flood-cooldown.ts'
import type { ChatContext } from './ports.ts'
import { removeMessage, removeMessages } from './remove-messages.ts'
import { secondsToWait, slowModeSentence } from './slow-mode.ts'
import { insertMessage, listLatestOf, writingRecordOf } from './store.ts'
import type { Db, StoredMessage } from './table.ts'
import { createChatPublisher } from './topics.ts'
import type { Words } from './words.ts'

export type ChatService = ReturnType<typeof createChatService>

type ServiceContext = Pick<ChatContext, 'db' | 'clock' | 'publish'>
type Said = { showId: number; content: string; original: string | null }

/** Posting to the chat and removing from it. */
export function createChatService(context: ServiceContext, words: Pick<Words, 'mask'>) {
  const { db, clock } = context
  const now = () => new Date(clock.now())
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
    const at = now()
    if (!canModerate(person, show)) await requirePace(trx, person, show, at, floodCooldown)
    const row = { broadcast_id: showId, sender_id: person.id, ...text, created_at: at }
    const id = await insertMessage(trx, row)
    return { id, broadcastId: showId, content: text.content, createdAt: at, sender: person }
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
    /** Number of messages posted here. */
    count: () => posted,
    /** Removes a message; one that is gone stays gone. Throws NOT_FOUND, FORBIDDEN. */
    remove: (person: Person, id: number): Promise<void> =>
      runExclusive(async () => {
        const removed = await db.transaction().execute((trx) => removeMessage(trx, person, id, now))
        if (removed) publisher.deleted(removed)
      }, person.id),
    /** Removes what somebody wrote lately in any show: with a ban. Called again it removes what is left. */
    removeLatestOf: (person: Person, senderId: number): Promise<void> =>
      runExclusive(async () => {
        const since = new Date(clock.now() - REMOVED_WITH_BAN.hours * HOUR_MS)
        const written = await listLatestOf(db, senderId, { since, limit: REMOVED_WITH_BAN.messages })
        for (const [broadcastId, ids] of Map.groupBy(written, ({ broadcast_id }) => broadcast_id)) {
          const removal = { broadcastId, senderId, ids: ids.map(({ id }) => id) }
          const removed = await db.transaction().execute((trx) => removeMessages(trx, person, removal, now))
          for (const id of removed) publisher.deleted({ id, broadcastId })
        }
      }, person.id),
  }
}

async function requirePace(
  trx: Db,
  person: Person,
  show: HeldShow,
  at: Date,
  floodCooldown: FloodCooldown,
): Promise<void> {
  const nowMs = at.getTime()
  const { timeoutUntil, last, tenthLast } = await writingRecordOf(trx, show.id, person.id)
  refuseUntil(timeoutUntil, nowMs)
  const wait = secondsToWait({ isSlow: show.slowMode, seconds: show.slowModeSeconds, last }, nowMs)
  if (wait > 0) throw new AppError('SLOW_MODE', { message: slowModeSentence(wait), retryAfterSeconds: wait })
  floodCooldown.refuse(person, show.id, tenthLast, nowMs)
}
