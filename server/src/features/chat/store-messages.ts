import { canModerate } from '@carillon/contract/policies'
import type { Person } from '@carillon/contract/roles'
import { CompiledQuery } from 'kysely'
import { LONGEST_TIMEOUT_MS } from '../../db/timeouts.ts'
import { LAST } from '../../db/together.ts'
import { FLOOD } from './slow-mode.ts'
import type { Db } from './table.ts'

/** A message as somebody sent it; `original` is null where nothing was masked. */
export type Said = { person: Person; showId: number; content: string; original: string | null }

/** When somebody wrote in a show, until when they are in a timeout, and the slow mode of the show. */
export type WritingRecord = {
  timeoutUntil: Date | null
  last: Date | null
  tenthLast: Date | null
  slowMode: boolean
  slowModeSeconds: number
}

/** Outcome of a message: stored with an id, or not by its broadcast's state or by its sender's record. */
export type Kept = { outcome: 'STORED' | 'NOT_LIVE' | 'REFUSED'; id: number } & WritingRecord

/**
 * The statement, as text: a message would spend much of its time on making it. It names what the function writes, since
 * statements are read for that. What it counts in the broadcast may be shown late.
 */
const STORE = `${LAST} /* INSERT INTO chat_messages */
  SELECT outcome, id, timeout_until AS "timeoutUntil", last, flood_began AS "tenthLast",
    is_slow AS "slowMode", slow_seconds AS "slowModeSeconds"
  FROM store_messages($1, $2, $3, $4, $5, $6, $7, ${FLOOD.messages}, INTERVAL '${FLOOD.seconds} seconds',
    INTERVAL '${LONGEST_TIMEOUT_MS} milliseconds')`

/**
 * Stores messages of one show, each judged by its sender's record, and counts them: the last of its transaction, and all
 * of it. Gives what became of each; nothing where there is no such show.
 */
export async function storeMessages(
  trx: Db,
  showId: number,
  said: readonly Said[],
  at: Date,
): Promise<Kept[]> {
  const people = said.map(({ person }) => person)
  const ownersOf = (id: number) => ({ createdById: id, startedById: id })
  const parameters = [
    showId,
    at,
    people.map(({ id }) => id),
    people.map((person) => canModerate(person, undefined)),
    people.map((person) => canModerate(person, ownersOf(person.id))),
    said.map(({ content }) => content),
    said.map(({ original }) => original),
  ]
  const { rows } = await trx.executeQuery(CompiledQuery.raw(STORE, parameters) as CompiledQuery<Kept>)
  return rows
}
