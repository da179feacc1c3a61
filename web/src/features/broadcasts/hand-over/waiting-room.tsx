import { useLiveBroadcast } from '../queries.ts'
import { useSeconds } from '../use-seconds.ts'
import { HandOverMeters } from './hand-over-meters.tsx'
import { timeLeft } from './hand-over-words.ts'
import { useHandOver } from './use-hand-over.ts'

/** For the DJ who waits: what is on air, and when theirs is. `liveId` is the show on air, null for none. */
export function WaitingRoom({ broadcastId, liveId }: { broadcastId: number; liveId: number | null }) {
  const { data: live } = useLiveBroadcast(liveId)
  const { data } = useHandOver(liveId)
  const now = useSeconds().getTime()
  if (liveId === null) return <p>Nothing is on air. Leave the waiting room to go live.</p>
  const isNext = data?.next?.id === broadcastId
  return (
    <>
      {live && (
        <p>
          On air now: <b className="text-text">{live.title}</b> with {(live.startedBy ?? live.createdBy).name}
        </p>
      )}
      {live && (
        <HandOverMeters
          broadcastId={broadcastId}
          shows={[
            { id: live.id, name: (live.startedBy ?? live.createdBy).name },
            { id: broadcastId, name: 'You' },
          ]}
        />
      )}
      <p className="font-semibold text-text">{whenWords(isNext ? (data?.at ?? null) : null, now)}</p>
      {data?.next && !isNext && <p>“{data.next.title}” follows before you.</p>}
    </>
  )
}

/** When the show that waits is on air. */
function whenWords(at: string | null, now: number): string {
  const left = at === null ? null : timeLeft(Date.parse(at), now)
  return left ? `You’re on air ${left}` : 'You’re on air when the DJ or a moderator hands over'
}
