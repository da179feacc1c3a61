import type { Role } from '@carillon/contract/roles'
import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { type Choice, ChoiceChips } from '../../../ui/choice-chips.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
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

/** The same behind a button, for narrow screens; the button says how many of them narrow the list. */
export function FiltersSheet({ filters, onChange, total }: FiltersProps & { total: number | undefined }) {
  const [open, setOpen] = useState(false)
  const count = [filters.role, filters.status].filter(Boolean).length
  return (
    <>
      <Button
        variant="outline"
        className="max-md:h-12"
        aria-haspopup="dialog"
        icon={<SlidersHorizontal aria-hidden="true" className="size-4.5" />}
        onClick={() => setOpen(true)}
      >
        <span>
          <span className="max-xs:sr-only">Filters</span>
          {count > 0 && ` (${count})`}
        </span>
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Filters" className={SHEET}>
        <div className="grid gap-6">
          <FiltersRow filters={filters} onChange={onChange} hideLegends={false} />
          <Button className="w-full" onClick={() => setOpen(false)}>
            {total === undefined ? 'Show people' : `Show ${total === 1 ? '1 person' : `${total} people`}`}
          </Button>
        </div>
      </Dialog>
    </>
  )
}

const SHEET =
  'dialog m-0 mt-auto w-full max-w-none rounded-t-hero border border-border bg-surface p-6 pb-[calc(24px+env(safe-area-inset-bottom))] text-text shadow-lift'
