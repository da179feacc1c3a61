import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import { canModerate, ownersOf } from '@carillon/contract/policies'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { broadcastKeys } from '../../features/broadcasts/queries.ts'
import { heldPlayerOf, holdRecording } from '../../features/recordings/held-recording.ts'
import { NoRecording, PreparingRecording } from '../../features/recordings/no-recording.tsx'
import { RecordingDeck } from '../../features/recordings/recording-deck.tsx'
import { RecordingPanel } from '../../features/recordings/recording-panel.tsx'
import type { RecordingPlayer } from '../../features/recordings/recording-player.ts'
import { standingOf } from '../../features/recordings/standing.ts'
import { usePlayerControls } from '../../features/stream/listener/player-context.ts'
import { VolumeControl } from '../../features/stream/listener/volume-control.tsx'
import { useClock } from '../../lib/use-clock.ts'
import { useSession } from '../../session/session.ts'
import { connectRecording } from './connect-recording.ts'
import { useRecordingKey } from './use-recording-key.ts'

/** On the stage of a show that is over: its recording, or why there is none. */
export function RecordingHero({ broadcast }: { broadcast: Broadcast }) {
  const standing = standingOf(broadcast, useClock().getTime())
  const mayManage = useMayManage(broadcast)
  useEffect(() => {
    // Deleted, or no longer for this person.
    if (standing === 'none' && heldPlayerOf(broadcast.id)) holdRecording(null)
  }, [standing, broadcast.id])
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
  useRecordingKey(() => heldPlayerOf(id) ?? recording.current)
  return (
    <RecordingDeck
      broadcastId={id}
      title={title}
      volume={<VolumeControl sliderClassName="w-36 max-md:hidden" />}
      connect={connect}
    />
  )
}

function useMayManage(broadcast: Broadcast): boolean {
  const session = useSession()
  return canModerate(session.state === 'signed-in' ? session.user : null, broadcast && ownersOf(broadcast))
}
