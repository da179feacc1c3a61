import type { ActivityReport, BroadcastStats, EngagementStats } from '@carillon/contract/analytics/schemas'
import type { ReactNode } from 'react'
import { lengthWords, meanWords } from './compare.ts'

/** The shows of the station since it began. */
export function AllShows({ stats }: { stats: BroadcastStats }) {
  return (
    <Details
      title="All shows"
      details={[
        ['In all', meanWords(stats.totalBroadcasts)],
        ['Finished', meanWords(stats.completedBroadcasts)],
        ['On air now', meanWords(stats.liveBroadcasts)],
        ['Planned', meanWords(stats.upcomingBroadcasts)],
        ['Average length', lengthWords(stats.averageDuration)],
      ]}
    />
  )
}

/** Messages and requests since the station began. */
export function AllTalk({ stats }: { stats: EngagementStats }) {
  return (
    <Details
      title="All messages and requests"
      details={[
        ['Messages', meanWords(stats.totalChatMessages)],
        ['Messages per broadcast', meanWords(stats.averageMessagesPerBroadcast)],
        ['Song requests', meanWords(stats.totalSongRequests)],
        ['Requests per broadcast', meanWords(stats.averageRequestsPerBroadcast)],
      ]}
    />
  )
}

/** Numbers of recent activities. */
export function Activities({ report }: { report: ActivityReport }) {
  return (
    <Details
      title="What people did"
      details={[
        ['Today', meanWords(report.todayActivities)],
        ['This week', meanWords(report.weekActivities)],
        ['This month', meanWords(report.monthActivities)],
      ]}
    />
  )
}

type DetailsProps = { title: string; details: readonly (readonly [name: string, value: ReactNode])[] }

function Details({ title, details }: DetailsProps) {
  return (
    <div>
      <h3 className="mb-3">{title}</h3>
      <dl className="grid gap-2 text-sm">
        {details.map(([name, value]) => (
          <div key={name} className="flex justify-between gap-4">
            <dt className="text-text-muted">{name}</dt>
            <dd className="font-semibold tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
