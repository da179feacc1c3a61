import type { Announcement } from '@carillon/contract/announcements/schemas'
import { useRef, useState } from 'react'
import { useLeavingQuestion } from '../../../lib/use-leaving-question.ts'
import { dismissToast, toast } from '../../../ui/toast.ts'
import type { DeviceDraft } from './device-drafts.ts'
import { useDeviceDraft } from './use-device-draft.ts'
import { isSameWords, NO_WORDS, type Words, wordsOf } from './words.ts'

/** When these words were written, and when the others came to the station. */
export type Conflict = { hereAt: number; thereAt: string }
export type EditorWords = ReturnType<typeof useEditorWords>

/** Words in the form and at the station, with the device that keeps the difference. */
export function useEditorWords(account: number, announcement: Announcement | null) {
  /** Announcement at the station: once there is one, it is changed and not created again. */
  const saved = useRef(announcement)
  const [known, setKnown] = useState(announcement ? wordsOf(announcement) : NO_WORDS)
  const device = useDeviceDraft(account, () => saved.current)
  const [conflict, setConflict] = useState(() => conflictOf(device.found, announcement))
  const [words, setWords] = useState(device.found?.words ?? known)
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
  return {
    words,
    conflict,
    /** Time since when this device keeps the changes, null where it cannot; undefined without changes. */
    keptAt: isChanged ? (device.isKept ? device.savedAt : null) : undefined,
    /** Idempotency key of a new announcement. */
    key: () => device.key,
    /** Announcement as the station had it last; it may be newer than what is drawn. */
    former: () => saved.current,
    put,
    /** Somebody else changed the words meanwhile; which ones stay is asked. */
    contest(there: Announcement) {
      learn(there)
      setConflict({ hereAt: Date.now(), thereAt: there.updatedAt })
    },
    /** The station has these words. */
    settle(is: Announcement) {
      device.drop()
      dismissToast(undo.current)
      learn(is)
    },
    discard() {
      device.drop()
      setConflict(null)
      setWords(known)
      undo.current = toast('Discarded', { action: { label: 'Undo', onClick: () => put(words) } })
    },
    keepMine() {
      setConflict(null)
      put(words)
    },
  }
}

/** The station's words were changed after this device began with them. */
function conflictOf(found: DeviceDraft | null, announcement: Announcement | null): Conflict | null {
  if (!found || !announcement || found.basedOn === announcement.updatedAt) return null
  if (isSameWords(found.words, wordsOf(announcement))) return null
  return { hereAt: found.savedAt, thereAt: announcement.updatedAt }
}
