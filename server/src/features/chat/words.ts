import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  MAX_WORDS,
  PREVIEW_EXAMPLES,
  PREVIEW_MESSAGES,
  type ProfanityWord,
  type WordPreview,
} from '@carillon/contract/chat/schemas'
import { ERRORS } from '@carillon/contract/errors'
import type { Person } from '@carillon/contract/roles'
import { recordActivity } from '../../db/activities.ts'
import { requireRemoved } from '../../db/rows.ts'
import { AppError } from '../../kernel/app-error.ts'
import { createMaskedWords } from './masked-words.ts'
import type { ChatContext } from './ports.ts'
import { keyOf, ProfanityMask } from './profanity/profanity-mask.ts'
import { listNewestTexts } from './store.ts'
import { deleteWord, insertWord, listWords, lookUp, takeTurn } from './word-store.ts'

export type Words = ReturnType<typeof createWords>

const TEXTS_PER_TURN = 20

/** The list of masked words: who adds to it and takes words off, and the mask itself. */
export function createWords({ db, clock }: Pick<ChatContext, 'db' | 'clock'>) {
  const masked = createMaskedWords({ db, clock })

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

  async function takeOff(person: Person, id: number) {
    await db.transaction().execute(async (trx) => {
      await takeTurn(trx)
      const removed = await deleteWord(trx, id)
      if (!removed) return requireRemoved(trx, 'profanity_words', id)
      const description = `"${removed.word}" is no longer masked`
      const activity = { activityType: 'PROFANITY_REMOVE', userId: person.id, description } as const
      await recordActivity(trx, activity, new Date(clock.now()))
    })
  }

  return {
    list: (): Promise<ProfanityWord[]> => listWords(db),
    /** Adds a word, or gives the one that stands for it already. Throws WORD_TOO_SHORT, WRONG_STATE for a full list. */
    async add(person: Person, word: string): Promise<{ word: ProfanityWord; isNew: boolean }> {
      const result = await store(person, word.toWellFormed(), requireKey(word))
      await masked.readAgain()
      return result
    },
    /** Takes a word off, here at once; one that is off stays off. Throws NOT_FOUND for one that never was. */
    async remove(person: Person, id: number): Promise<void> {
      await takeOff(person, id)
      await masked.readAgain()
    },
    /** Tries a word on the newest messages: which would have been masked. Throws WORD_TOO_SHORT. */
    async preview(word: string): Promise<WordPreview> {
      requireKey(word)
      return previewOf(word, await listNewestTexts(db, PREVIEW_MESSAGES))
    },
    /** The text as everybody may read it. */
    mask: masked.mask,
  }
}

async function previewOf(word: string, texts: readonly string[]): Promise<WordPreview> {
  const mask = new ProfanityMask()
  mask.add(word)
  const masked: string[] = []
  for (const [at, text] of texts.entries()) {
    if (mask.mask(text) !== text) masked.push(text)
    if (at % TEXTS_PER_TURN === TEXTS_PER_TURN - 1) await nextTurn()
  }
  return { messages: texts.length, masked: masked.length, examples: masked.slice(0, PREVIEW_EXAMPLES) }
}

function requireKey(word: string): string {
  const key = keyOf(word)
  if (key === null) throw new AppError('WORD_TOO_SHORT', { fields: { word: ERRORS.WORD_TOO_SHORT.message } })
  return key
}

const FULL = `The list is full: it holds ${MAX_WORDS.toLocaleString('en-US')} words.`
