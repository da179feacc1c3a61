import { sql } from 'kysely'
import { connect } from '../../src/db/connect.ts'
import type { Place } from './database.ts'

/** The token of an account that `seedAccounts` made, by its place among them, from 1. */
export const seededToken = (at: number): string => `seeded-account-${at}`

/** Puts accounts of listeners into a place whose station does not run; the first `signedIn` of them are signed in. */
export async function seedAccounts(place: Place, count: number, signedIn: number): Promise<void> {
  await withDatabase(place, async (query) => {
    await query(sql`INSERT INTO users (email, password_hash, firstname, lastname, created_at)
      SELECT 'seeded-' || at || '@campus.example', '', 'Ana', 'Reyes', now() - interval '1 year'
      FROM generate_series(1, ${count}::integer) at`)
    await query(sql`INSERT INTO sessions (token_hash, user_id, remember, created_at, expires_at)
      SELECT encode(sha256(('seeded-account-' || replace(split_part(email, '@', 1), 'seeded-', ''))::bytea), 'hex'), id,
        true, now(), now() + interval '1 day'
      FROM users WHERE email LIKE 'seeded-%' ORDER BY id LIMIT ${signedIn}`)
    await query(sql`ANALYZE users`)
  })
}

/** Puts notifications for everyone into such a place: over the last half year, told, and read by nobody. */
export async function seedBacklog(place: Place, count: number): Promise<void> {
  await withDatabase(place, (query) =>
    query(sql`INSERT INTO notifications (type, message, link, created_at, delivered_at)
      SELECT (ARRAY['BROADCAST_STARTING_SOON', 'BROADCAST_STARTED', 'BROADCAST_ENDED'])[1 + at % 3],
        'Harana Hour with Mikael Reyes', '/schedule', now() - interval '180 days' * (1 - at::float / ${count}::integer), now()
      FROM generate_series(1, ${count}::integer - 100) at`),
  )
}

/** Number of notifications stored in a place whose station does not run. */
export async function countNotifications(place: Place): Promise<number> {
  return withDatabase(place, async (query) => {
    const { rows } = await query(sql<{ count: number }>`SELECT count(*) AS count FROM notifications`)
    return (rows[0] as { count: number }).count
  })
}

type Query = (statement: ReturnType<typeof sql>) => Promise<{ rows: unknown[] }>

async function withDatabase<T>(place: Place, work: (query: Query) => Promise<T>): Promise<T> {
  const database = await connect({ ...place, onError: () => undefined })
  try {
    return await work((statement) => statement.execute(database.tables<unknown>()))
  } finally {
    await database.close()
  }
}
