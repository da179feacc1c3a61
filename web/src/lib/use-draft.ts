import { useState } from 'react'
import type { StoredValue } from './stored.ts'

/** Store of a draft that outlasts its form. `owner` says whose it is, and of what. */
export type DraftKeeper<T> = { blank: T; of(owner: string): StoredValue<T> }

/** Unsent text of its owner: it survives a change of view, and the next person at the same screen does not see it. */
export function useDraft<T>(
  { blank, of }: DraftKeeper<T>,
  owner: string,
): [draft: T, write: (draft: T) => void] {
  // What is typed shows also where the browser keeps nothing.
  const [typed, setTyped] = useState(() => ({ owner, draft: of(owner).read() ?? blank }))
  const draft = typed.owner === owner ? typed.draft : (of(owner).read() ?? blank)
  const write = (next: T) => {
    setTyped({ owner, draft: next })
    if (next === blank) of(owner).forget()
    else of(owner).write(next)
  }
  return [draft, write]
}

/** Keeps the draft of one owner for as long as the page lasts; the next owner's takes its place. */
export function createPageDraft<T>(blank: T): DraftKeeper<T> {
  let kept: { owner: string; draft: T } | null = null
  return {
    blank,
    of: (owner) => ({
      read: () => (kept?.owner === owner ? kept.draft : null),
      write(draft) {
        kept = { owner, draft }
        return true
      },
      forget() {
        if (kept?.owner === owner) kept = null
      },
    }),
  }
}
