import { Pencil, Trash2 } from 'lucide-react'
import { IconButton } from '../../../ui/icon-button.tsx'
import type { AgendaItem } from './agenda.ts'
import { mayCancel, mayEdit, type Viewer } from './mine.ts'

/** Dialog open for a planner. */
export type Planning = { what: 'plan' } | { what: 'edit' | 'cancel'; item: AgendaItem }
/** Dialog open over the schedule. */
export type Opened = Planning | { what: 'details'; item: AgendaItem }

/** Actions of a DJ or an administrator on a show. */
export function ShowActions({
  item,
  viewer,
  onOpen,
}: {
  item: AgendaItem
  viewer: Viewer
  onOpen(opened: Opened): void
}) {
  return (
    <>
      {mayEdit(item, viewer) && (
        <IconButton
          label={`Edit ${item.title}`}
          icon={<Pencil className="size-4.5" />}
          onClick={() => onOpen({ what: 'edit', item })}
        />
      )}
      {mayCancel(item, viewer) && (
        <IconButton
          label={`Cancel ${item.title}`}
          icon={<Trash2 className="size-4.5" />}
          onClick={() => onOpen({ what: 'cancel', item })}
        />
      )}
    </>
  )
}
