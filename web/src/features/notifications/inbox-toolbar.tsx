import { NOTIFICATION_TYPES, type NotificationType } from '@carillon/contract/notifications/schemas'
import { CheckCheck, ListX } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { ChoiceChips } from '../../ui/choice-chips.tsx'
import { Select } from '../../ui/field.tsx'
import { lookOf } from './notification-looks.ts'

/** Filter of the inbox; null is all of it. */
export type InboxFilter = { unread: 'UNREAD' | null; type: NotificationType | null }

export type InboxToolbarProps = {
  filter: InboxFilter
  onFilter(filter: InboxFilter): void
  unreadCount: number
  isEmpty: boolean
  onMarkAll(): void
  onClear(): void
}

/** Above the inbox: what of it to see, and what can be done with all of it. */
export function InboxToolbar(props: InboxToolbarProps) {
  const { filter, onFilter, unreadCount, isEmpty, onMarkAll, onClear } = props
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-3">
      <ChoiceChips
        legend="Show"
        hideLegend
        choices={[
          { value: null, label: 'All' },
          { value: 'UNREAD', label: 'Unread' },
        ]}
        value={filter.unread}
        onChange={(unread) => onFilter({ ...filter, unread })}
      />
      <TypeSelect value={filter.type} onChange={(type) => onFilter({ ...filter, type })} />
      <span className="hidden flex-1 sm:block" />
      <Button
        variant="outline"
        size="sm"
        icon={<CheckCheck aria-hidden="true" className="size-4" />}
        aria-disabled={unreadCount === 0}
        onClick={onMarkAll}
      >
        Mark all read
      </Button>
      <Button
        variant="ghost"
        size="sm"
        icon={<ListX aria-hidden="true" className="size-4" />}
        aria-disabled={isEmpty}
        title="They come back when you reload."
        onClick={onClear}
      >
        Clear this list
      </Button>
    </div>
  )
}

type TypeSelectProps = { value: NotificationType | null; onChange(type: NotificationType | null): void }

function TypeSelect({ value, onChange }: TypeSelectProps) {
  const choose = (chosen: string) => onChange(NOTIFICATION_TYPES.find((type) => type === chosen) ?? null)
  return (
    <div className="w-44">
      <Select
        aria-label="Type"
        value={value ?? ''}
        onChange={(event) => choose(event.target.value)}
        className="h-9! rounded-full! py-0 pl-3.5 text-sm! font-medium coarse:h-11!"
      >
        <option value="">All types</option>
        {NOTIFICATION_TYPES.map((type) => (
          <option key={type} value={type}>
            {lookOf(type).label}
          </option>
        ))}
      </Select>
    </div>
  )
}
