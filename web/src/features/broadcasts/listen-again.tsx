import { listBroadcasts } from '@carillon/contract/broadcasts/endpoints'
import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import { DAY_MS } from '@carillon/contract/durations'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { durationWords } from '../../lib/duration.ts'
import { stationClock } from '../../lib/station-clock.ts'
import { formatDate } from '../../lib/station-time.ts'
import { useCall } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardHead } from '../../ui/card.tsx'
import { ShowArt } from '../../ui/show-art.tsx'
import { broadcastKeys } from './queries.ts'

const SHOWN_AT_FIRST = 4
/** Shows that never began or have no recording stand between: behind this many, recordings are looked for. */
const LOOKED_THROUGH = 50

type ListenAgainProps = {
  /** The show the page already talks about. */
  exceptId?: number | undefined
}

/** The newest recordings; nothing while there is none. */
export function ListenAgain({ exceptId }: ListenAgainProps) {
  const [showsAll, setShowsAll] = useState(false)
  const shows = useRecorded().data?.filter(({ id }) => id !== exceptId) ?? []
  if (shows.length === 0) return null
  return (
    <Card aria-labelledby="listen-again">
      <CardHead id="listen-again" title="Listen again" />
      <ul className="-my-3 divide-y divide-border">
        {shows.slice(0, showsAll ? undefined : SHOWN_AT_FIRST).map((show) => (
          <li key={show.id}>
            <RecordedShow show={show} />
          </li>
        ))}
      </ul>
      {!showsAll && shows.length > SHOWN_AT_FIRST && (
        <Button variant="outline" size="sm" className="mt-5" onClick={() => setShowsAll(true)}>
          Show more
        </Button>
      )}
    </Card>
  )
}

function RecordedShow({ show }: { show: Broadcast }) {
  const start = new Date(show.actualStart ?? 0)
  const end = new Date(show.actualEnd ?? 0)
  return (
    <Link to={`/broadcast/${show.id}`} className="group flex items-center gap-3 py-3 text-text no-underline">
      <ShowArt title={show.title} className="size-12 shrink-0 rounded-input" />
      <span className="min-w-0">
        <span className="block truncate font-semibold group-hover:underline">{show.title}</span>
        <span className="block truncate text-sm text-text-muted">
          with {(show.startedBy ?? show.createdBy).name}
          <span className="max-md:hidden"> · </span>
          <span className="max-md:block">
            {formatDate(start)} · {durationWords(end.getTime() - start.getTime())}
          </span>
        </span>
      </span>
    </Link>
  )
}

function useRecorded() {
  const call = useCall()
  return useQuery({
    queryKey: [...broadcastKeys.all, 'recorded'],
    queryFn: async ({ signal }) => {
      // What began before its time is planned for later.
      const until = new Date(stationClock.now() + DAY_MS).toISOString()
      const { content } = await call(listBroadcasts, { query: { until, size: LOOKED_THROUGH }, signal })
      return content.filter(isRecorded).sort((a, b) => endOf(b) - endOf(a))
    },
  })
}

function endOf({ actualEnd }: Broadcast): number {
  return Date.parse(actualEnd ?? '')
}

function isRecorded({ status, recordingUrl }: Broadcast): boolean {
  return status === 'ENDED' && recordingUrl !== null
}
