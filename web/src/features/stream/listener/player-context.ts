import { createContext, useContext, useMemo } from 'react'
import { useStore } from '../../../lib/store.ts'
import type { NowPlaying } from './media-session.ts'
import type { Player, PlayerSnapshot } from './player.ts'

type Held = { player: Player; nowPlaying: NowPlaying | null }

/** Holds what PlayerProvider made; apart from it, so that who shows the player does not load it. */
export const PlayerContext = createContext<Held | null>(null)

/** The player's state and its controls. */
export type PlayerView = PlayerSnapshot & { player: Player; nowPlaying: NowPlaying | null }

/** State of the player and its commands. Renders again twice a second while it plays. */
export function usePlayer(): PlayerView {
  const held = useHeld()
  const snapshot = useStore(held.player.snapshot)
  return useMemo(() => ({ ...snapshot, ...held }), [snapshot, held])
}

/** The player alone, for those who only act on it or read its level. */
export function usePlayerControls(): Player {
  return useHeld().player
}

function useHeld(): Held {
  const held = useContext(PlayerContext)
  if (!held) throw new Error('usePlayer outside PlayerProvider')
  return held
}
