/**
 * Gives items, in order, with starts that keep it and come before `now`. Those that the log has later, as the clock was set
 * back, went out one after the other up to now, each for as long as it lasts.
 */
export function startsUpTo<Item extends { startedAt: number; durationMs: number }>(
  items: readonly Item[],
  now: number,
): Item[] {
  let next = now
  return items
    .toReversed()
    .map((item) => {
      const isLater = item.startedAt > now
      // Of entries that begin at once, the order is all that is known.
      next = Math.min(next - 1, isLater ? next - item.durationMs : item.startedAt)
      return { ...item, startedAt: next }
    })
    .toReversed()
}
