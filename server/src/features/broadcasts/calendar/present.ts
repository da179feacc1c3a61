import { instantSchema } from '@carillon/contract/time'
import type { CalendarEvent } from './icalendar.ts'
import type { CalendarShow } from './store.ts'

/** Times that an entry holds. */
const TIMES = ['start', 'end', 'createdAt', 'revisedAt'] as const

/** The time of a show that is outside all years that times may have; undefined when an entry can be made of it. */
export function unshowableTime(show: CalendarShow): (typeof TIMES)[number] | undefined {
  return TIMES.find((name) => !instantSchema.safeParse(show[name].toISOString()).success)
}

/**
 * A show as an entry of a calendar. Its UID holds the moment at which it was made, so that no two stations share one,
 * and nothing that a move of the station to another address would change.
 */
export function presentEvent(show: CalendarShow, origin: string): CalendarEvent {
  return {
    uid: `broadcast-${show.id}-${show.createdAt.getTime()}@carillon`,
    sequence: show.revision,
    modifiedAt: show.revisedAt,
    start: show.start,
    end: show.end,
    summary: show.title,
    description: [`with ${show.host}`, show.description].filter(Boolean).join('\n\n'),
    url: `${origin}/broadcast/${show.id}`,
    isCancelled: show.isCancelled,
  }
}
