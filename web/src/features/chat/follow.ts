/** So near the end somebody reads the newest. */
export const NEAR_END_PX = 80

export type ScrollState = Pick<Element, 'scrollTop' | 'clientHeight' | 'scrollHeight'>

/** Whether the end of what scrolls is in sight, or nearly. */
export function isNearEnd({ scrollTop, clientHeight, scrollHeight }: ScrollState): boolean {
  return scrollHeight - clientHeight - scrollTop <= NEAR_END_PX
}

/** Counts the messages of others after the one that was newest when the reader left the end. */
export function countUnread(
  entries: readonly { id: number; sender: { id: number }; isRemoved?: true }[],
  lastSeenId: number,
  viewerId: number | null,
): number {
  let count = 0
  for (let index = entries.length - 1; index >= 0; index -= 1) {
    const entry = entries[index]
    if (!entry || entry.id <= lastSeenId) break
    if (entry.sender.id !== viewerId && !entry.isRemoved) count += 1
  }
  return count
}
