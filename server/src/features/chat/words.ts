import { setImmediate as nextTurn } from 'node:timers/promises'
import { MAX_WORDS, type ProfanityWord } from '@carillon/contract/chat/schemas'
import type { Person } from '@carillon/contract/roles'
import { recordActivity } from '../../db/activities.ts'
import { AppError } from '../../kernel/app-error.ts'
import type { ChatContext } from './ports.ts'
import { keyOf, ProfanityMask } from './profanity/profanity-mask.ts'
import { insertWord, listWords, listWordsAfter, lookUp, takeTurn } from './word-store.ts'

export type Words = ReturnType<typeof createWords>

/** A word that another instance was given counts here after this time at the latest. */
const REFRESH_MS = 3_000
const WORDS_PER_TURN = 256

/** The words that the chat masks: loaded once, then only what was added since. */
export function createWords({ db, clock }: Pick<ChatContext, 'db' | 'clock'>) {
  const mask = new ProfanityMask()
  let lastId = 0
  let readMs: number | null = null
  let reading: Promise<void> | null = null

  async function read(): Promise<void> {
    const startedMs = clock.now()
    for (const [at, { id, word }] of (await listWordsAfter(db, lastId)).entries()) {
      mask.add(word)
      lastId = id
      // A long list takes a while to be learnt, and the sound goes through this thread.
      if (at % WORDS_PER_TURN === WORDS_PER_TURN - 1) await nextTurn()
    }
    readMs = startedMs
  }

  function readOnce(): Promise<void> {
    reading ??= read().finally(() => {
      reading = null
    })
    return reading
  }

  async function store(person: Person, word: string, key: string) {
    return db.transaction().execute(async (trx) => {
      await takeTurn(trx)
      const { standing, count } = await lookUp(trx, key)
      if (standing) return { word: standing, isNew: false }
      if (count >= MAX_WORDS) throw new AppError('WRONG_STATE', { message: FULL })
      const at = new Date(clock.now())
      const added = await insertWord(trx, { word, key, added_by: person.id, created_at: at })
      const description = `"${word}" is masked from now on`
      await recordActivity(trx, { activityType: 'PROFANITY_ADD', userId: person.id, description }, at)
      return { word: added, isNew: true }
    })
  }

  return {
    list: (): Promise<ProfanityWord[]> => listWords(db),
    /** Adds a word, or gives the one that stands for it already. Throws INVALID_INPUT, WRONG_STATE for a full list. */
    async add(person: Person, word: string): Promise<{ word: ProfanityWord; isNew: boolean }> {
      const key = keyOf(word)
      if (key === null) throw new AppError('INVALID_INPUT', { fields: { word: TOO_SHORT } })
      const result = await store(person, word.toWellFormed(), key)
      // At once here; that it is read again with the others does no harm.
      mask.add(word)
      return result
    },
    /** The text as everybody may read it. */
    async mask(text: string): Promise<string> {
      const isFresh = readMs !== null && Math.abs(clock.now() - readMs) < REFRESH_MS
      if (!isFresh) await readOnce()
      return mask.mask(text)
    },
  }
}

const FULL = `The list is full: it holds ${MAX_WORDS.toLocaleString('en-US')} words.`
const TOO_SHORT = 'Please enter at least two letters'
