import type { DetailedBroadcast } from '@carillon/contract/analytics/schemas'
import { BarList } from '../charts/bar-list.tsx'
import { ChartFigure } from '../charts/chart-figure.tsx'
import { countedWords, lengthWords, meanWords } from './compare.ts'

const MAX_SHOWS = 10

export type PopularChartProps = {
  popular: readonly DetailedBroadcast[]
  /** Path to the details of a show. */
  detailsPath(id: number): string
}

/** The shows that were listened to the longest, each leading to its details. */
export function PopularChart({ popular, detailsPath }: PopularChartProps) {
  const listened = showsOf(popular)
  const first = listened[0]
  return (
    <ChartFigure
      question="Which shows were listened to most?"
      summary={
        first
          ? `${first.title} leads, with ${lengthWords(first.listeningMinutes)} of listening in total.`
          : 'No listeners were counted.'
      }
      unit="Total time listened, all broadcasts of a show together; at most ten shows"
      empty={first ? undefined : 'No listeners yet in this range'}
      table={{
        head: ['Show', 'Listened', 'Peak listeners', 'Messages', 'Requests'],
        rows: listened.map((show) => [
          `${show.title}, ${countedWords(show.broadcasts, 'broadcast')}`,
          lengthWords(show.listeningMinutes),
          meanWords(show.peakListeners),
          meanWords(show.chatMessages),
          meanWords(show.songRequests),
        ]),
      }}
    >
      <BarList
        label="Shows by time listened"
        bars={listened.map((show) => ({
          id: show.id,
          name: show.title,
          value: show.listeningMinutes,
          words: `${countedWords(show.broadcasts, 'broadcast')} ·\u00a0${lengthWords(show.listeningMinutes)}`,
          to: detailsPath(show.id),
        }))}
      />
    </ChartFigure>
  )
}

type PopularShow = Pick<DetailedBroadcast, 'listeningMinutes' | 'chatMessages' | 'songRequests'> & {
  /** The broadcast of it that was listened to the longest. */
  id: number
  title: string
  broadcasts: number
  peakListeners: number
}

/** Broadcasts with one title are one show, however it is spaced and capitalised. */
function showsOf(popular: readonly DetailedBroadcast[]): PopularShow[] {
  const listened = popular.filter(
    ({ listeningMinutes, broadcast }) => listeningMinutes + broadcast.peakListeners > 0,
  )
  return [...Map.groupBy(listened, ({ broadcast }) => titleKey(broadcast.title)).values()]
    .map(showOf)
    .toSorted((one, other) => other.listeningMinutes - one.listeningMinutes)
    .slice(0, MAX_SHOWS)
}

function showOf(broadcasts: readonly DetailedBroadcast[]): PopularShow {
  const most = broadcasts.toSorted((one, other) => other.listeningMinutes - one.listeningMinutes)[0]
  const sumOf = (key: 'listeningMinutes' | 'chatMessages' | 'songRequests') =>
    broadcasts.reduce((sum, one) => sum + one[key], 0)
  return {
    id: most?.broadcast.id ?? 0,
    title: most?.broadcast.title ?? '',
    broadcasts: broadcasts.length,
    peakListeners: Math.max(...broadcasts.map(({ broadcast }) => broadcast.peakListeners)),
    listeningMinutes: sumOf('listeningMinutes'),
    chatMessages: sumOf('chatMessages'),
    songRequests: sumOf('songRequests'),
  }
}

function titleKey(title: string): string {
  return title.trim().replace(/\s+/g, ' ').toLowerCase()
}
