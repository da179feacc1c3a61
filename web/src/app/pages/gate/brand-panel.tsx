import { LATENESS_WORDS, latenessOf, stillExpected } from '../../../features/broadcasts/lateness.ts'
import { useUpcoming } from '../../../features/broadcasts/queries.ts'
import { useSeconds } from '../../../features/broadcasts/use-seconds.ts'
import { useLiveStatus } from '../../../features/stream/listener/live-status-context.ts'
import { OnNow } from '../../../features/stream/listener/on-now.tsx'
import { Link } from '../../../lib/router/link.tsx'
import { STATION_NAME } from '../../../lib/station-name.ts'
import { formatDay, formatTime, fromStationTime } from '../../../lib/station-time.ts'
import { BellMark } from '../../../ui/bell-mark.tsx'
import { Rings } from '../../../ui/rings.tsx'
import { PATHS } from '../../paths.ts'

/** The maroon half of sign-in and sign-up: the station, and what is on now or next. */
export function BrandPanel() {
  const live = useLiveStatus().station === 'live'
  return (
    <aside className="on-maroon sticky top-0 isolate hidden h-dvh flex-col justify-between overflow-hidden bg-stage p-10 text-on-stage lg:flex">
      <Rings
        state={live ? 'live' : 'resting'}
        className="absolute top-1/2 -right-72 -z-10 w-190 -translate-y-1/2 text-on-stage-muted [mask-image:linear-gradient(90deg,transparent_4%,#000_70%)]"
      />
      <Link
        to={PATHS.root}
        aria-label={`${STATION_NAME}, listen`}
        className="flex w-fit items-center gap-3 rounded-input"
      >
        <BellMark className="size-9" />
        <span className="font-display text-xl font-bold">{STATION_NAME}</span>
      </Link>
      {live ? <OnNow /> : <NextShow />}
      <p className="text-sm text-on-stage-muted">Broadcasting Excellence</p>
    </aside>
  )
}

function NextShow() {
  const now = useSeconds()
  const [next] = stillExpected(useUpcoming().data ?? [], now)
  if (!next) return null
  const start = fromStationTime(next.scheduledStart)
  const lateness = latenessOf(start, now)
  return (
    <div className="grid max-w-[18ch] gap-2">
      <p className="text-sm font-semibold text-on-stage-muted">
        {lateness ? LATENESS_WORDS[lateness] : 'Next on air'}
      </p>
      <p className="font-display text-3xl font-bold text-balance">{next.title}</p>
      <p className="text-on-stage-muted">
        <time dateTime={start.toISOString()}>
          {formatDay(start)}
          <br />
          {formatTime(start)}
        </time>
      </p>
    </div>
  )
}
