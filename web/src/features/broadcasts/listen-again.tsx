import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import { useState } from 'react'
import { durationWords } from '../../lib/duration.ts'
import { Link } from '../../lib/router/link.tsx'
import { formatDate } from '../../lib/station-time.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardHead } from '../../ui/card.tsx'
import { ShowArt } from '../../ui/show-art.tsx'
import { useRecorded } from './use-recorded.ts'

const SHOWN_AT_FIRST = 4

export type ListenAgainProps = {
  /** The show the page already talks about. */
  exceptId?: number | undefined
  /** The stage presents the newest one: begin with the one before. */
  skipsFirst?: boolean
}

/** The newest recordings; nothing while there is none. */
export function ListenAgain({ exceptId, skipsFirst = false }: ListenAgainProps) {
  const [showsAll, setShowsAll] = useState(false)
  const recorded = useRecorded().data?.slice(skipsFirst ? 1 : 0)
  const shows = recorded?.filter(({ id }) => id !== exceptId) ?? []
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
