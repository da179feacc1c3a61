import { listBroadcasts } from '@carillon/contract/broadcasts/endpoints'
import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import { DAY_MS, MINUTE_MS } from '@carillon/contract/durations'
import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { Link } from '../../lib/router/link.tsx'
import { formatTime, fromStationTime, toStationTime } from '../../lib/station-time.ts'
import { useClock } from '../../lib/use-clock.ts'
import { useCall } from '../../session/session.ts'
import { Card, CardHead } from '../../ui/card.tsx'
import { ShowArt } from '../../ui/show-art.tsx'
import { LATENESS_WORDS, latenessOf } from './lateness.ts'
import { broadcastKeys } from './queries.ts'

const MOST_SHOWN = 100

/** Today's shows in their order, with a line where the day stands; nothing on a day without any. */
export function TodayLine() {
  const now = useClock()
  const shows = useToday(now).data
  if (!shows || shows.length === 0) return null
  const position = shows.findIndex(({ scheduledStart }) => fromStationTime(scheduledStart) > now)
  const nowAt = position === -1 ? shows.length : position
  return (
    <Card aria-labelledby="today">
      <CardHead id="today" title="Today" />
      <ol className="grid grid-cols-1 gap-1">
        {shows.map((show, at) => (
          <Fragment key={show.id}>
            {at === nowAt && <NowLine now={now} />}
            <li>
              <Row show={show} now={now} />
            </li>
          </Fragment>
        ))}
        {nowAt === shows.length && <NowLine now={now} />}
      </ol>
    </Card>
  )
}

function NowLine({ now }: { now: Date }) {
  return (
    <li className="flex items-center gap-3 text-xs font-semibold text-live-ink">
      <span className="w-18 shrink-0 tabular-nums">{formatTime(now)}</span>
      <span aria-hidden="true" className="size-2 rounded-full bg-live" />
      <span>Now</span>
      <span aria-hidden="true" className="h-0.5 flex-1 rounded-full bg-live" />
    </li>
  )
}

function Row({ show, now }: { show: Broadcast; now: Date }) {
  const start = fromStationTime(show.scheduledStart)
  const isOver = show.status === 'ENDED'
  return (
    <Link
      to={`/broadcast/${show.id}`}
      className={classNames(
        'group flex items-center gap-3 py-1.5 no-underline',
        isOver ? 'text-text-muted' : 'text-text',
      )}
    >
      <time dateTime={start.toISOString()} className="w-18 shrink-0 text-sm tabular-nums">
        {formatTime(start)}
      </time>
      <ShowArt title={show.title} className="size-9 shrink-0 rounded-input" />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-semibold group-hover:underline">{show.title}</span>
        <span className="block truncate text-sm text-text-muted">{words(show, now)}</span>
      </span>
    </Link>
  )
}

function words({ status, scheduledStart, recordingUrl, createdBy, startedBy }: Broadcast, now: Date): string {
  const host = `with ${(startedBy ?? createdBy).name}`
  if (status === 'ENDED') return `${host} · ${recordingUrl ? 'Listen again' : 'Ended'}`
  const lateness = latenessOf(fromStationTime(scheduledStart), now)
  return lateness ? `${host} · ${LATENESS_WORDS[lateness]}` : host
}

function useToday(now: Date) {
  const call = useCall()
  const from = fromStationTime(`${toStationTime(now).slice(0, 10)}T00:00:00.000`)
  // A day is 25 h at most: what begins after it is left out by its date.
  const until = new Date(from.getTime() + DAY_MS + 60 * MINUTE_MS)
  return useQuery({
    queryKey: [...broadcastKeys.all, 'today', from.getTime()],
    queryFn: async ({ signal }) => {
      const query = { from: from.toISOString(), until: until.toISOString(), size: MOST_SHOWN }
      const { content } = await call(listBroadcasts, { query, signal })
      const day = toStationTime(from).slice(0, 10)
      return content
        .filter(({ scheduledStart }) => scheduledStart.startsWith(day))
        .sort((a, b) => a.scheduledStart.localeCompare(b.scheduledStart))
    },
    refetchInterval: MINUTE_MS,
  })
}
