import type { Announcement, AnnouncementBody } from '@carillon/contract/announcements/schemas'
import type { AnnouncementCalls } from '../announcement-calls.ts'
import type { EditorWords } from './use-editor-words.ts'
import { bodyOf, isSameWords, wordsOf } from './words.ts'

/** One announcement, however often what follows its saving fails; null where another one's words are in the way. */
export async function storeWords(
  editing: EditorWords,
  calls: AnnouncementCalls,
): Promise<Announcement | null> {
  const former = editing.former()
  if (former && (await isOvertaken(former))) return null
  const body = bodyOf(editing.words)
  const is = await (former ? calls.update(former.id, body) : create(body))
  editing.settle(is)
  return is

  async function isOvertaken(known: Announcement): Promise<boolean> {
    const there = await calls.get(known.id)
    if (isSameWords(wordsOf(there), wordsOf(known))) return false
    editing.contest(there)
    return true
  }

  /** Creates it; when an earlier try did so and its answer was lost, the station replies with the words of that try. */
  async function create(words: AnnouncementBody): Promise<Announcement> {
    const is = await calls.create(words, editing.key())
    return isSameWords(wordsOf(is), wordsOf(words)) ? is : calls.update(is.id, words)
  }
}
