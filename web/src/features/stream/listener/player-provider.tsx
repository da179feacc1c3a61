import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { areShortcutsOn } from '../../../lib/single-keys.ts'
import { useStore } from '../../../lib/store.ts'
import { useCall } from '../../../session/session.ts'
import { BehindWatch } from './behind.tsx'
import { createListening } from './listening.ts'
import { useLine, useLiveStatus } from './live-status-context.ts'
import { obeyLockScreen } from './lock-screen-buttons.ts'
import { type NowPlaying, showOnLockScreen } from './media-session.ts'
import type { Player } from './player.ts'
import { PlayerContext } from './player-context.ts'
import { wantsSound } from './player-state.ts'
import { type Shortcut, shortcutOf } from './shortcuts.ts'
import { usePlayerAnnouncements, useStationAnnouncements } from './use-player-announcements.ts'
import { ITEM_LABELS } from './words.ts'

type PlayerProviderProps = {
  /** Broadcast on air; null while there is none or nobody has said. */
  nowPlaying: NowPlaying | null
  /** While this person broadcasts, M is the microphone's and not the loudspeaker's. */
  isBroadcasting?: boolean
  children: ReactNode
}

/** The one player, above the router: it goes on sounding from page to page. Needs LiveStatusProvider around it. */
export function PlayerProvider(props: PlayerProviderProps) {
  const { nowPlaying, isBroadcasting = false, children } = props
  const call = useCall()
  const line = useLine()
  const [{ player, open }] = useState(() => createListening(line, call))
  useEffect(open, [open])
  useShortcuts(player, isBroadcasting)
  useLockScreen(player, nowPlaying)
  usePlayerAnnouncements(player)
  useStationAnnouncements(nowPlaying?.title)
  const held = useMemo(() => ({ player, nowPlaying }), [player, nowPlaying])
  const { place } = useStore(player.snapshot)
  return (
    <PlayerContext value={held}>
      {children}
      {place && <BehindWatch />}
    </PlayerContext>
  )
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
  const { item } = useLiveStatus()
  const isRequested = wantsSound(state)
  const [wasRequested, setWasRequested] = useState(false)
  useEffect(() => {
    // Before the first sound there is nothing on the lock screen to describe.
    if (!isRequested && !wasRequested) return
    setWasRequested(true)
    const between = item && { title: item.title, djName: item.artist ?? ITEM_LABELS[item.kind] }
    showOnLockScreen(nowPlaying ?? between, isRequested)
  }, [nowPlaying, item, isRequested, wasRequested])
}
