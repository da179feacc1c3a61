import type { Announcement } from '@carillon/contract/announcements/schemas'
import { useRef, useState } from 'react'
import { randomUuid } from '../../../lib/random-uuid.ts'
import { dropDraft, keepDraft, readDraft } from './device-drafts.ts'
import type { Words } from './words.ts'

/** What this device keeps of the words of one form; `savedOf` gives what the station has of them. */
export function useDeviceDraft(account: number, savedOf: () => Announcement | null) {
  const owner = () => ({ account, announcementId: savedOf()?.id ?? null })
  const [found] = useState(() => readDraft(owner()))
  const [savedAt, setSavedAt] = useState(found?.savedAt ?? null)
  const [isKept, setIsKept] = useState(true)
  const key = useRef(found?.key ?? randomUuid())
  return {
    /** What was kept before the form was opened. */
    found,
    savedAt,
    /** False where this browser keeps nothing. */
    isKept,
    /** What a new announcement is created under. */
    get key() {
      return key.current
    },
    keep(words: Words) {
      const draft = { words, savedAt: Date.now(), basedOn: savedOf()?.updatedAt ?? null, key: key.current }
      setIsKept(keepDraft(owner(), draft))
      setSavedAt(draft.savedAt)
    },
    drop() {
      dropDraft(owner())
      key.current = randomUuid()
      setSavedAt(null)
    },
  }
}
