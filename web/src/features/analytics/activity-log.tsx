import type { Activity } from '@carillon/contract/analytics/schemas'
import { type ReactNode, useId, useState } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { formatRelative, formatTimestamp } from '../../lib/station-time.ts'
import { useClock } from '../../lib/use-clock.ts'
import { BreakableEmails } from '../../ui/breakable-emails.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { type Choice, ChoiceChips } from '../../ui/choice-chips.tsx'
import { RetryBanner } from '../../ui/retry-banner.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { kindOf, MODERATION_TYPES } from './activity-kinds.ts'
import { useActivity } from './use-activity.ts'

/** This many lines at first, and this many more at each press. */
const LINES_AT_ONCE = 8

const SCOPES: readonly Choice<'moderation'>[] = [
  { value: 'moderation', label: 'Moderation' },
  { value: null, label: 'Everything' },
]

export type ActivityLogProps = {
  /** Scope at first; null for everything. */
  scope?: 'moderation' | null
  /** The way back from what was done, where there is one. */
  undoOf?: ((activity: Activity) => ReactNode) | undefined
  className?: string
}

/** Log of activities, newest first: moderation, or everything. */
export function ActivityLog({ scope: atFirst = 'moderation', undoOf, className }: ActivityLogProps) {
  const [scope, setScope] = useState(atFirst)
  const log = useActivity(scope && MODERATION_TYPES)
  const headingId = useId()
  return (
    <Card aria-labelledby={headingId} className={classNames('flex min-h-0 flex-col', className)}>
      <header className="mb-3 flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <div className="flex items-baseline gap-2">
          <h2 id={headingId}>Recent actions</h2>
          {log.data && (
            <span className="text-sm text-text-muted tabular-nums">{log.data.todayActivities} today</span>
          )}
        </div>
        <ChoiceChips
          legend="Which actions"
          hideLegend
          choices={SCOPES}
          value={scope}
          onChange={(chosen) => setScope(chosen)}
        />
      </header>
      {log.isError && <LoadError isStale={log.data !== undefined} onRetry={() => void log.refetch()} />}
      {log.data ? (
        <Lines activities={log.data.recentActivities} undoOf={undoOf} />
      ) : (
        !log.isError && <WaitingLines />
      )}
    </Card>
  )
}

type LinesProps = Pick<ActivityLogProps, 'undoOf'> & { activities: readonly Activity[] }

function Lines({ activities, undoOf }: LinesProps) {
  const [count, setCount] = useState(LINES_AT_ONCE)
  const now = useClock()
  if (activities.length === 0) return <p className="py-8 text-center text-text-muted">No actions yet.</p>
  return (
    <>
      <ul aria-label="Recent actions, newest first" className="divide-y divide-border">
        {activities.slice(0, count).map((activity) => (
          <Line key={activity.id} activity={activity} now={now} undo={undoOf?.(activity)} />
        ))}
      </ul>
      {activities.length > count && (
        <Button
          size="sm"
          variant="ghost"
          className="mt-2 self-center"
          onClick={() => setCount(count + LINES_AT_ONCE)}
        >
          Show older
        </Button>
      )}
    </>
  )
}

function Line({ activity, now, undo }: { activity: Activity; now: Date; undo: ReactNode }) {
  const { label, Icon, isGrave } = kindOf(activity.activityType)
  const at = new Date(activity.timestamp)
  return (
    <li className="flex gap-3 py-3">
      <span
        aria-hidden="true"
        className={classNames(
          'mt-0.5 grid size-8 shrink-0 place-items-center rounded-full',
          isGrave ? 'bg-live-soft text-live-ink' : 'bg-surface-2 text-text-muted',
        )}
      >
        <Icon className="size-4" />
      </span>
      <div className="min-w-0 flex-1 text-sm">
        <p className="font-semibold">{label}</p>
        <p className="wrap-anywhere">
          <BreakableEmails text={activity.description} />
        </p>
        <p className="text-xs text-text-muted wrap-anywhere">
          <BreakableEmails text={whoDid(activity)} /> ·&nbsp;
          <time dateTime={activity.timestamp} title={formatTimestamp(at)}>
            {formatRelative(at, now)}
          </time>
        </p>
        {undo}
      </div>
    </li>
  )
}

/** By name with the e-mail, else by e-mail; what the station did by itself, and accounts that are gone, have neither. */
function whoDid({ user }: Activity): string {
  if (!user?.name) return `by ${user?.email || 'Unknown user'}`
  return `by ${user.name} ·\u00a0${user.email || 'no email'}`
}

function LoadError({ isStale, onRetry }: { isStale: boolean; onRetry(): void }) {
  return (
    <RetryBanner className="mb-3" onRetry={onRetry}>
      {isStale ? "Couldn't refresh. Showing what was loaded before." : "Couldn't load recent actions"}
    </RetryBanner>
  )
}

function WaitingLines() {
  return (
    <div role="status" aria-label="Loading recent actions" className="grid gap-4 py-2">
      {['w-4/5', 'w-3/5', 'w-11/12', 'w-2/3'].map((width) => (
        <div key={width} className="flex gap-3">
          <Skeleton className="size-8 rounded-full" />
          <div className="grid flex-1 gap-1.5">
            <Skeleton className="h-4 w-28" />
            <Skeleton className={`h-4 ${width}`} />
          </div>
        </div>
      ))}
    </div>
  )
}
