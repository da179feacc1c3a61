import type { Announcement } from '@carillon/contract/announcements/schemas'
import { useRef, useState } from 'react'
import { randomUuid } from '../../../lib/random-uuid.ts'
import { dropDraft, keepDraft, readDraft } from './device-drafts.ts'
import type { Words } from './words.ts'

/** Keeps the words of one form on this device; `savedOf` gives the station's. */
export function useDeviceDraft(account: number, savedOf: () => Announcement | null) {
  const owner = () => ({ account, announcementId: savedOf()?.id ?? null })
  const [found] = useState(() => readDraft(owner()))
  const [savedAt, setSavedAt] = useState(found?.savedAt ?? null)
  const [isKept, setIsKept] = useState(true)
  const key = useRef(found?.key ?? randomUuid())
  return {
    /** Draft kept before the form was opened. */
    found,
    savedAt,
    /** False where this browser keeps nothing. */
    isKept,
    /** Idempotency key of a new announcement. */
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
