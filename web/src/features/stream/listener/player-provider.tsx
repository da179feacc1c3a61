import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { type Call, call as pageCall } from '../../../api/client.ts'
import { useStore } from '../../../lib/store.ts'
import { createListening } from './listening.ts'
import { useLine } from './live-status-provider.tsx'
import { type NowPlaying, obeyLockScreen, showOnLockScreen } from './media-session.ts'
import type { Player, PlayerSnapshot } from './player.ts'
import { wantsSound } from './player-state.ts'
import { areShortcutsOn, type Shortcut, shortcutOf } from './shortcuts.ts'
import { usePlayerAnnouncements, useStationAnnouncements } from './use-player-announcements.ts'

type Held = { player: Player; nowPlaying: NowPlaying | null }

const PlayerContext = createContext<Held | null>(null)

/** The player's state and its controls. */
export type PlayerView = PlayerSnapshot & { player: Player; nowPlaying: NowPlaying | null }

/** What the player does and how to make it do something else. Renders again twice a second while it plays. */
export function usePlayer(): PlayerView {
  const held = useHeld()
  const snapshot = useStore(held.player.snapshot)
  return useMemo(() => ({ ...snapshot, ...held }), [snapshot, held])
}

/** The player alone, for those who only act on it or read its level. */
export function usePlayerControls(): Player {
  return useHeld().player
}

type PlayerProviderProps = {
  /** What is on air; null while nothing is or nobody has said. */
  nowPlaying: NowPlaying | null
  /** While this person broadcasts, M is the microphone's and not the loudspeaker's. */
  isBroadcasting?: boolean
  call?: Call
  children: ReactNode
}

/** The one player, above the router: it goes on sounding from page to page. Needs LiveStatusProvider around it. */
export function PlayerProvider(props: PlayerProviderProps) {
  const { nowPlaying, isBroadcasting = false, call = pageCall, children } = props
  const line = useLine()
  const [{ player, open }] = useState(() => createListening(line, call))
  useEffect(open, [open])
  useShortcuts(player, isBroadcasting)
  useLockScreen(player, nowPlaying)
  usePlayerAnnouncements(player)
  useStationAnnouncements(nowPlaying?.title)
  const held = useMemo(() => ({ player, nowPlaying }), [player, nowPlaying])
  return <PlayerContext value={held}>{children}</PlayerContext>
}

function useHeld(): Held {
  const held = useContext(PlayerContext)
  if (!held) throw new Error('usePlayer outside PlayerProvider')
  return held
}

function useShortcuts(player: Player, isBroadcasting: boolean): void {
  useEffect(() => {
    const acts: Record<Shortcut, () => void> = {
      'toggle-play': () => player.toggle(),
      'toggle-mute': () => isBroadcasting || player.toggleMute(),
    }
    const onKeyDown = (event: KeyboardEvent) => {
      const shortcut = shortcutOf(event)
      if (!shortcut || event.defaultPrevented || !areShortcutsOn()) return
      acts[shortcut]()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [player, isBroadcasting])
}

function useLockScreen(player: Player, nowPlaying: NowPlaying | null): void {
  useEffect(
    () =>
      obeyLockScreen(
        () => player.play(),
        () => player.pause(),
      ),
    [player],
  )
  const { state } = useStore(player.snapshot)
  const isWanted = wantsSound(state)
  const [wasWanted, setWasWanted] = useState(false)
  useEffect(() => {
    // Before the first sound there is nothing on the lock screen to describe.
    if (!isWanted && !wasWanted) return
    setWasWanted(true)
    showOnLockScreen(nowPlaying, isWanted)
  }, [nowPlaying, isWanted, wasWanted])
}
