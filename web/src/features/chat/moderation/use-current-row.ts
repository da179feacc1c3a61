import { type FocusEvent, useState } from 'react'
import type { LogEntry } from '../chat-log.ts'
import { messageIdOf } from '../message-id.ts'
import type { Hold } from './use-hold.ts'

export type CurrentRowOptions = Pick<Hold<LogEntry>, 'hold' | 'release'> & {
  /** The message that has the focus now, whose author is of interest. */
  onSelect?: ((message: LogEntry) => void) | undefined
}

/** The row with the focus, which holds the feed; the one that Tab leads to, the newest when none has been visited. */
export function useCurrentRow(drawn: readonly LogEntry[], { hold, release, onSelect }: CurrentRowOptions) {
  const [currentId, setCurrentId] = useState<number | null>(null)
  return {
    tabStopId: drawn.some(({ id }) => id === currentId) ? currentId : (drawn.at(-1)?.id ?? null),
    forget: () => setCurrentId(null),
    onFocus: (event: FocusEvent) => {
      const id = messageIdOf(event.target)
      if (id === null) return
      setCurrentId(id)
      hold('focus')
      const message = drawn.find((entry) => entry.id === id)
      if (message && id !== currentId) onSelect?.(message)
    },
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (!(currentTarget.contains(relatedTarget) && messageIdOf(relatedTarget) !== null)) release('focus')
    },
  }
}
