import { isBroadcaster, isStaff } from '@carillon/contract/policies'
import type { Person } from '@carillon/contract/roles'
import type { AgendaItem } from './agenda.ts'

/** Anyone who looks at the schedule; null is a visitor. */
export type Viewer = Pick<Person, 'id' | 'role'> | null

/** Whether the show is the viewer's own. */
export function isMine(item: AgendaItem, viewer: Viewer): boolean {
  return viewer !== null && isBroadcaster(viewer) && item.ownerIds.includes(viewer.id)
}

/** Whether the viewer may change it: its own DJ or an administrator, until it has ended. */
export function mayEdit(item: AgendaItem, viewer: Viewer): boolean {
  const isOver = item.status === 'ENDED' || item.status === 'CANCELLED'
  return !isOver && !item.replay && (viewer?.role === 'ADMIN' || isMine(item, viewer))
}

/** Whether the viewer may cancel it: what is on air or being tested is ended, not cancelled. */
export function mayCancel(item: AgendaItem, viewer: Viewer): boolean {
  return item.status === 'SCHEDULED' && mayEdit(item, viewer)
}

/** Whether the viewer may take it back: a replay, by staff, until it is over. */
export function mayTakeBack({ replay, end }: AgendaItem, viewer: Viewer, now: Date): boolean {
  return replay !== undefined && isStaff(viewer) && end > now
}

/** Whether the viewer may plan that it goes out again: a show that was recorded, by staff. */
export function mayReplay({ replay, isRecorded, status }: AgendaItem, viewer: Viewer): boolean {
  return !replay && isRecorded && status === 'ENDED' && isStaff(viewer)
}
