import type { ReactNode } from 'react'
import { Link } from '../../lib/router/link.tsx'
import { fromStationTime } from '../../lib/station-time.ts'
import { Card, CardHead } from '../../ui/card.tsx'
import { startWords } from './countdown.ts'
import { stillExpected } from './lateness.ts'
import { useUpcoming } from './queries.ts'
import { PlannedTime } from './show-times.tsx'
import { useSeconds } from './use-seconds.ts'

/** The next show with its countdown; nothing when none is planned. `remind` stands beside it. */
export function NextShowCard({ remind }: { remind: (id: number) => ReactNode }) {
  const now = useSeconds()
  const [next] = stillExpected(useUpcoming().data ?? [], now)
  if (!next) return null
  return (
    <Card aria-labelledby="next-show">
      <CardHead id="next-show" title="Next live" aside={remind(next.id)} />
      <p className="text-sm font-semibold text-accent-ink tabular-nums">
        {startWords('Starts', fromStationTime(next.scheduledStart), now)}
      </p>
      <Link to={`/broadcast/${next.id}`} className="mt-1 block truncate font-semibold text-text md:text-lg">
        {next.title}
      </Link>
      <p className="text-sm text-text-muted">
        <PlannedTime broadcast={next} />
      </p>
    </Card>
  )
}
