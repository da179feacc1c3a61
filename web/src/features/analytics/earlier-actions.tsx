import type { Activity } from '@carillon/contract/analytics/schemas'
import type { ActivityType } from '@carillon/contract/audit'
import { useState } from 'react'
import { formatDate, formatTimestamp } from '../../lib/station-time.ts'
import { BreakableEmails } from '../../ui/breakable-emails.tsx'
import { kindOf } from './activity-kinds.ts'
import { useActivityAbout } from './use-activity.ts'

/** Activities that moderators want to know of a person before they act. */
const TYPES: readonly ActivityType[] = [
  'CHAT_DELETE',
  'CHAT_TIMEOUT',
  'USER_BAN',
  'USER_UNBAN',
  'USER_ROLE_CHANGE',
]
const SHOWN = 3

/** Earlier moderation of somebody, newest first; nothing of it is shown until it is known. */
export function EarlierActions({ personId }: { personId: number }) {
  const { data } = useActivityAbout(personId, TYPES)
  const [isWhole, setWhole] = useState(false)
  if (!data) return null
  const { recentActivities } = data
  return (
    <section aria-label="Earlier actions" className="grid gap-1.5 border-t border-border pt-3 text-sm">
      <h3 className="text-sm">Earlier actions</h3>
      {recentActivities.length === 0 ? (
        <p className="text-text-muted">None.</p>
      ) : (
        <ul className="grid gap-2">
          {recentActivities.slice(0, isWhole ? undefined : SHOWN).map((activity) => (
            <Line key={activity.id} activity={activity} />
          ))}
        </ul>
      )}
      {!isWhole && recentActivities.length > SHOWN && (
        <button
          type="button"
          className="justify-self-start font-semibold text-link underline underline-offset-3 coarse:min-h-11"
          onClick={() => setWhole(true)}
        >
          Show {recentActivities.length - SHOWN} more
        </button>
      )}
    </section>
  )
}

function Line({ activity: { activityType, description, timestamp, user } }: { activity: Activity }) {
  const at = new Date(timestamp)
  return (
    <li className="grid">
      <span className="flex items-baseline justify-between gap-3">
        <span className="font-medium">{kindOf(activityType).label}</span>
        <time dateTime={timestamp} title={formatTimestamp(at)} className="shrink-0 text-xs text-text-muted">
          {formatDate(at)}
        </time>
      </span>
      <span className="text-text-muted wrap-anywhere">
        <BreakableEmails text={user?.name ? `${description}, by ${user.name}` : description} />
      </span>
    </li>
  )
}
