import { canEditLibraryItem } from '@carillon/contract/policies'
import type { Person } from '@carillon/contract/roles'
import { AppError } from '../../kernel/app-error.ts'
import type { StoredItem } from './table.ts'

/** The item when this person may see it: what another lets rest is seen by staff alone. Else NOT_FOUND. */
export function requireVisible(item: StoredItem | undefined, person: Person): StoredItem {
  if (!item || (item.state === 'RESTING' && !canEditLibraryItem(person, item.owner.id)))
    throw new AppError('NOT_FOUND')
  return item
}

/** The item when this person may change it. Else NOT_FOUND, or FORBIDDEN for one that they see. */
export function requireEditable(item: StoredItem | undefined, person: Person): StoredItem {
  const visible = requireVisible(item, person)
  if (!canEditLibraryItem(person, visible.owner.id)) throw new AppError('FORBIDDEN')
  return visible
}
