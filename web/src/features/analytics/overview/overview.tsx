import { DEFAULT_RANGE, RANGES } from '@carillon/contract/analytics/schemas'
import type { Role } from '@carillon/contract/roles'
import { useState } from 'react'
import { useSearchParams } from '../../../lib/router/router.tsx'
import { STAY_PUT } from '../../../lib/stay-put.ts'
import { useClock } from '../../../lib/use-clock.ts'
import { useSingleKey } from '../../../lib/use-single-key.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Activities, AllShows, AllTalk } from './all-time.tsx'
import { DayChart } from './day-chart.tsx'
import { OverviewBar } from './overview-bar.tsx'
import { Part } from './part.tsx'
import { People } from './people.tsx'
import { PopularChart } from './popular-chart.tsx'
import { Tiles } from './tiles.tsx'
import { useOverview, useRefresh } from './use-overview.ts'

/** Specification, section 8. */
const LOAD_FAILED = 'Failed to load analytics data. Please check your connection and try again.'

export type OverviewProps = {
  role: Role
  /** Whether this person uses single-key shortcuts. */
  areKeysOn(): boolean
  detailsPath(id: number): string
}

/** The numbers of the station: six first, then a chart per question. */
export function Overview({ role, areKeysOn, detailsPath }: OverviewProps) {
  const [days, setDays] = useRange()
  const [isCompared, setCompared] = useState(true)
  useSingleKey('x', () => setCompared(!isCompared), areKeysOn)
  const now = useClock()
  const overview = useOverview(days, role)
  const refresh = useRefresh()
  const bar = (
    <OverviewBar
      days={days}
      onDays={setDays}
      isCompared={isCompared}
      onCompare={() => setCompared(!isCompared)}
      summary={overview.summary.data}
      isRefreshing={overview.isRefreshing}
      onRefresh={role === 'MODERATOR' ? undefined : refresh.everything}
    />
  )
  if (overview.hasFailed)
    return (
      <>
        {bar}
        <Failed isBusy={overview.isRefreshing} onRetry={refresh.everything} />
      </>
    )
  return (
    <>
      {bar}
      <h2 className="-mb-2">The last {days} days</h2>
      <Tiles
        summary={overview.summary}
        realtime={overview.realtime}
        days={days}
        isCompared={isCompared}
        now={now}
      />
      <div className="paper-flow grid gap-6">
        <Part name="How busy was each day?" asked={overview.summary} className="min-h-100">
          {({ perDay }) => <DayChart days={perDay} />}
        </Part>
        <Part name="Which shows were listened to most?" asked={overview.popular} className="min-h-100">
          {(popular) => <PopularChart popular={popular} detailsPath={detailsPath} />}
        </Part>
      </div>
      <People overview={overview} role={role} onRefresh={refresh.demographics} />
      <AllTime overview={overview} />
    </>
  )
}

function AllTime({ overview }: { overview: ReturnType<typeof useOverview> }) {
  return (
    <section aria-labelledby="all-time" className="paper-flow grid gap-4">
      <h2 id="all-time">Since the station began</h2>
      <div className="grid gap-6 md:grid-cols-2 lg:grid-cols-3">
        <Part name="All shows" asked={overview.broadcasts}>
          {(stats) => <AllShows stats={stats} />}
        </Part>
        <Part name="All messages and requests" asked={overview.engagement}>
          {(stats) => <AllTalk stats={stats} />}
        </Part>
        <Part name="What people did" asked={overview.activity}>
          {(report) => <Activities report={report} />}
        </Part>
      </div>
    </section>
  )
}

/** The range that the address names, 30 days at first. */
function useRange(): [number, (days: number) => void] {
  const [address, setAddress] = useSearchParams()
  const named = Number(address.get('days'))
  const days = RANGES.find((range) => range === named) ?? DEFAULT_RANGE
  const choose = (chosen: number) =>
    setAddress(chosen === DEFAULT_RANGE ? {} : { days: String(chosen) }, {
      replace: true,
      state: STAY_PUT,
    })
  return [days, choose]
}

function Failed({ isBusy, onRetry }: { isBusy: boolean; onRetry(): void }) {
  return (
    <Banner
      tone="warning"
      role="alert"
      action={
        <Button size="sm" variant="outline" busy={isBusy} onClick={onRetry}>
          Retry
        </Button>
      }
    >
      {LOAD_FAILED}
    </Banner>
  )
}
