import { DAY_MS, HOUR_MS } from '@carillon/contract/durations'
import type { Role } from '@carillon/contract/roles'
import type { SongRequest } from '@carillon/contract/song-requests/schemas'
import type { NewNotification } from './table.ts'

const ANSWERS: Record<Exclude<SongRequest['status'], 'PENDING'>, string> = {
  ACCEPTED: 'will be played',
  PLAYED: 'is being played',
  DECLINED: 'cannot be played this time',
}

/** Notification to administrators of somebody who registered. */
export function registrationNotification({ id, name }: { id: number; name: string }): NewNotification {
  return {
    type: 'USER_REGISTERED',
    message: `${name} registered`,
    link: '/admin',
    audience: { roles: ['ADMIN'] },
    dedupeKey: `user-registered:${id}`,
  }
}

/** Fault of a broadcast. */
export type Alarm = 'recording stopped' | 'recording not ready' | 'dead air'

const ALARMS: Record<Alarm, { words: string; roles: readonly Role[]; key: string | null }> = {
  'recording stopped': {
    words: 'is no longer being recorded: the disk is full or has failed. The show continues.',
    roles: ['ADMIN'],
    key: 'recording-stopped',
  },
  'recording not ready': {
    words: 'was recorded, but the recording cannot be processed yet. Is there space on the disk?',
    roles: ['ADMIN'],
    key: 'recording-not-ready',
  },
  'dead air': { words: 'has been silent for 20 seconds', roles: ['MODERATOR', 'ADMIN'], key: null },
}

/** Notification of a fault to those who can do something about it. */
export function alarmNotification(
  alarm: Alarm,
  { id, title }: { id: number; title: string },
): NewNotification {
  const { words, roles, key } = ALARMS[alarm]
  return {
    type: 'ALERT',
    message: `${title} ${words}`,
    link: `/broadcast/${id}`,
    audience: { roles },
    ...(key && { dedupeKey: `${key}:${id}` }),
  }
}

/** Something stored that cannot be shown. */
export type Damaged = { thing: string; id: number | null; field: string }

/** Notification to administrators of something stored that cannot be shown, once for each. */
export function damageNotification({ thing, id, field }: Damaged): NewNotification {
  const name = id === null ? thing : `${thing} ${id}`
  return {
    type: 'ALERT',
    message: `Stored data is damaged: ${name} cannot be shown${field && `, its ${field} is not valid`}. Lists leave it out; the log says more.`,
    link: null,
    audience: { roles: ['ADMIN'] },
    dedupeKey: `damaged:${name}`,
  }
}

/** The embedded database could not be dumped: one message for each hour in which that begins. */
export function dumpNotification(at: Date): NewNotification {
  return {
    type: 'ALERT',
    message:
      'The database could not be backed up: the disk is nearly full or has failed. The station continues.',
    link: '/admin',
    audience: { roles: ['ADMIN'] },
    dedupeKey: `dump-failed:${Math.floor(at.getTime() / HOUR_MS)}`,
  }
}

/** Fault in what plays between shows: an item that cannot be played, or rules that nothing keeps. */
export type PlayoutFault =
  | { what: 'skipped'; title: string; itemId: number | null; broadcastId: number | null }
  | { what: 'rules' }

/** Notification to administrators of it: of each item once a day, of the rules once a week. */
export function playoutNotification(fault: PlayoutFault, at: Date): NewNotification {
  const [message, key, everyMs] =
    fault.what === 'rules'
      ? ([
          'Between shows nothing keeps the rules, so what breaks them least is played. Add tracks or public recordings, or loosen the rules.',
          'rules',
          7 * DAY_MS,
        ] as const)
      : ([
          `${fault.title} could not be played between shows: its file is missing or damaged. Something else plays.`,
          `${fault.itemId ?? `show-${fault.broadcastId}`}`,
          DAY_MS,
        ] as const)
  return {
    type: 'ALERT',
    message,
    link: '/admin',
    audience: { roles: ['ADMIN'] },
    dedupeKey: `playout:${key}:${Math.floor(at.getTime() / everyMs)}`,
  }
}

/** A song request that was answered, as far as it is told. */
export type Answered = {
  id: number
  broadcastId: number
  songTitle: string
  status: SongRequest['status']
  requestedBy: { id: number }
}

/**
 * Notification to somebody of the answer to their song request: each answer once, however often it is changed; null
 * while it waits.
 */
export function answerNotification(request: Answered): NewNotification | null {
  const { id, broadcastId, songTitle, status, requestedBy } = request
  if (status === 'PENDING') return null
  return {
    type: 'INFO',
    message: `Your request ${songTitle} ${ANSWERS[status]}`,
    link: `/broadcast/${broadcastId}`,
    audience: { userId: requestedBy.id },
    dedupeKey: `song-request-${status.toLowerCase()}:${id}`,
  }
}
