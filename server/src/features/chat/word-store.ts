import type { ProfanityWord } from '@carillon/contract/chat/schemas'
import { sql } from 'kysely'
import type { Db, ProfanityWordsTable } from './table.ts'

/** Any constant will do, as long as it stays and is not another lock's. */
const WORDS_LOCK = 7_426_013

/** Words added after this one, in that order; 0 gives all. */
export async function listWordsAfter(db: Db, id: number): Promise<ProfanityWord[]> {
  return db.selectFrom('profanity_words').select(['id', 'word']).where('id', '>', id).orderBy('id').execute()
}

/** Number of words in the list. */
export async function countWords(db: Db): Promise<number> {
  const all = db.selectFrom('profanity_words').select(({ fn }) => fn.countAll<number>().as('count'))
  return (await all.executeTakeFirstOrThrow()).count
}

/** The list as people look through it, by the alphabet. */
export async function listWords(db: Db): Promise<ProfanityWord[]> {
  return db.selectFrom('profanity_words').select(['id', 'word']).orderBy('key').execute()
}

/**
 * Waits until nobody else adds words, on any instance, until the transaction ends. So ids rise in the order of the
 * commits, and who has read up to one has missed none.
 */
export async function takeTurn(trx: Db): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${WORDS_LOCK})`.execute(trx)
}

/** Finds the word with this key, and counts all. */
export async function lookUp(
  trx: Db,
  key: string,
): Promise<{ standing: ProfanityWord | undefined; count: number }> {
  const words = trx.selectFrom('profanity_words').select(['id', 'word'])
  const standing = await words.where('key', '=', key).executeTakeFirst()
  return { standing, count: await countWords(trx) }
}

/** Stores a word and gives it back. */
export async function insertWord(trx: Db, values: Omit<ProfanityWordsTable, 'id'>): Promise<ProfanityWord> {
  return trx.insertInto('profanity_words').values(values).returning(['id', 'word']).executeTakeFirstOrThrow()
}

/** Takes a word off and gives it; undefined when it is not there. */
export async function deleteWord(trx: Db, id: number): Promise<ProfanityWord | undefined> {
  return trx.deleteFrom('profanity_words').where('id', '=', id).returning(['id', 'word']).executeTakeFirst()
}
