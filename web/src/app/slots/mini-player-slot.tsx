import { MiniPlayer } from '../../features/stream/listener/mini-player.tsx'

/** Below main: the mini-player of listeners who walk away from the player page. It sets `--player-height` on the root while it shows. */
export function MiniPlayerSlot() {
  return <MiniPlayer />
}
