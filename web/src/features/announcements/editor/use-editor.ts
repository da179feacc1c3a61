import type { Announcement } from '@carillon/contract/announcements'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError, messageOf } from '../../../api/api-error.ts'
import type { AnnouncementCalls } from '../announcement-calls.ts'
import { ANNOUNCEMENTS_KEY } from '../use-announcement-list.ts'
import { type DeviceDraft, dropDraft, keepDraft, readDraft } from './device-drafts.ts'
import { bodyOf, isSameWords, NO_WORDS, type Words, type WordsErrors, wordsErrors, wordsOf } from './words.ts'

export type EditorOptions = {
  account: number
  /** Null: a new one is written. */
  announcement: Announcement | null
  calls: AnnouncementCalls
}

const FAILURE = 'This could not be saved. Please try again. Your words stay on this device.'

/** What is written, kept on this device with every letter, and the way to the station. */
export function useEditor({ account, announcement, calls }: EditorOptions) {
  const queries = useQueryClient()
  const saved = useRef(announcement)
  const owner = () => ({ account, announcementId: saved.current?.id ?? null })
  const [known, setKnown] = useState(announcement ? wordsOf(announcement) : NO_WORDS)
  const [found] = useState(() => readDraft({ account, announcementId: announcement?.id ?? null }))
  const [conflict, setConflict] = useState(() => conflictOf(found, announcement))
  const [words, setWords] = useState(found?.words ?? known)
  const [savedAt, setSavedAt] = useState(found?.savedAt ?? null)
  const [errors, setErrors] = useState<WordsErrors>({})
  const [refusals, setRefusals] = useState(0)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)

  const change = (patch: Partial<Words>) => {
    const next = { ...words, ...patch }
    const now = Date.now()
    setWords(next)
    setSavedAt(now)
    keepDraft(owner(), { words: next, savedAt: now, basedOn: saved.current?.updatedAt ?? null })
  }
  const discard = () => {
    dropDraft(owner())
    setConflict(null)
    setSavedAt(null)
    setErrors({})
    setWords(known)
  }
  const keepMine = () => {
    setConflict(null)
    change({})
  }

  const refuse = (found: WordsErrors) => {
    setErrors(found)
    if (Object.keys(found).length === 0) return true
    setRefusals((count) => count + 1)
    return false
  }

  /** One announcement, however often what follows its saving fails. */
  const store = async () => {
    const former = saved.current
    const body = bodyOf(words)
    const is = former ? await calls.update(former.id, body) : await calls.create(body)
    dropDraft(owner())
    saved.current = is
    setKnown(wordsOf(is))
    setSavedAt(null)
    return is
  }

  /** Saves the words, then does `next` with it; gives whether all of it succeeded. Throws what `next` refuses when asked to. */
  const save = async (next?: (id: number) => Promise<unknown>, isThrowing = false): Promise<boolean> => {
    if (isBusy || !refuse(wordsErrors(words))) return false
    setIsBusy(true)
    setProblem(null)
    try {
      const { id } = await store()
      await next?.(id)
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
    conflict,
    /** When this device kept what differs from the station's words; null when nothing does. */
    keptAt: isSameWords(words, known) ? null : savedAt,
    change,
    discard,
    keepMine,
    save,
    /** Whether the words may be sent; says what is wrong where not. */
    check: () => refuse(wordsErrors(words)),
  }
}

export type Conflict = { hereAt: number; thereAt: string }

/** The station's words were changed after this device began with them. */
function conflictOf(found: DeviceDraft | null, announcement: Announcement | null): Conflict | null {
  if (!found || !announcement || found.basedOn === announcement.updatedAt) return null
  if (isSameWords(found.words, wordsOf(announcement))) return null
  return { hereAt: found.savedAt, thereAt: announcement.updatedAt }
}
