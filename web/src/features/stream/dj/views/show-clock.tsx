import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import { broadcastEventSchema } from '@carillon/contract/broadcasts/topics'
import { DESTINATIONS, destinationFor } from '@carillon/contract/destination'
import { useCallback, useEffect, useState } from 'react'
import { formatTime, fromStationTime } from '../../../../lib/station-time.ts'
import { useSubscription } from '../../../../realtime/use-subscription.ts'
import { useDj, useStationNow } from '../dj-context.tsx'
import { nextShow, planText } from '../show-plan.ts'

const LOOK_MS = 60_000

/** Clock of the show: the time left by its plan, and who is next. */
export function ShowClock({ broadcast }: { broadcast: Broadcast }) {
  const now = useStationNow()
  const next = useNextShow(broadcast)
  const end = fromStationTime(broadcast.scheduledEnd)
  const { text, isOver } = planText(end.getTime(), now)
  return (
    <p className="flex flex-wrap gap-x-4 text-sm text-text-muted">
      <span>
        Until <b className="text-text tabular-nums">{formatTime(end)}</b>,{' '}
        <span className={isOver ? 'font-semibold text-warning tabular-nums' : 'tabular-nums'}>{text}</span>
      </span>
      <span className="min-w-0 break-words">
        {next ? (
          <>
            Next: <b className="text-text">{next.title}</b> with {next.createdBy.name},{' '}
            <span className="tabular-nums">{formatTime(fromStationTime(next.scheduledStart))}</span>
          </>
        ) : (
          'Nothing planned after it today'
        )}
      </span>
    </p>
  )
}

/** Of what is scheduled, looked at again each minute and when a DJ stands by. A schedule that cannot be read shows nothing. */
function useNextShow({ id }: Pick<Broadcast, 'id'>): Broadcast | null {
  const { draft } = useDj()
  const [upcoming, setUpcoming] = useState<readonly Broadcast[]>([])
  const look = useCallback(
    () =>
      draft.upcoming().then(setUpcoming, (cause) => console.error('The schedule could not be read', cause)),
    [draft],
  )
  useEffect(() => {
    void look()
    const timer = setInterval(() => void look(), LOOK_MS)
    return () => clearInterval(timer)
  }, [look])
  useSubscription(destinationFor(DESTINATIONS.broadcast, id), {
    onMessage: (body) => {
      const event = broadcastEventSchema.safeParse(body)
      // A show that was made a moment ago can stand by.
      if (event.success && event.data.type === 'STAND_BY') void look()
    },
  })
  return nextShow(upcoming, id, useStationNow())
}
