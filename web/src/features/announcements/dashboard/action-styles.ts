import type { Announcement } from '@carillon/contract/announcements/schemas'
import {
  Archive,
  ArchiveRestore,
  CalendarClock,
  type LucideIcon,
  Pencil,
  Pin,
  PinOff,
  RotateCcw,
  Send,
  Trash2,
  Undo2,
} from 'lucide-react'
import type { Act, PlainAct } from './actions.ts'

/** Look of an act; three dots: it asks before it acts. */
export type ActLook = { label: string; Icon: LucideIcon; isGrave?: boolean }

const LOOKS: Record<Act, ActLook> = {
  publish: { label: 'Publish…', Icon: Send },
  schedule: { label: 'Schedule…', Icon: CalendarClock },
  reject: { label: 'Reject…', Icon: Undo2, isGrave: true },
  resubmit: { label: 'Resubmit', Icon: RotateCcw },
  pin: { label: 'Pin to the top', Icon: Pin },
  unpin: { label: 'Unpin', Icon: PinOff },
  archive: { label: 'Archive', Icon: Archive },
  unarchive: { label: 'Restore from the archive', Icon: ArchiveRestore },
  edit: { label: 'Edit', Icon: Pencil },
  delete: { label: 'Delete…', Icon: Trash2, isGrave: true },
}

const DONE: Record<PlainAct, string> = {
  publish: 'Published. Everyone is being notified.',
  resubmit: 'Sent for review again',
  pin: 'Pinned to the top',
  unpin: 'Unpinned',
  archive: 'Archived',
  unarchive: 'Restored from the archive',
  delete: 'Deleted',
}

/** Look of the act for this announcement. */
export function lookOf(act: Act, { status }: Announcement): ActLook {
  if (act === 'schedule' && status === 'SCHEDULED') return { ...LOOKS.schedule, label: 'Change times…' }
  if (act === 'publish' && status === 'SCHEDULED') return { ...LOOKS.publish, label: 'Publish now…' }
  return LOOKS[act]
}

/** Message after the act. */
export function doneWords(act: PlainAct): string {
  return DONE[act]
}
