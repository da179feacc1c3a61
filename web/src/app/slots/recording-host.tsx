import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import { canModerate, ownersOf } from '@carillon/contract/policies'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import { broadcastKeys } from '../../features/broadcasts/queries.ts'
import { NoRecording, PreparingRecording } from '../../features/recordings/no-recording.tsx'
import { RecordingDeck } from '../../features/recordings/recording-deck.tsx'
import { RecordingPanel } from '../../features/recordings/recording-panel.tsx'
import type { RecordingPlayer } from '../../features/recordings/recording-player.ts'
import { standingOf } from '../../features/recordings/standing.ts'
import { usePlayerControls } from '../../features/stream/listener/player-context.ts'
import { wantsSound } from '../../features/stream/listener/player-state.ts'
import { VolumeControl } from '../../features/stream/listener/volume-control.tsx'
import { stationClock } from '../../lib/station-clock.ts'
import { useClock } from '../../lib/use-clock.ts'
import { usePageKeys } from '../../lib/use-page-keys.ts'
import { useSession } from '../../session/session.ts'
import { connectRecording } from './connect-recording.ts'

/** On the stage of a show that is over: its recording, or why there is none. */
export function RecordingHero({ broadcast }: { broadcast: Broadcast }) {
  const standing = standingOf(broadcast, stationClock.at(useClock().getTime()))
  const mayManage = useMayManage(broadcast)
  if (standing === 'preparing') return <PreparingRecording />
  if (standing === 'none') return <NoRecording mayManage={mayManage} />
  return <RecordingHeroPlayer broadcast={broadcast} />
}

/** For its DJ and staff: what becomes of the recording. */
export function RecordingBelow({ broadcast }: { broadcast: Broadcast }) {
  const queries = useQueryClient()
  return (
    <RecordingPanel
      broadcastId={broadcast.id}
      title={broadcast.title}
      isThere={broadcast.recordingUrl !== null}
      onChanged={() => void queries.invalidateQueries({ queryKey: broadcastKeys.all })}
    />
  )
}

function RecordingHeroPlayer({ broadcast }: { broadcast: Broadcast }) {
  const { id, title } = broadcast
  const djName = (broadcast.startedBy ?? broadcast.createdBy).name
  const live = usePlayerControls()
  const recording = useRef<RecordingPlayer>(null)
  const connect = useCallback(
    (player: RecordingPlayer) => {
      recording.current = player
      return connectRecording(player, live, { title, djName })
    },
    [live, title, djName],
  )
  usePageKeys({
    // What sounds is what P pauses: while that is the live stream, it is the live player's.
    meaningOf: (key) =>
      key.toLowerCase() === 'p' && !wantsSound(live.snapshot.get().state) ? 'toggle' : undefined,
    onKey: () => recording.current?.toggle(),
  })
  return (
    <RecordingDeck
      broadcastId={id}
      volume={<VolumeControl sliderClassName="w-36 max-md:hidden" />}
      connect={connect}
    />
  )
}

function useMayManage(broadcast: Broadcast): boolean {
  const session = useSession()
  return canModerate(session.state === 'signed-in' ? session.user : null, broadcast && ownersOf(broadcast))
}
