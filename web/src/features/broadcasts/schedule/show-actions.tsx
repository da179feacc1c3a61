import { Pencil, Repeat2, Trash2 } from 'lucide-react'
import { IconButton } from '../../../ui/icon-button.tsx'
import type { AgendaItem } from './agenda.ts'
import { mayCancel, mayEdit, mayReplay, mayTakeBack, type Viewer } from './mine.ts'

/** Dialog open for a planner. */
export type Planning = { what: 'plan' } | { what: 'edit' | 'cancel'; item: AgendaItem }
/** Dialog open for staff, about replays. */
export type Replaying = { what: 'replay'; item: AgendaItem | null } | { what: 'take-back'; item: AgendaItem }
/** Dialog open over the schedule. */
export type Opened = Planning | Replaying | { what: 'details'; item: AgendaItem }

/** Actions of a DJ or of staff on a show, or on a replay. */
export function ShowActions({
  item,
  viewer,
  now,
  onOpen,
}: {
  item: AgendaItem
  viewer: Viewer
  now: Date
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
      {mayReplay(item, viewer) && (
        <IconButton
          label={`Plan a replay of ${item.title}`}
          icon={<Repeat2 className="size-4.5" />}
          onClick={() => onOpen({ what: 'replay', item })}
        />
      )}
      {mayTakeBack(item, viewer, now) && (
        <IconButton
          label={`Take back ${item.title}`}
          icon={<Trash2 className="size-4.5" />}
          onClick={() => onOpen({ what: 'take-back', item })}
        />
      )}
    </>
  )
}
