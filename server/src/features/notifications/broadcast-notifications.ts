import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import { dayAndTime, timeOfDay } from '../../kernel/day-and-time.ts'
import type { NewNotification } from './table.ts'

/** A broadcast, as far as people are told of it. */
export type NotifiedBroadcast = {
  id: number
  title: string
  createdBy: { id: number; name: string }
  /** DJ who has, or had, the air. */
  startedBy: { id: number; name: string } | null
  endReason: Broadcast['endReason']
  scheduledStart: Date
  scheduledEnd: Date
}
/** Event of a broadcast. */
export type BroadcastEventName = 'scheduled' | 'posted' | 'started' | 'ended' | 'cancelled'

type Words = Pick<NewNotification, 'type' | 'message' | 'link'>

const SCHEDULE = '/schedule'
const pageOf = ({ id }: { id: number }) => `/broadcast/${id}`

const WORDS: Record<BroadcastEventName, (broadcast: NotifiedBroadcast, timeZone: string) => Words> = {
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

/** Notification of a broadcast to everyone, once each. */
export function broadcastNotification(
  eventName: BroadcastEventName,
  broadcast: NotifiedBroadcast,
  timeZone: string,
): NewNotification {
  const dedupeKey = keyOf(eventName, broadcast.id)
  const knownTo = isTheirOwnDoing(eventName, broadcast) ? djsOf(broadcast) : []
  return { ...WORDS[eventName](broadcast, timeZone), audience: 'everyone', dedupeKey, knownTo }
}

/** Whether the DJ did it: not, where somebody else ended the show, or cancelled it. */
function isTheirOwnDoing(eventName: BroadcastEventName, { endReason }: NotifiedBroadcast): boolean {
  if (eventName === 'ended') return endReason === 'ENDED_BY_DJ'
  return eventName !== 'cancelled'
}

function djsOf({ createdBy, startedBy }: Pick<NotifiedBroadcast, 'createdBy' | 'startedBy'>): number[] {
  return startedBy ? [createdBy.id, startedBy.id] : [createdBy.id]
}

/** Prefix of the keys of such notifications; the broadcast's id follows. */
export function keyPrefixOf(eventName: BroadcastEventName | 'soon' | 'reminder'): string {
  return `broadcast-${eventName}:`
}

/** The beginnings of the keys of the news that there will be a broadcast. */
export function announcedPrefixes(): string[] {
  return [keyPrefixOf('scheduled'), keyPrefixOf('posted')]
}

/** Prefix of the key of a row that gathers shows; the DJ's id and the window follow. */
export const GATHERED_PREFIX = 'broadcasts-gathered:'

/** Notification to everyone of this many shows of one DJ that have none of their own: once for each window. */
export function gatheredNotification(
  { createdBy }: Pick<NotifiedBroadcast, 'createdBy'>,
  { count, window }: { count: number; window: number },
): NewNotification {
  const shows = count === 1 ? 'One more show' : `${count} more shows`
  return {
    type: 'BROADCAST_SCHEDULED',
    message: `${shows} with ${createdBy.name} ${count === 1 ? 'was' : 'were'} planned`,
    link: SCHEDULE,
    audience: 'everyone',
    knownTo: [createdBy.id],
    dedupeKey: `${GATHERED_PREFIX}${createdBy.id}:${window}`,
  }
}

/** Notification to everyone of cancelled shows of one DJ that have none of their own: once for each window. */
export function gatheredCancellations(
  { createdBy }: Pick<NotifiedBroadcast, 'createdBy'>,
  { count, window }: { count: number; window: number },
): NewNotification {
  const shows = count === 1 ? 'One more show' : `${count} more shows`
  return {
    type: 'GENERAL',
    message: `${shows} with ${createdBy.name} ${count === 1 ? 'was' : 'were'} cancelled`,
    link: SCHEDULE,
    audience: 'everyone',
    dedupeKey: `broadcasts-cancelled:${createdBy.id}:${window}`,
  }
}

/** Notification to everyone of a broadcast that starts soon, once for each start. */
export function startingSoonNotification(
  broadcast: { id: number; title: string; startsAt: Date; djId: number },
  timeZone: string,
): NewNotification {
  const { id, title, startsAt, djId } = broadcast
  return {
    type: 'BROADCAST_STARTING_SOON',
    message: `${title} starts at ${timeOfDay(startsAt, timeZone)}`,
    link: pageOf(broadcast),
    audience: 'everyone',
    knownTo: [djId],
    dedupeKey: `${keyPrefixOf('soon')}${id}:${startsAt.getTime()}`,
  }
}

/** Notification to those who asked to be reminded of a broadcast; the key is each person's with their id at its end. */
export function askedReminder(
  soon: NewNotification,
  { id, startsAt }: { id: number; startsAt: Date },
): Pick<NewNotification, 'type' | 'message' | 'link'> & { keyPrefix: string } {
  const keyPrefix = `${keyPrefixOf('reminder')}${id}:${startsAt.getTime()}:`
  return { type: 'REMINDER', message: soon.message, link: soon.link, keyPrefix }
}

const hostOf = ({ startedBy, createdBy }: Pick<NotifiedBroadcast, 'startedBy' | 'createdBy'>) =>
  (startedBy ?? createdBy).name
const keyOf = (eventName: BroadcastEventName, id: number) => `${keyPrefixOf(eventName)}${id}`
