import type { ActivityReport, BroadcastStats, EngagementStats } from '@carillon/contract/analytics'
import type { ReactNode } from 'react'
import { lengthWords, meanWords } from './compare.ts'

/** The shows of the station since it began. */
export function AllShows({ stats }: { stats: BroadcastStats }) {
  return (
    <Facts
      title="All shows"
      facts={[
        ['In all', meanWords(stats.totalBroadcasts)],
        ['Came to an end', meanWords(stats.completedBroadcasts)],
        ['On air now', meanWords(stats.liveBroadcasts)],
        ['Planned', meanWords(stats.upcomingBroadcasts)],
        ['Average length', lengthWords(stats.averageDuration)],
      ]}
    />
  )
}

/** What was said and asked for since the station began. */
export function AllTalk({ stats }: { stats: EngagementStats }) {
  return (
    <Facts
      title="All messages and requests"
      facts={[
        ['Messages', meanWords(stats.totalChatMessages)],
        ['Messages per broadcast', meanWords(stats.averageMessagesPerBroadcast)],
        ['Song requests', meanWords(stats.totalSongRequests)],
        ['Requests per broadcast', meanWords(stats.averageRequestsPerBroadcast)],
      ]}
    />
  )
}

/** How much people did here lately. */
export function Activities({ report }: { report: ActivityReport }) {
  return (
    <Facts
      title="What people did"
      facts={[
        ['Today', meanWords(report.todayActivities)],
        ['This week', meanWords(report.weekActivities)],
        ['This month', meanWords(report.monthActivities)],
      ]}
    />
  )
}

type FactsProps = { title: string; facts: readonly (readonly [name: string, value: ReactNode])[] }

function Facts({ title, facts }: FactsProps) {
  return (
    <div>
      <h3 className="mb-3">{title}</h3>
      <dl className="grid gap-2 text-sm">
        {facts.map(([name, value]) => (
          <div key={name} className="flex justify-between gap-4">
            <dt className="text-text-muted">{name}</dt>
            <dd className="font-semibold tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
