/** Time of a planned replay, in milliseconds since 1970. */
export type Slot = { id: number; broadcastId: number; startsAt: number; endsAt: number }
/** A replay whose time it is, and the place in it that listeners would hear now. */
export type Due = { slot: Slot; fromMs: number }

/** One that begins so little late is played from its beginning. */
export const PUNCTUAL_MS = 5_000
/** Less of it is not begun any more. */
export const LEAST_MS = 10_000

/** The replay that is to sound at `now`; null when there is none, or too little of it is left. Slots in order of time. */
export function dueReplay(slots: readonly Slot[], now: number, isOver: (slot: Slot) => boolean): Due | null {
  const slot = slots.findLast(({ startsAt }) => startsAt <= now)
  if (!slot || now >= slot.endsAt || isOver(slot)) return null
  const lateMs = now - slot.startsAt
  if (lateMs < PUNCTUAL_MS) return { slot, fromMs: 0 }
  return slot.endsAt - now < LEAST_MS ? null : { slot, fromMs: lateMs }
}
