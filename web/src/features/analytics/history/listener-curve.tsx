import type { BroadcastReport } from '@carillon/contract/analytics/schemas'
import { formatTime } from '../../../lib/station-time.ts'
import { ChartFigure } from '../charts/chart-figure.tsx'
import { LineChart } from '../charts/line-chart.tsx'
import { countWords } from './history-words.ts'
import { timelineOf } from './timeline.ts'

/** Curve of a show's listeners, minute by minute, with the gaps in its sound. */
export function ListenerCurve({ report }: { report: BroadcastReport }) {
  const { broadcast, curve, events } = report
  const outages = timelineOf(broadcast, events).outages.map(({ from }) => from.getTime())
  const summary = summaryOf(report)
  return (
    <ChartFigure
      question="When did people listen?"
      summary={summary}
      unit={`Listeners, minute by minute${outages.length > 0 ? '; dashed: no sound' : ''}`}
      empty={curve.length === 0 ? 'No listeners were counted.' : undefined}
      table={{
        head: ['Minute', 'Listeners', 'At most'],
        rows: curve.map(({ at, listeners, peak }) => [
          formatTime(new Date(at)),
          countWords(listeners),
          countWords(peak),
        ]),
      }}
    >
      <LineChart
        label={summary}
        stepName="Minute"
        points={curve.map(({ at, listeners }) => ({
          x: Date.parse(at),
          value: listeners,
          label: formatTime(new Date(at)),
        }))}
        valueWords={listenersWords}
        marks={outages}
      />
    </ChartFigure>
  )
}

function summaryOf({ curve, peakListeners, averageListeners }: BroadcastReport): string {
  const busiest = curve.reduce<(typeof curve)[number] | undefined>(
    (best, minute) => (best && best.peak >= minute.peak ? best : minute),
    undefined,
  )
  if (!busiest || peakListeners === 0) return 'No listeners were counted.'
  const average = averageListeners.toLocaleString('en-US', { maximumFractionDigits: 1 })
  return `At most ${listenersWords(peakListeners)}, around ${formatTime(new Date(busiest.at))}; ${average} on average.`
}

function listenersWords(count: number): string {
  return `${countWords(count)} ${count === 1 ? 'listener' : 'listeners'}`
}
