import { useState } from 'react'

/** What is being written, kept in this tab for whoever writes it: another page or a reload loses nothing. */
export function useDraft(
  broadcastId: number,
  viewerId: number,
): [draft: string, setDraft: (draft: string) => void] {
  const key = `chat-draft.${broadcastId}.${viewerId}`
  const [draft, setDraft] = useState(() => kept(key))
  return [
    draft,
    (next) => {
      setDraft(next)
      keep(key, next)
    },
  ]
}

function kept(key: string): string {
  try {
    return sessionStorage.getItem(key) ?? ''
  } catch {
    // Storage is forbidden here: the draft lives as long as the page.
    return ''
  }
}

function keep(key: string, draft: string): void {
  try {
    if (draft === '') sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, draft)
  } catch (error) {
    console.error('The draft could not be kept:', error)
  }
}
