import { randomUUID } from 'node:crypto'
import type { Person, Role } from '@carillon/contract/roles'
import { sql } from 'kysely'
import { createPlace } from '../../../tests/support/database.ts'
import { connect } from '../../db/connect.ts'
import { migrate } from '../../db/migrate.ts'
import { createChatService } from './service.ts'
import type { ChatTables, Db } from './table.ts'
import { createWords } from './words.ts'

type Engine = 'embedded' | 'postgres'
/** The databases that the tests of this run use: the second one where it is given. */
export const ENGINES: readonly Engine[] = process.env.TEST_DATABASE_URL
  ? ['embedded', 'postgres']
  : ['embedded']

/** 20 November 2026, 3 PM in Manila. */
const NOW_MS = Date.parse('2026-11-20T07:00:00Z')

/** What was published. */
type Told = { destination: string; body: { type?: string } }
export type TestChat = Awaited<ReturnType<typeof createTestChat>>

/** The chat of a station that has nothing else; the caller closes it. */
export async function createTestChat(engine: Engine) {
  const place = await createPlace(engine)
  // Idle connections may break when the place is removed.
  const database = await connect({ ...place, onError: () => undefined })
  await migrate(database)
  const db = database.tables<ChatTables>()
  let nowMs = NOW_MS
  const clock = {
    now: () => nowMs,
    advance(ms: number): void {
      nowMs += ms
    },
  }
  return {
    db,
    clock,
    /** What one instance of the station has: its own turns, its own copy of the words. */
    instance() {
      const told: Told[] = []
      const publish = (destination: string, body: object) => told.push({ destination, body })
      const words = createWords({ db, clock })
      return { words, told, service: createChatService({ db, clock, publish }, words) }
    },
    person: (role: Role, firstname: string) => insertPerson(db, role, firstname),
    /** A LIVE show; any other has ended. */
    async show(dj: Person, { slowModeSeconds }: { slowModeSeconds?: number } = {}): Promise<number> {
      await endShows(db)
      const { rows } = await sql<{ id: number }>`
        INSERT INTO broadcasts (title, status, scheduled_start, scheduled_end, actual_start, created_by, started_by,
          created_at, slow_mode_enabled, slow_mode_seconds)
        VALUES ('Harana Hour', 'LIVE', now(), now() + interval '1 hour', now(), ${dj.id}, ${dj.id}, now(),
          ${slowModeSeconds !== undefined}, ${slowModeSeconds ?? 0}) RETURNING id`.execute(db)
      return rows[0]?.id ?? 0
    },
    /** Ends a show as `broadcasts` does, by its row; gives how many messages it had at that moment. */
    end: (id: number) =>
      db.transaction().execute(async (trx) => {
        await sql`SELECT id FROM broadcasts WHERE id = ${id} FOR UPDATE`.execute(trx)
        await endShows(trx)
        const { rows } = await sql<{ count: number }>`
          SELECT count(*) FROM chat_messages WHERE broadcast_id = ${id}`.execute(trx)
        return rows[0]?.count ?? Number.NaN
      }),
    async interactions(id: number): Promise<number> {
      const { rows } = await sql<{ total: number }>`
        SELECT total_interactions AS total FROM broadcasts WHERE id = ${id}`.execute(db)
      return rows[0]?.total ?? Number.NaN
    },
    async activities() {
      const { rows } = await sql`
        SELECT activity_type, description, user_id FROM activities ORDER BY id`.execute(db)
      return rows
    },
    /** Forgets shows, what was said and noted, and words that people added. */
    async empty(): Promise<void> {
      await sql`TRUNCATE broadcasts, activities CASCADE`.execute(db)
      await sql`DELETE FROM profanity_words WHERE added_by IS NOT NULL OR word LIKE 'word%'`.execute(db)
    },
    async close(): Promise<void> {
      await database.close()
      await place.remove()
    },
  }
}

async function endShows(db: Db): Promise<void> {
  await sql`UPDATE broadcasts SET status = 'ENDED', actual_end = now(), end_reason = 'ENDED_BY_DJ'
    WHERE status = 'LIVE'`.execute(db)
}

async function insertPerson(db: Db, role: Role, firstname: string): Promise<Person> {
  const email = `${randomUUID()}@campus.example`
  const { rows } = await sql<{ id: number }>`
    INSERT INTO users (email, password_hash, role, firstname, lastname, created_at)
    VALUES (${email}, '', ${role}, ${firstname}, 'Reyes', now()) RETURNING id`.execute(db)
  return { id: rows[0]?.id ?? 0, name: `${firstname} Reyes`, role }
}
