import { useState } from 'react'
import { z } from 'zod/mini'
import { storedValue } from '../../lib/stored.ts'

/** What is being written, kept in this tab for anyone who writes it: another page or a reload loses nothing. */
export function useDraft(
  broadcastId: number,
  viewerId: number,
): [draft: string, setDraft: (draft: string) => void] {
  const kept = storedValue('chat-draft', z.string(), { part: `${broadcastId}.${viewerId}` })
  const [draft, setDraft] = useState(() => kept.read() ?? '')
  return [
    draft,
    (next) => {
      setDraft(next)
      if (next === '') kept.forget()
      else kept.write(next)
    },
  ]
}
