import type { Announcement } from '@carillon/contract/announcements/schemas'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, messageOf } from '../../../api/api-error.ts'
import type { AnnouncementCalls } from '../announcement-calls.ts'
import { ANNOUNCEMENTS_KEY } from '../announcements-key.ts'
import { storeWords } from './store-words.ts'
import { useEditorWords } from './use-editor-words.ts'
import { type Words, type WordsErrors, wordsErrors } from './words.ts'

export type EditorOptions = {
  account: number
  /** Null: a new one is written. */
  announcement: Announcement | null
  calls: AnnouncementCalls
}
export type Editor = ReturnType<typeof useEditor>

const FAILURE = 'This could not be saved. Please try again. Your text stays here.'

/** Editor of one announcement: its words, kept on this device with every letter, and the way to the station. */
export function useEditor({ account, announcement, calls }: EditorOptions) {
  const queries = useQueryClient()
  const editing = useEditorWords(account, announcement)
  const { words } = editing
  const [errors, setErrors] = useState<WordsErrors>({})
  const [refusals, setRefusals] = useState(0)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)

  const refuse = (found: WordsErrors) => {
    setErrors(found)
    if (Object.keys(found).length === 0) return true
    setRefusals((count) => count + 1)
    return false
  }

  /** Saves the words, then does `next` with it; gives whether all of it succeeded. Throws what `next` refuses when asked to. */
  const save = async (next?: (id: number) => Promise<unknown>, isThrowing = false): Promise<boolean> => {
    if (isBusy || !refuse(wordsErrors(words))) return false
    setIsBusy(true)
    setProblem(null)
    try {
      const is = await storeWords(editing, calls)
      if (!is) return false
      await next?.(is.id)
      void queries.invalidateQueries({ queryKey: ANNOUNCEMENTS_KEY })
      return true
    } catch (error) {
      if (isThrowing) throw error
      if (!(error instanceof ApiError) || refuse(error.fields)) setProblem(messageOf(error, FAILURE))
      return false
    } finally {
      setIsBusy(false)
    }
  }

  return {
    words,
    errors,
    refusals,
    problem,
    isBusy,
    conflict: editing.conflict,
    keptAt: editing.keptAt,
    change: (patch: Partial<Words>) => editing.put({ ...words, ...patch }),
    discard: () => {
      editing.discard()
      setErrors({})
    },
    keepMine: editing.keepMine,
    save,
    /** Whether the words may be sent; says what is wrong where not. */
    check: () => refuse(wordsErrors(words)),
  }
}
