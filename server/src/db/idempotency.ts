import { DAY_MS } from '@carillon/contract/durations'
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { watchCommits } from './commits.ts'

type Tables = {
  idempotent_replies: { key_hash: string; claimed_at: Date; status: number | null; body: string | null }
}
/** Whose a key is: the caller's, another call's that is at work, or answered. */
export type Claim =
  | { state: 'mine' }
  | { state: 'at-work' }
  | { state: 'answered'; status: number; body: string }

export const KEPT_MS = DAY_MS
/** Longer than any call may wait and work: a claim without an answer by then belongs to a process that died. */
export const ABANDONED_MS = 5 * 60_000

/** First answers of creating calls, kept for 24 h. */
export function createIdempotencyStore(db: Kysely<Tables>, clock: { now(): number }) {
  return {
    /** Takes the key, or tells what became of the call that took it. */
    async claim(keyHash: string): Promise<Claim> {
      if (await takeKey(db, keyHash, clock.now())) return { state: 'mine' }
      const first = await db
        .selectFrom('idempotent_replies')
        .select(['status', 'body'])
        .where('key_hash', '=', keyHash)
        .executeTakeFirst()
      if (first?.status == null) return { state: 'at-work' }
      return { state: 'answered', status: first.status, body: first.body ?? '' }
    },
    /** Runs a call to its end and tells whether something of it was committed. */
    watch: watchCommits,
    /** Keeps the answer. */
    async answer(keyHash: string, status: number, body: string): Promise<void> {
      await db
        .updateTable('idempotent_replies')
        .set({ status, body })
        .where('key_hash', '=', keyHash)
        .execute()
    },
    /** Gives the key back: the call failed and may be tried again. */
    async release(keyHash: string): Promise<void> {
      await db
        .deleteFrom('idempotent_replies')
        .where('key_hash', '=', keyHash)
        .where('status', 'is', null)
        .execute()
    },
    /** Forgets answers older than 24 h. */
    async forgetOld(): Promise<void> {
      await sql`DELETE FROM idempotent_replies WHERE claimed_at < ${new Date(clock.now() - KEPT_MS)}`.execute(
        db,
      )
    },
  }
}

/** Stores the key as claimed now, unless another call's claim or answer stands; returns whether it did. */
async function takeKey(db: Kysely<Tables>, keyHash: string, nowMs: number): Promise<boolean> {
  const claim = { claimed_at: new Date(nowMs), status: null, body: null }
  const before = (ageMs: number) => new Date(nowMs - ageMs)
  const taken = await db
    .insertInto('idempotent_replies')
    .values({ key_hash: keyHash, ...claim })
    .onConflict((conflict) =>
      conflict
        .column('key_hash')
        .doUpdateSet(claim)
        .where((eb) =>
          eb.or([
            eb('idempotent_replies.claimed_at', '<', before(KEPT_MS)),
            eb.and([
              eb('idempotent_replies.status', 'is', null),
              // A claim that lies ahead is from before the clock was set back.
              eb.or([
                eb('idempotent_replies.claimed_at', '<', before(ABANDONED_MS)),
                eb('idempotent_replies.claimed_at', '>', before(-ABANDONED_MS)),
              ]),
            ]),
          ]),
        ),
    )
    .returning('key_hash')
    .executeTakeFirst()
  return taken !== undefined
}
