import { LivePill } from '../../features/stream/listener/live-pill.tsx'

/** The left of the top bar: live or not, how many listen, and the player's popover. */
export function LivePillSlot() {
  return <LivePill />
}
