import type { NewNotification } from './table.ts'

/** A broadcast, as far as people are told of it. */
export type NewsOf = {
  id: number
  title: string
  createdBy: { name: string }
  /** Who has, or had, the air. */
  startedBy: { name: string } | null
  scheduledStart: Date
  scheduledEnd: Date
}
/** What may have become of it. */
export type Happening = 'scheduled' | 'posted' | 'started' | 'ended' | 'cancelled'

type Words = Pick<NewNotification, 'type' | 'message' | 'link'>

const SCHEDULE = '/schedule'
const pageOf = ({ id }: { id: number }) => `/broadcast/${id}`

const WORDS: Record<Happening, (broadcast: NewsOf, timeZone: string) => Words> = {
  scheduled: ({ title, scheduledStart }, timeZone) => ({
    type: 'BROADCAST_SCHEDULED',
    message: `${title} is scheduled for ${dayAndTime(scheduledStart, timeZone)}`,
    link: SCHEDULE,
  }),
  posted: (broadcast) => ({
    type: 'NEW_BROADCAST_POSTED',
    message: `${broadcast.title} with ${hostOf(broadcast)} was posted`,
    link: pageOf(broadcast),
  }),
  started: (broadcast) => ({
    type: 'BROADCAST_STARTED',
    message: `${broadcast.title} with ${hostOf(broadcast)} is on air`,
    link: pageOf(broadcast),
  }),
  ended: (broadcast) => ({
    type: 'BROADCAST_ENDED',
    message: `${broadcast.title} has ended`,
    link: pageOf(broadcast),
  }),
  cancelled: ({ title, scheduledStart }, timeZone) => ({
    type: 'GENERAL',
    message: `${title}, scheduled for ${dayAndTime(scheduledStart, timeZone)}, was cancelled`,
    link: SCHEDULE,
  }),
}

/** What everyone is told of a broadcast, once each. */
export function broadcastNews(happening: Happening, broadcast: NewsOf, timeZone: string): NewNotification {
  const dedupeKey = keyOf(happening, broadcast.id)
  return { ...WORDS[happening](broadcast, timeZone), audience: 'everyone', dedupeKey }
}

/** What names the news that there will be a broadcast. */
export function announcedKeys(id: number): string[] {
  return [keyOf('scheduled', id), keyOf('posted', id)]
}

/** What everyone is told of a broadcast that starts soon, once for each start. */
export function soonNews(
  broadcast: { id: number; title: string; startsAt: Date },
  timeZone: string,
): NewNotification {
  const { id, title, startsAt } = broadcast
  return {
    type: 'BROADCAST_STARTING_SOON',
    message: `${title} starts at ${format(startsAt, { ...TIME, timeZone })}`,
    link: pageOf(broadcast),
    audience: 'everyone',
    dedupeKey: `broadcast-soon:${id}:${startsAt.getTime()}`,
  }
}

const hostOf = ({ startedBy, createdBy }: NewsOf) => (startedBy ?? createdBy).name
const keyOf = (happening: Happening, id: number) => `broadcast-${happening}:${id}`

const DAY = { month: 'short', day: '2-digit', year: 'numeric' } as const
const TIME = { hour: 'numeric', minute: '2-digit' } as const

/** `Nov 20, 2026, 3:00 PM`: the specification's 'MMM dd, yyyy' and 'h:mm a'. */
function dayAndTime(instant: Date, timeZone: string): string {
  return format(instant, { ...DAY, ...TIME, timeZone })
}

/** ICU puts a narrow no-break space before PM; people type a plain one. */
function format(instant: Date, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat('en-US', options).format(instant).replace('\u202f', ' ')
}
