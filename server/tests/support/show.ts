import { randomUUID } from 'node:crypto'
import type { Person, Role } from '@carillon/contract/roles'
import { sql } from 'kysely'
import { connect } from '../../src/db/connect.ts'
import { migrate } from '../../src/db/migrate.ts'
import { createPlace } from './database.ts'

export type Engine = 'embedded' | 'postgres'
/** The databases that the tests of this run use: the second one where it is given. */
export const ENGINES: readonly Engine[] = process.env.TEST_DATABASE_URL
  ? ['embedded', 'postgres']
  : ['embedded']

/**
 * Number of runs of a race or a random walk on this database: in full on the last of them, where transactions meet each
 * other when it is PostgreSQL; a tenth on the one that a single connection leads to, where they wait in line.
 */
export function roundsOn(engine: Engine, rounds: number): number {
  return engine === ENGINES.at(-1) ? rounds : Math.ceil(rounds / 10)
}

/** 20 November 2026, 3 PM in Manila. */
const NOW_MS = Date.parse('2026-11-20T07:00:00Z')

/** Published message, in order: a topic, or a person and their queue. */
export type Published = { to: string; body: { type?: string } & Record<string, unknown> }

/** A migrated database with people and shows in it, for what happens around a show. The caller closes it. */
// Long: a list of members of a few lines, half of them SQL.
export async function openShowPlace<Tables>(engine: Engine) {
  const place = await createPlace(engine)
  // Idle connections may break when the place is removed.
  const database = await connect({ ...place, onError: () => undefined })
  await migrate(database)
  const db = database.tables<Tables>()
  const clock = { nowMs: NOW_MS, now: () => clock.nowMs }
  const published: Published[] = []
  const note = (to: string, body: object) => void published.push({ to, body: { ...body } })

  return {
    db,
    clock,
    published,
    publish: note,
    publishToUser: (userId: number, destination: string, body: object) =>
      note(`${userId} ${destination}`, body),
    notifyAnswered: async () => undefined,
    onAnswered: () => undefined,
    async person(role: Role = 'LISTENER', firstname = 'Ana'): Promise<Person> {
      const { rows } = await sql<{ id: number }>`
        INSERT INTO users (email, password_hash, role, firstname, lastname, created_at)
        VALUES (${`${randomUUID()}@campus.example`}, '', ${role}, ${firstname}, 'Reyes', ${new Date(NOW_MS)})
        RETURNING id`.execute(db)
      return { id: rows[0]?.id ?? 0, name: `${firstname} Reyes`, role }
    },
    /** A show of `dj` that is on air; what was on air before has ended. Gives its id. */
    async goLive(dj: Person): Promise<number> {
      await endLive()
      const at = new Date(NOW_MS)
      const { rows } = await sql<{ id: number }>`
        INSERT INTO broadcasts (title, status, scheduled_start, scheduled_end, actual_start, created_by, started_by, created_at)
        VALUES ('Harana Hour', 'LIVE', ${at}, ${new Date(NOW_MS + 1)}, ${at}, ${dj.id}, ${dj.id}, ${at})
        RETURNING id`.execute(db)
      return rows[0]?.id ?? 0
    },
    endLive,
    async interactions(showId: number): Promise<number | undefined> {
      const { rows } = await sql<{ total: number }>`
        SELECT total_interactions AS total FROM broadcasts WHERE id = ${showId}`.execute(db)
      return rows[0]?.total
    },
    async activities(): Promise<string[]> {
      const { rows } = await sql<{ line: string }>`
        SELECT concat_ws(' / ', activity_type, description, user_id) AS line FROM activities ORDER BY id`.execute(
        db,
      )
      return rows.map(({ line }) => line)
    },
    async close(): Promise<void> {
      await database.close()
      await place.remove()
    },
  }

  /** Ends what is on air, as the broadcasts do: under the lock of its row. */
  async function endLive(): Promise<void> {
    await sql`UPDATE broadcasts SET status = 'ENDED', actual_end = ${new Date(clock.nowMs)}, end_reason = 'ENDED_BY_DJ'
      WHERE status = 'LIVE'`.execute(db)
  }
}
