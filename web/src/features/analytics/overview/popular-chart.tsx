import type { DetailedBroadcast } from '@carillon/contract/analytics/schemas'
import { formatDate } from '../../../lib/station-time.ts'
import { BarList } from '../charts/bar-list.tsx'
import { ChartFigure } from '../charts/chart-figure.tsx'
import { lengthWords, meanWords } from './compare.ts'

export type PopularChartProps = {
  popular: readonly DetailedBroadcast[]
  /** Where the details of a show stand. */
  detailsPath(id: number): string
}

/** The shows that were listened to the longest, each leading to its details. */
export function PopularChart({ popular, detailsPath }: PopularChartProps) {
  const listened = popular.filter(
    ({ listeningMinutes, broadcast }) => listeningMinutes + broadcast.peakListeners > 0,
  )
  const first = listened[0]
  return (
    <ChartFigure
      question="Which shows were listened to most?"
      summary={
        first
          ? `${first.broadcast.title} leads, with ${lengthWords(first.listeningMinutes)} of listening in total.`
          : 'No listeners were counted.'
      }
      unit="Total time listened; at most ten shows"
      empty={first ? undefined : 'No listeners yet in this range'}
      table={{
        head: ['Show', 'Listened', 'Peak listeners', 'Messages', 'Requests'],
        rows: listened.map((show) => [
          `${show.broadcast.title}, ${beganWords(show)}`,
          lengthWords(show.listeningMinutes),
          meanWords(show.broadcast.peakListeners),
          meanWords(show.chatMessages),
          meanWords(show.songRequests),
        ]),
      }}
    >
      <BarList
        label="Shows by time listened"
        bars={listened.map((show) => ({
          id: show.broadcast.id,
          name: show.broadcast.title,
          value: show.listeningMinutes,
          words: `${beganWords(show)} · ${lengthWords(show.listeningMinutes)}`,
          to: detailsPath(show.broadcast.id),
        }))}
      />
    </ChartFigure>
  )
}

function beganWords({ broadcast: { actualStart } }: DetailedBroadcast): string {
  return actualStart ? formatDate(new Date(actualStart)) : ''
}
