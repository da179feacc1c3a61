import type { AgendaItem } from './agenda.ts'

/** An item of the schedule, planned from and until two instants. */
export function anItem(id: number, start: string, end: string, more: Partial<AgendaItem> = {}): AgendaItem {
  return {
    id,
    title: `Show ${id}`,
    description: '',
    host: 'Mikael Reyes',
    ownerIds: [3],
    status: 'SCHEDULED',
    isRecorded: false,
    start: new Date(start),
    end: new Date(end),
    ...more,
  }
}
