import type { Person } from '@carillon/contract/roles'
import { type Kysely, sql } from 'kysely'
import { type Engine, openShowPlace } from '../../../tests/support/show.ts'
import { createChatService } from './service.ts'
import type { ChatTables } from './table.ts'
import { createTimeouts } from './timeouts.ts'
import { createWords } from './words.ts'

/** Message that was published. */
type Published = { destination: string; body: { type?: string } }
export type TestChat = Awaited<ReturnType<typeof createTestChat>>

/** The chat of a station that has nothing else; the caller closes it. */
export async function createTestChat(engine: Engine) {
  const place = await openShowPlace<ChatTables>(engine)
  const { db, clock } = place
  return {
    ...place,
    /**
     * Creates an instance of the station with its own turns and its own copy of the words. Reports each statement of
     * its service.
     */
    instance(onStatement?: () => void) {
      const published: Published[] = []
      const publish = (destination: string, body: object) => published.push({ destination, body })
      const words = createWords({ db, clock })
      const service = createChatService(
        { db: onStatement ? watch(db, onStatement) : db, clock, publish },
        words,
      )
      const timeouts = createTimeouts({ db, clock, publishToUser: place.publishToUser })
      return { words, timeouts, published, service }
    },
    /** A LIVE show in slow mode; any other has ended. */
    async goLiveSlowly(dj: Person, seconds: number): Promise<number> {
      const id = await place.goLive(dj)
      await sql`UPDATE broadcasts SET slow_mode_enabled = true, slow_mode_seconds = ${seconds}
        WHERE id = ${id}`.execute(db)
      return id
    },
    /** Ends a show as `broadcasts` does, under the lock of its row; gives how many messages it had at that moment. */
    end: (id: number) =>
      db.transaction().execute(async (trx) => {
        await sql`SELECT id FROM broadcasts WHERE id = ${id} FOR UPDATE`.execute(trx)
        await sql`UPDATE broadcasts SET status = 'ENDED', actual_end = now(), end_reason = 'ENDED_BY_DJ'
          WHERE id = ${id}`.execute(trx)
        const { rows } = await sql<{ count: number }>`
          SELECT count(*) FROM chat_messages WHERE broadcast_id = ${id}`.execute(trx)
        return rows[0]?.count ?? Number.NaN
      }),
    /** Messages not removed, in every show. */
    async remaining() {
      const left = db.selectFrom('chat_messages').select('content').where('deleted_at', 'is', null)
      return { rows: (await left.orderBy('id').execute()).map(({ content }) => content) }
    },
    /** Stored number of messages of each show. */
    async counts(): Promise<number[]> {
      const { rows } = await sql<{ count: number }>`
        SELECT message_count AS count FROM broadcasts ORDER BY id`.execute(db)
      return rows.map(({ count }) => count)
    },
    /** Forgets shows, what was said and noted, and words that were added. */
    async empty(): Promise<void> {
      await sql`TRUNCATE broadcasts, activities, chat_timeouts CASCADE`.execute(db)
      await sql`DELETE FROM profanity_words WHERE added_by IS NOT NULL OR word LIKE 'word%'`.execute(db)
    },
  }
}

/** The same database, which tells of each statement that was carried out, but those that begin and end a transaction. */
function watch(db: Kysely<ChatTables>, onStatement: () => void): Kysely<ChatTables> {
  return db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      onStatement()
      return result
    },
  })
}
