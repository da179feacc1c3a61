import { offerBackStep } from './lock-screen-buttons.ts'
import { behindMs } from './place.ts'
import type { Player } from './player.ts'
import { wantsSound } from './player-state.ts'

/** Nearer than this to what is live is live. */
export const LIVE_WITHIN_MS = 2_000

/** Plays on so far behind what is live. Must be called in a gesture. */
export function rewindTo(player: Player, ms: number): void {
  player.seek(ms < LIVE_WITHIN_MS ? null : { atMs: Date.now() - ms, sinceMs: null })
}

/** Plays on so much further back, `lengthMs` behind what is live at most. Must be called in a gesture. */
export function stepBack(player: Player, ms: number, lengthMs: number): void {
  const { place } = player.snapshot.get()
  const behind = place ? behindMs(place, Date.now()) : 0
  // Never forward: before a show that began meanwhile comes what was played until then.
  rewindTo(player, Math.max(behind, Math.min(lengthMs, behind + ms)))
}

/** Goes to what is live, from a place that nobody can hear any more; what is paused stays so. */
export function leavePlace(player: Player): void {
  if (wantsSound(player.snapshot.get().state)) player.seek(null)
  else player.leaveShow()
}

/** Step back of a lock screen's button. */
const STEP_BACK_MS = 30_000

/** Lets the lock screen step back in what is `lengthMs()` long by now. Gives back the undoing. */
export function obeyStepBack(player: Player, lengthMs: () => number): () => void {
  return offerBackStep(() => stepBack(player, STEP_BACK_MS, lengthMs()))
}
