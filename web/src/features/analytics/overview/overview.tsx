import { DEFAULT_RANGE, RANGES, type Summary } from '@carillon/contract/analytics'
import type { Role } from '@carillon/contract/roles'
import { Download, Printer, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { announce } from '../../../lib/announce.ts'
import { downloadText } from '../../../lib/download.ts'
import { formatTime } from '../../../lib/manila.ts'
import { stationClock } from '../../../lib/station-clock.ts'
import { useClock } from '../../../lib/use-clock.ts'
import { useSingleKey } from '../../../lib/use-single-key.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { ChoiceChips } from '../../../ui/choice-chips.tsx'
import { Activities, AllShows, AllTalk } from './all-time.tsx'
import { DayChart } from './day-chart.tsx'
import { overviewCsv } from './overview-csv.ts'
import { Part } from './part.tsx'
import { AgeChart, GenderChart, RolesChart } from './people-charts.tsx'
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
  const now = new Date(stationClock.at(useClock().getTime()))
  const overview = useOverview(days, role)
  const refresh = useRefresh()
  const bar = (
    <Bar
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
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Part name="How busy was each day?" asked={overview.summary} className="min-h-100 lg:col-span-2">
          {({ perDay }) => <DayChart days={perDay} />}
        </Part>
        <Part
          name="Which shows were listened to the longest?"
          asked={overview.popular}
          className="min-h-100 lg:col-span-2"
        >
          {(popular) => <PopularChart popular={popular} detailsPath={detailsPath} />}
        </Part>
        <Part name="How old are our people?" asked={overview.demographics} className="min-h-100">
          {(demographics) => <AgeChart demographics={demographics} />}
        </Part>
        <Part name="Which gender do our people have?" asked={overview.demographics} className="min-h-100">
          {(demographics) => <GenderChart demographics={demographics} />}
        </Part>
        <div className="no-print -mt-3 lg:col-span-2">
          <Button
            size="sm"
            variant="outline"
            busy={overview.demographics.isFetching}
            icon={<RefreshCw aria-hidden="true" className="size-4" />}
            onClick={refresh.demographics}
          >
            Refresh demographics
          </Button>
        </div>
      </div>
      <section aria-labelledby="all-time" className="grid gap-4">
        <h2 id="all-time">Since the station began</h2>
        <div className="grid items-start gap-6 md:grid-cols-2 lg:grid-cols-3">
          <Part name="All shows" asked={overview.broadcasts}>
            {(stats) => <AllShows stats={stats} />}
          </Part>
          <Part name="All messages and requests" asked={overview.engagement}>
            {(stats) => <AllTalk stats={stats} />}
          </Part>
          <Part name="What people did" asked={overview.activity}>
            {(report) => <Activities report={report} />}
          </Part>
          {role === 'ADMIN' && (
            <Part name="Who has an account?" asked={overview.users} className="md:col-span-2 lg:col-span-3">
              {(users) => <RolesChart users={users} />}
            </Part>
          )}
        </div>
      </section>
    </>
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
      preventScrollReset: true,
    })
  return [days, choose]
}

type BarProps = {
  days: number
  onDays(days: number): void
  isCompared: boolean
  onCompare(): void
  summary: Summary | undefined
  isRefreshing: boolean
  /** Missing for those who refresh demographics alone. */
  onRefresh: (() => void) | undefined
}

/** Above the numbers: their range, their comparison, how fresh they are, and ways to take them along. */
function Bar({ days, onDays, isCompared, onCompare, summary, isRefreshing, onRefresh }: BarProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-3">
      <div className="no-print flex flex-wrap items-center gap-3">
        <ChoiceChips
          legend="Range"
          hideLegend
          choices={RANGES.map((range) => ({ value: String(range), label: `${range} days` }))}
          value={String(days)}
          onChange={(chosen) => onDays(Number(chosen))}
        />
        <Button
          size="sm"
          variant={isCompared ? 'outline' : 'ghost'}
          aria-pressed={isCompared}
          aria-keyshortcuts="X"
          onClick={onCompare}
        >
          Compare
        </Button>
      </div>
      <p className="text-sm text-text-muted md:ml-auto">
        {summary ? `Updated ${formatTime(new Date(summary.lastUpdated))}` : '\u00a0'}
      </p>
      <div className="no-print flex flex-wrap gap-2">
        {onRefresh && (
          <Button
            size="sm"
            variant="outline"
            busy={isRefreshing}
            icon={<RefreshCw aria-hidden="true" className="size-4" />}
            onClick={onRefresh}
          >
            Refresh
          </Button>
        )}
        <Button
          size="sm"
          variant="outline"
          aria-label="Download these days as CSV"
          aria-disabled={summary === undefined}
          icon={<Download aria-hidden="true" className="size-4" />}
          onClick={() => summary && download(summary)}
        >
          CSV
        </Button>
        <Button
          size="sm"
          variant="outline"
          icon={<Printer aria-hidden="true" className="size-4" />}
          onClick={() => print()}
          className="max-sm:hidden"
        >
          Print
        </Button>
      </div>
    </div>
  )
}

function download(summary: Summary): void {
  downloadText(`analytics-${summary.days}-days.csv`, overviewCsv(summary), 'text/csv')
  announce('Download started')
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
