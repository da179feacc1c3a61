import { RANGES, type Summary } from '@carillon/contract/analytics/schemas'
import { GitCompareArrows, RefreshCw } from 'lucide-react'
import { formatTime } from '../../../lib/station-time.ts'
import { Button } from '../../../ui/button.tsx'
import { ChoiceChips } from '../../../ui/choice-chips.tsx'
import { CsvButton, PrintButton } from '../take-away.tsx'
import { overviewCsv } from './overview-csv.ts'

export type OverviewBarProps = {
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
export function OverviewBar({
  days,
  onDays,
  isCompared,
  onCompare,
  summary,
  isRefreshing,
  onRefresh,
}: OverviewBarProps) {
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
          variant="outline"
          className={isCompared ? CHOSEN : ''}
          icon={<GitCompareArrows aria-hidden="true" className="size-4" />}
          aria-pressed={isCompared}
          aria-keyshortcuts="X"
          onClick={onCompare}
        >
          Compare
        </Button>
      </div>
      <p className="text-sm text-text-muted max-md:order-last md:ml-auto">
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
        <CsvButton
          label="Download these days as CSV"
          fileName={`analytics-${summary?.days}-days.csv`}
          toCsv={summary ? () => overviewCsv(summary) : null}
        />
        <PrintButton />
      </div>
    </div>
  )
}

/** As a chip that is chosen. */
const CHOSEN = 'border-primary! bg-primary-soft! text-primary! ring-1 ring-primary'
