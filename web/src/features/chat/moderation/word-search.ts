import type { ProfanityWord } from '@carillon/contract/chat/schemas'

const collator = new Intl.Collator('en')

/** Finds the words that contain `search`, in the order of the alphabet; those that begin with it first. */
export function findWords(words: readonly ProfanityWord[], search: string): ProfanityWord[] {
  const searched = search.trim().toLowerCase()
  const found = words.filter(({ word }) => word.toLowerCase().includes(searched))
  const rankOf = ({ word }: ProfanityWord) => (word.toLowerCase().startsWith(searched) ? 0 : 1)
  return found.sort((one, other) => rankOf(one) - rankOf(other) || collator.compare(one.word, other.word))
}

/** Whether the list has this word, in any case of letters. */
export function hasWord(words: readonly ProfanityWord[], word: string): boolean {
  return words.some((listed) => listed.word.toLowerCase() === word.trim().toLowerCase())
}
