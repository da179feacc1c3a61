import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ChatContext } from './ports.ts'
import { ProfanityMask } from './profanity/profanity-mask.ts'
import type { Db } from './table.ts'
import { countWords, listWordsAfter } from './word-store.ts'

/** A word that another instance was given counts here after this time at the latest. */
const REFRESH_MS = 3_000
const WORDS_PER_TURN = 256

/** Cache of the masked words: loaded once, then only what was added since, unless one was taken off. */
export function createMaskedWords({ db, clock }: Pick<ChatContext, 'db' | 'clock'>) {
  let learnt = emptyList()
  let readMs: number | null = null
  let reading: Promise<void> | null = null

  async function read(): Promise<void> {
    const startedMs = clock.now()
    await learn(db, learnt)
    // Ids rise in the order of the commits, so that fewer words than were learnt means that some are gone.
    if ((await countWords(db)) !== learnt.count) {
      const anew = emptyList()
      await learn(db, anew)
      learnt = anew
    }
    readMs = startedMs
  }

  function readOnce(): Promise<void> {
    reading ??= read().finally(() => {
      reading = null
    })
    return reading
  }

  /** The next message waits for the list as it is now: a reading under way may have begun before. */
  async function readAgain(): Promise<void> {
    await reading?.catch(() => undefined)
    readMs = null
  }

  async function mask(text: string): Promise<string> {
    const isFresh = readMs !== null && Math.abs(clock.now() - readMs) < REFRESH_MS
    if (!isFresh) await readOnce()
    return learnt.mask.mask(text)
  }

  return { mask, readAgain }
}

type Learnt = { mask: ProfanityMask; lastId: number; count: number }

function emptyList(): Learnt {
  return { mask: new ProfanityMask(), lastId: 0, count: 0 }
}

/** Learns what was added since. */
async function learn(db: Db, learnt: Learnt): Promise<void> {
  for (const [at, { id, word }] of (await listWordsAfter(db, learnt.lastId)).entries()) {
    learnt.mask.add(word)
    learnt.lastId = id
    learnt.count += 1
    // A long list takes a while to be learnt, and the sound goes through this thread.
    if (at % WORDS_PER_TURN === WORDS_PER_TURN - 1) await nextTurn()
  }
}
