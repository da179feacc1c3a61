import { addWord, listWords, previewWord, removeWord } from '@carillon/contract/chat/endpoints'
import type { ProfanityWord, WordPreview } from '@carillon/contract/chat/schemas'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCall } from '../../../session/session.ts'

const WORDS_KEY = ['chat', 'words'] as const

/** Loads the masked words. */
export function useWords() {
  const call = useCall()
  return useQuery({ queryKey: WORDS_KEY, queryFn: ({ signal }) => call(listWords, { signal }) })
}

/** Puts one more word on the list, here and at the station. Rejects with ApiError. */
export function useAddWord(): (word: string, givenUp: AbortSignal) => Promise<ProfanityWord> {
  const call = useCall()
  const queries = useQueryClient()
  return async (word, givenUp) => {
    const added = await call(addWord, { body: { word }, givenUp })
    queries.setQueryData<ProfanityWord[]>(WORDS_KEY, (words) => words && withWord(words, added))
    return added
  }
}

/** Asks the station what masking a word would have done. Rejects with ApiError. */
export function usePreviewWord(): (word: string) => Promise<WordPreview> {
  const call = useCall()
  return (word) => call(previewWord, { query: { word } })
}

/** Takes a word off the list, here and at the station. Rejects with ApiError. */
export function useRemoveWord(): (word: ProfanityWord, givenUp: AbortSignal) => Promise<void> {
  const call = useCall()
  const queries = useQueryClient()
  return async ({ id }, givenUp) => {
    await call(removeWord, { params: { id }, givenUp })
    queries.setQueryData<ProfanityWord[]>(WORDS_KEY, (words) => words?.filter((word) => word.id !== id))
  }
}

function withWord(words: ProfanityWord[], added: ProfanityWord): ProfanityWord[] {
  return words.some(({ id }) => id === added.id) ? words : [...words, added]
}
