import { classNames } from '../../../lib/class-names.ts'
import { Link } from '../../../lib/router/link.tsx'

/** One bar with its words. `isQuiet` where it is a rest and no answer. */
export type Bar = {
  /** Key of the bar; the name where there is none. */
  id?: number
  name: string
  value: number
  /** `12 people`. */
  words: string
  /** Link to its details. */
  to?: string
  isQuiet?: boolean
}

/** Amounts side by side from a zero line, each with its name and its words beside it: a list that can be read. */
export function BarList({ bars, label }: { bars: readonly Bar[]; label: string }) {
  const greatest = Math.max(1, ...bars.map(({ value }) => value))
  return (
    <ol aria-label={label} className="grid gap-3">
      {bars.map((bar) => (
        <li key={bar.id ?? bar.name} className="grid gap-1 text-sm">
          <span className="flex flex-wrap items-baseline justify-between gap-x-4">
            <BarName {...bar} />
            <span className="text-text-muted tabular-nums">{bar.words}</span>
          </span>
          <span
            aria-hidden="true"
            className="h-2.5 overflow-hidden rounded-full bg-surface-2 forced-colors:border"
          >
            <span
              style={{ width: `${(bar.value / greatest) * 100}%` }}
              className={classNames(
                'block h-full rounded-full forced-colors:bg-[Highlight]',
                bar.isQuiet ? 'bg-border-strong' : 'bg-chart-1',
              )}
            />
          </span>
        </li>
      ))}
    </ol>
  )
}

function BarName({ name, to }: Bar) {
  if (!to) return <span className="min-w-0 truncate">{name}</span>
  return (
    <Link to={to} title={name} className="min-w-0 truncate text-inherit">
      {name}
    </Link>
  )
}
