import type { Announcement, AnnouncementBody } from '@carillon/contract/announcements/schemas'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError, messageOf } from '../../../api/api-error.ts'
import { useLeavingQuestion } from '../../../lib/use-leaving-question.ts'
import { dismissToast, toast } from '../../../ui/toast.ts'
import type { AnnouncementCalls } from '../announcement-calls.ts'
import { ANNOUNCEMENTS_KEY } from '../announcements-key.ts'
import type { DeviceDraft } from './device-drafts.ts'
import { useDeviceDraft } from './use-device-draft.ts'
import { bodyOf, isSameWords, NO_WORDS, type Words, type WordsErrors, wordsErrors, wordsOf } from './words.ts'

export type EditorOptions = {
  account: number
  /** Null: a new one is written. */
  announcement: Announcement | null
  calls: AnnouncementCalls
}
export type Editor = ReturnType<typeof useEditor>
/** When these words were written, and when the others came to the station. */
export type Conflict = { hereAt: number; thereAt: string }

const FAILURE = 'This could not be saved. Please try again. Your words stay here.'

/** What is written, kept on this device with every letter, and the way to the station. */
export function useEditor({ account, announcement, calls }: EditorOptions) {
  const queries = useQueryClient()
  /** What the station has: once it has it, it is changed and not created again. */
  const saved = useRef(announcement)
  const [known, setKnown] = useState(announcement ? wordsOf(announcement) : NO_WORDS)
  const device = useDeviceDraft(account, () => saved.current)
  const [conflict, setConflict] = useState(() => conflictOf(device.found, announcement))
  const [words, setWords] = useState(device.found?.words ?? known)
  const [errors, setErrors] = useState<WordsErrors>({})
  const [refusals, setRefusals] = useState(0)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const undo = useRef(0)
  const isChanged = !isSameWords(words, known)
  useLeavingQuestion(isChanged && !device.isKept)

  const put = (next: Words) => {
    setWords(next)
    if (isSameWords(next, known)) device.drop()
    else device.keep(next)
  }
  const learn = (is: Announcement) => {
    saved.current = is
    setKnown(wordsOf(is))
  }
  const discard = () => {
    device.drop()
    setConflict(null)
    setErrors({})
    setWords(known)
    undo.current = toast('Discarded', { action: { label: 'Undo', onClick: () => put(words) } })
  }
  const keepMine = () => {
    setConflict(null)
    put(words)
  }

  const refuse = (found: WordsErrors) => {
    setErrors(found)
    if (Object.keys(found).length === 0) return true
    setRefusals((count) => count + 1)
    return false
  }

  /** Whether somebody else changed the words meanwhile; which ones stay is asked then. */
  const isOvertaken = async (former: Announcement) => {
    const there = await calls.get(former.id)
    if (isSameWords(wordsOf(there), wordsOf(former))) return false
    learn(there)
    setConflict({ hereAt: Date.now(), thereAt: there.updatedAt })
    return true
  }
  /** What an earlier try created, whose answer was lost, has the words of that try. */
  const create = async (body: AnnouncementBody) => {
    const is = await calls.create(body, device.key)
    return isSameWords(wordsOf(is), wordsOf(body)) ? is : calls.update(is.id, body)
  }
  /** One announcement, however often what follows its saving fails; null where another one's words are in the way. */
  const store = async () => {
    const former = saved.current
    if (former && (await isOvertaken(former))) return null
    const is = await (former ? calls.update(former.id, bodyOf(words)) : create(bodyOf(words)))
    device.drop()
    dismissToast(undo.current)
    learn(is)
    return is
  }

  /** Saves the words, then does `next` with it; gives whether all of it succeeded. Throws what `next` refuses when asked to. */
  const save = async (next?: (id: number) => Promise<unknown>, isThrowing = false): Promise<boolean> => {
    if (isBusy || !refuse(wordsErrors(words))) return false
    setIsBusy(true)
    setProblem(null)
    try {
      const is = await store()
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
    conflict,
    /** What differs from the station's words: since when this device keeps it, null where it cannot; else undefined. */
    keptAt: isChanged ? (device.isKept ? device.savedAt : null) : undefined,
    change: (patch: Partial<Words>) => put({ ...words, ...patch }),
    discard,
    keepMine,
    save,
    /** Whether the words may be sent; says what is wrong where not. */
    check: () => refuse(wordsErrors(words)),
  }
}

/** The station's words were changed after this device began with them. */
function conflictOf(found: DeviceDraft | null, announcement: Announcement | null): Conflict | null {
  if (!found || !announcement || found.basedOn === announcement.updatedAt) return null
  if (isSameWords(found.words, wordsOf(announcement))) return null
  return { hereAt: found.savedAt, thereAt: announcement.updatedAt }
}
