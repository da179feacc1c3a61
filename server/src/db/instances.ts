import { type Kysely, sql } from 'kysely'

/** Table `instances`; migration 0520. */
export type InstanceTables = { instances: { url: string; seen_at: Date } }

/** Time after which an instance that has not said that it runs does not count: what it has is copied elsewhere. */
const AWAY_MINUTES = 10
/** Time after which it is forgotten with all that it had. One that comes back says again what it has. */
const FORGOTTEN_DAYS = 30

/** When an instance counts as running. Times are those of the database: clocks of machines differ. */
export const ALIVE_SINCE = sql<Date>`now() - interval '1 minute' * ${sql.lit(AWAY_MINUTES)}`

/** Says that the instance at this address runs. */
export async function announceInstance(db: Kysely<InstanceTables>, url: string): Promise<void> {
  const seen_at = sql<Date>`now()`
  await db
    .insertInto('instances')
    .values({ url, seen_at })
    .onConflict((conflict) => conflict.column('url').doUpdateSet({ seen_at }))
    .execute()
}

/** Addresses of the other instances that run, the one that was seen last first. */
export async function findOtherInstances(db: Kysely<InstanceTables>, url: string | null): Promise<string[]> {
  const rows = await db
    .selectFrom('instances')
    .select('url')
    .where('url', '<>', url ?? '')
    .where('seen_at', '>', ALIVE_SINCE)
    .orderBy('seen_at', 'desc')
    .execute()
  return rows.map((row) => row.url)
}

/** Forgets instances that were removed for good. */
export async function forgetInstances(db: Kysely<InstanceTables>): Promise<void> {
  const before = sql<Date>`now() - interval '1 day' * ${sql.lit(FORGOTTEN_DAYS)}`
  await db.deleteFrom('instances').where('seen_at', '<', before).execute()
}
