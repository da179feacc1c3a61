import type { ClusterMessages } from '../../cluster/messages.ts'
import type { Session } from '../../http/session.ts'

/** Sessions that have ended and why, as instances send each other. */
export type EndedSessions = ClusterMessages['sessions-ended']

/** Whether this session is among them. */
export function hasEnded({ sessionId, userId, keptId }: EndedSessions, { id, person }: Session): boolean {
  if (sessionId !== undefined) return id === sessionId
  return person.id === userId && id !== keptId
}
