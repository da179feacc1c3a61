import { useLiveBroadcast } from '../../../features/broadcasts/queries.ts'
import { StaffLineCard } from '../../../features/staff-line/staff-line-card.tsx'
import { useSession } from '../../../session/session.ts'

/** For the DJ who stands by: the private line to the DJ on air. `liveId` is the show on air. */
export function WaitingLine({ broadcastId, liveId }: { broadcastId: number; liveId: number }) {
  const session = useSession()
  const { data: live } = useLiveBroadcast(liveId)
  if (session.state !== 'signed-in' || !live) return null
  const { name } = live.startedBy ?? live.createdBy
  return (
    <StaffLineCard
      broadcastId={broadcastId}
      viewerId={session.user.id}
      to="dj-on-air"
      other={{ broadcastId: live.id, djName: name }}
    />
  )
}
