import type { SongRequest } from '@carillon/contract/song-requests'
import type { NewNotification } from './table.ts'

const ANSWERS: Record<Exclude<SongRequest['status'], 'PENDING'>, string> = {
  ACCEPTED: 'will be played',
  PLAYED: 'is being played',
  DECLINED: 'cannot be played this time',
}

/** What administrators are told of somebody who registered. */
export function registeredNews({ id, name }: { id: number; name: string }): NewNotification {
  return {
    type: 'USER_REGISTERED',
    message: `${name} registered`,
    link: '/admin',
    audience: { roles: ['ADMIN'] },
    dedupeKey: `user-registered:${id}`,
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

/** What somebody is told of their song request: each answer once, however often it is changed; null while it waits. */
export function answeredNews(request: Answered): NewNotification | null {
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
