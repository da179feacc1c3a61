import { useId } from 'react'

export const DASHBOARD_FILTERS = ['open', 'played', 'declined'] as const
export type DashboardFilter = (typeof DASHBOARD_FILTERS)[number]

const WORDS: Record<DashboardFilter, string> = { open: 'Open', played: 'Played', declined: 'Declined' }

type DashboardFilterChipsProps = {
  value: DashboardFilter
  counts: Readonly<Record<DashboardFilter, number>>
  onChange(value: DashboardFilter): void
}

/** Which requests to see, with how many there are of each. */
export function DashboardFilterChips({ value, counts, onChange }: DashboardFilterChipsProps) {
  const name = useId()
  return (
    <fieldset className="flex flex-wrap gap-1.5">
      <legend className="sr-only">Show requests</legend>
      {DASHBOARD_FILTERS.map((filter) => (
        <label key={filter} className={CHIP}>
          <input
            type="radio"
            name={name}
            checked={filter === value}
            onChange={() => onChange(filter)}
            className="sr-only"
          />
          {WORDS[filter]} <span className="tabular-nums">{counts[filter]}</span>
        </label>
      ))}
    </fieldset>
  )
}

const CHIP =
  'inline-flex min-h-8 cursor-pointer items-center gap-1.5 rounded-full border border-border px-3 text-sm text-text-muted transition-colors duration-120 coarse:min-h-11 ' +
  'hover:bg-surface-2 has-checked:border-primary has-checked:bg-primary-soft has-checked:font-semibold has-checked:text-text ' +
  'forced-colors:has-checked:outline-2 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus'
