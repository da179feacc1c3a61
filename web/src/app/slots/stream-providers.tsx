import { type ReactNode, useMemo } from 'react'
import { useLiveBroadcast } from '../../features/broadcasts/queries.ts'
import { useLiveStatus } from '../../features/stream/listener/live-status-context.ts'
import { LiveStatusProvider } from '../../features/stream/listener/live-status-provider.tsx'
import { PlayerProvider } from '../../features/stream/listener/player-provider.tsx'
import { useOnAir } from '../../session/on-air-state.ts'
import { useLeaveAirAtSignOut } from './on-air-slot.tsx'

/** Player and live status, above the router, so that sound outlives a page. */
export function StreamProviders({ children }: { children: ReactNode }) {
  return (
    <LiveStatusProvider>
      <PlayerWithTitle>{children}</PlayerWithTitle>
    </LiveStatusProvider>
  )
}

/** Tells the player what is on air: the features do not know each other. */
function PlayerWithTitle({ children }: { children: ReactNode }) {
  const { station, broadcastId } = useLiveStatus()
  const broadcast = useLiveBroadcast(station === 'live' ? broadcastId : null).data
  const title = broadcast?.title
  const djName = (broadcast?.startedBy ?? broadcast?.createdBy)?.name ?? null
  const nowPlaying = useMemo(() => (title === undefined ? null : { title, djName }), [title, djName])
  const isBroadcasting = useOnAir() !== null
  useLeaveAirAtSignOut()
  return (
    <PlayerProvider nowPlaying={nowPlaying} isBroadcasting={isBroadcasting}>
      {children}
    </PlayerProvider>
  )
}
