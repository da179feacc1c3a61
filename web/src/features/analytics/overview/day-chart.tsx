import type { Summary } from '@carillon/contract/analytics/schemas'
import { useState } from 'react'
import { formatDate, fromStationTime } from '../../../lib/station-time.ts'
import { STATION_PLACE } from '../../../lib/station-zone.ts'
import { ChoiceChips } from '../../../ui/choice-chips.tsx'
import { ChartFigure } from '../charts/chart-figure.tsx'
import { LineChart } from '../charts/line-chart.tsx'
import { countedWords, meanWords } from './compare.ts'

type Day = Summary['perDay'][number]
type Measure = Exclude<keyof Day, 'day'>

/** Measures of a day: the name, one and many of it. */
const MEASURES: Record<Measure, { label: string; one: string; many: string }> = {
  chatMessages: { label: 'Messages', one: 'message', many: 'messages' },
  songRequests: { label: 'Requests', one: 'song request', many: 'song requests' },
  peakListeners: { label: 'Peak listeners', one: 'listener', many: 'listeners' },
  listeningMinutes: { label: 'Listening', one: 'minute of listening', many: 'minutes of listening' },
  broadcasts: { label: 'Broadcasts', one: 'broadcast', many: 'broadcasts' },
}
const NAMES: readonly Measure[] = [
  'peakListeners',
  'listeningMinutes',
  'chatMessages',
  'songRequests',
  'broadcasts',
]

/** Chart of each day of the range. */
export function DayChart({ days }: { days: readonly Day[] }) {
  const [measure, setMeasure] = useState<Measure>('peakListeners')
  const { one, many } = MEASURES[measure]
  const words = (value: number) => countedWords(value, one, many)
  const isEmpty = days.every((day) => day[measure] === 0)
  const summary = isEmpty ? `No ${many} in this range.` : busiestWords(days, measure, words)
  return (
    <ChartFigure
      question="How busy was each day?"
      summary={summary}
      unit={`${many.charAt(0).toUpperCase()}${many.slice(1)}, by day in ${STATION_PLACE}`}
      empty={isEmpty ? emptyWords(measure) : undefined}
      tools={
        <ChoiceChips
          legend="What to show"
          hideLegend
          choices={NAMES.map((value) => ({ value, label: MEASURES[value].label }))}
          value={measure}
          onChange={(chosen) => chosen && setMeasure(chosen)}
        />
      }
      table={{
        head: ['Day', ...NAMES.map((name) => MEASURES[name].label)],
        rows: days.map((day) => [dayWords(day), ...NAMES.map((name) => meanWords(day[name]))]),
      }}
    >
      <LineChart
        label={summary}
        stepName="Day"
        points={days.map((day, x) => ({ x, value: day[measure], label: dayWords(day) }))}
        valueWords={words}
      />
    </ChartFigure>
  )
}

function emptyWords(measure: Measure): string {
  if (measure === 'peakListeners' || measure === 'listeningMinutes') return 'No listeners yet in this range'
  return `No ${MEASURES[measure].many} yet in this range`
}

function busiestWords(days: readonly Day[], measure: Measure, words: (value: number) => string): string {
  const busiest = days.reduce((best, day) => (day[measure] > best[measure] ? day : best))
  return `The busiest day was ${dayWords(busiest)}, with ${words(busiest[measure])}.`
}

function dayWords({ day }: Day): string {
  return formatDate(fromStationTime(`${day}T12:00:00.000`))
}
