import type { Role } from '@carillon/contract/roles'
import { type Choice, ChoiceChips } from '../../../ui/choice-chips.tsx'
import { FiltersSheet } from '../../../ui/filters-sheet.tsx'
import type { AccountStatus, PeopleFilters } from './people-filters.ts'

const ROLE_CHOICES: readonly Choice<Role>[] = [
  { value: null, label: 'Everyone' },
  { value: 'LISTENER', label: 'Listeners' },
  { value: 'DJ', label: 'DJs' },
  { value: 'MODERATOR', label: 'Moderators' },
  { value: 'ADMIN', label: 'Admins' },
]
const STATUS_CHOICES: readonly Choice<AccountStatus>[] = [
  { value: null, label: 'Any status' },
  { value: 'ACTIVE', label: 'Active' },
  { value: 'BANNED', label: 'Banned' },
]

type Narrowing = Pick<PeopleFilters, 'role' | 'status'>
export type FiltersProps = { filters: Narrowing; onChange(change: Partial<Narrowing>): void }

/** Role and status, as chips in a row. */
export function FiltersRow({
  filters,
  onChange,
  hideLegends = true,
}: FiltersProps & { hideLegends?: boolean }) {
  return (
    <div className={hideLegends ? 'flex flex-wrap gap-x-6 gap-y-2' : 'grid gap-5'}>
      <ChoiceChips
        legend="Role"
        hideLegend={hideLegends}
        choices={ROLE_CHOICES}
        value={filters.role}
        onChange={(role) => onChange({ role })}
      />
      <ChoiceChips
        legend="Status"
        hideLegend={hideLegends}
        choices={STATUS_CHOICES}
        value={filters.status}
        onChange={(status) => onChange({ status })}
      />
    </div>
  )
}

/** The same behind a button, for narrow screens. */
export function PeopleFiltersSheet({
  filters,
  onChange,
  total,
}: FiltersProps & { total: number | undefined }) {
  const count = [filters.role, filters.status].filter(Boolean).length
  return (
    <FiltersSheet count={count} show={`Show ${peopleWords(total)}`}>
      <FiltersRow filters={filters} onChange={onChange} hideLegends={false} />
    </FiltersSheet>
  )
}

function peopleWords(total: number | undefined): string {
  if (total === undefined) return 'people'
  return total === 1 ? '1 person' : `${total} people`
}
