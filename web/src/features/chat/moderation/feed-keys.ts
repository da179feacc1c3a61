/** Effect of a key while a message has the focus. */
export type FeedKey =
  | 'up'
  | 'down'
  | 'first'
  | 'last'
  | 'remove'
  | 'remove-now'
  | 'ban'
  | 'timeout'
  | 'slow-mode'
  | 'leave'

type Press = { key: string; shiftKey: boolean; ctrlKey: boolean; altKey: boolean; metaKey: boolean }

const KEYS = new Map<string, FeedKey>(
  Object.entries({
    ArrowUp: 'up',
    ArrowDown: 'down',
    Home: 'first',
    End: 'last',
    Delete: 'remove',
    // What the key named delete says on a Mac.
    Backspace: 'remove',
    b: 'ban',
    t: 'timeout',
    s: 'slow-mode',
    Escape: 'leave',
  } as const),
)

/** The meaning of a press; undefined for what the browser or the page may have. */
export function feedKeyOf({ key, shiftKey, ctrlKey, altKey, metaKey }: Press): FeedKey | undefined {
  if (ctrlKey || altKey || metaKey) return undefined
  const meaning = KEYS.get(key.length === 1 ? key.toLowerCase() : key)
  return meaning === 'remove' && shiftKey ? 'remove-now' : meaning
}

/** Index that the focus moves to from the message at `current` of `count`; it stays within the ends. */
export function nextRow(key: FeedKey, current: number, count: number): number | undefined {
  if (count === 0) return undefined
  if (key === 'up') return current === -1 ? count - 1 : Math.max(0, current - 1)
  if (key === 'down') return current === -1 ? count - 1 : Math.min(count - 1, current + 1)
  if (key === 'first') return 0
  if (key === 'last') return count - 1
  return undefined
}
