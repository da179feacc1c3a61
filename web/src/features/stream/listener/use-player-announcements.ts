import { useEffect, useRef } from 'react'
import { announce } from '../../../lib/announce.ts'
import { useStore } from '../../../lib/store.ts'
import { useLiveStatus } from './live-status-context.ts'
import type { Player } from './player.ts'
import type { PlayerState } from './player-state.ts'
import { stateWords } from './words.ts'

/** Time that a state must last before it is announced, in ms; states without an entry are not. */
const SAID_AFTER_MS: Partial<Record<PlayerState['name'], number>> = {
  connecting: 2_000,
  buffering: 4_000,
  retrying: 0,
  'gave-up': 0,
  'no-format': 0,
  'idle-stopped': 0,
  ended: 0,
}

/** Says through the app's live region what a listener must know: once per state, not once per try. */
export function usePlayerAnnouncements(player: Player): void {
  const { state } = useStore(player.snapshot)
  const { name } = state
  useEffect(() => {
    const delayMs = SAID_AFTER_MS[name]
    if (delayMs === undefined) return
    const timer = setTimeout(() => {
      const now = player.snapshot.get().state
      if (now.name === name) announce(stateWords(now), name === 'gave-up' ? 'assertive' : 'polite')
    }, delayMs)
    return () => clearTimeout(timer)
  }, [player, name])
}

/** Says when the station goes live or off the air, after the first word about it. */
export function useStationAnnouncements(title: string | undefined): void {
  const { station } = useLiveStatus()
  const said = useRef(station)
  useEffect(() => {
    if (station === 'unknown' || station === said.current) return
    const isFirst = said.current === 'unknown'
    if (station === 'live' && title === undefined && !isFirst) return
    said.current = station
    if (!isFirst) announce(station === 'live' ? `We're live: ${title}` : 'Off air')
  }, [station, title])
}
