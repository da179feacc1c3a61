import { REMOVED_WITH_BAN } from '@carillon/contract/auth/schemas'
import type { ChatBody } from '@carillon/contract/chat/schemas'
import { HOUR_MS } from '@carillon/contract/durations'
import type { Person } from '@carillon/contract/roles'
import { findShow, requireShow } from '../../db/shows.ts'
import { AppError } from '../../kernel/app-error.ts'
import { createBatchQueue } from '../../kernel/serial-queue.ts'
import { createBatchStore, type Stored } from './batch-store.ts'
import { createFloodCooldown } from './flood-cooldown.ts'
import type { ChatContext } from './ports.ts'
import { removeMessage, removeMessages } from './remove-messages.ts'
import { listLatestOf } from './store.ts'
import type { Said } from './store-messages.ts'
import type { StoredMessage } from './table.ts'
import { createChatPublisher } from './topics.ts'
import type { Words } from './words.ts'

export type ChatService = ReturnType<typeof createChatService>

type ServiceContext = Pick<ChatContext, 'db' | 'clock' | 'publish'>
/** Posting to the chat and removing from it. */
export function createChatService(context: ServiceContext, words: Pick<Words, 'mask'>) {
  const { db, clock } = context
  const now = () => new Date(clock.now())
  const publisher = createChatPublisher(context)
  // One at a time, since all wait for the same row; messages that wait are stored together, so that a rush holds one
  // connection and writes to the disk once. People take turns: anyone who sends a thousand at once keeps nobody else waiting.
  const { runExclusive, add } = createBatchQueue(storeAndPublish)
  const floodCooldown = createFloodCooldown(clock)
  const store = createBatchStore({ db, now, floodCooldown })
  let posted = 0

  /** Publishes before others are stored: in the order of their ids. */
  async function storeAndPublish(said: Said[]): Promise<Stored[]> {
    const outcomes = await store(said)
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') continue
      posted += 1
      publisher.posted(outcome.value)
    }
    return outcomes
  }

  return {
    /** Throws NOT_FOUND, NOT_LIVE, TIMED_OUT, SLOW_MODE, TOO_MANY_REQUESTS, BUSY. */
    async post(person: Person, showId: number, body: ChatBody): Promise<StoredMessage> {
      await floodCooldown.refuseAgain(person, showId, () => findShow(db, showId))
      const written = body.content.toWellFormed()
      const content = await words.mask(written)
      const said = { person, showId, content, original: content === written ? null : written }
      return add(said, person.id).catch(async (error: unknown) => {
        // It is only asked now whose draft it is: a show on air is none.
        if (error instanceof AppError && error.code === 'NOT_LIVE') await requireShow(db, showId, person)
        throw error
      })
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
