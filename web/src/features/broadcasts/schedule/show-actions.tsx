import { Pencil, Trash2 } from 'lucide-react'
import { IconButton } from '../../../ui/icon-button.tsx'
import type { AgendaItem } from './agenda.ts'
import { mayCancel, mayEdit, type Viewer } from './mine.ts'

export type Opened = { what: 'plan' } | { what: 'details' | 'edit' | 'cancel'; item: AgendaItem }

/** What a DJ or an administrator may do with a show. */
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
