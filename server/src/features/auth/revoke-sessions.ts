import type { MessageBus } from '../../cluster/bus.ts'
import type { Session } from '../../http/session.ts'
import type { AuthEvents } from './ports.ts'
import { type EndedSessions, hasEnded } from './revocation-message.ts'

/** The reason of an end that the person asked for. */
export const SIGNED_OUT = 'Signed out'

/** Takes the person it is true for off this instance, after telling them why. */
export type EndSessions = (isMeant: (session: Session) => boolean, reason: string, message?: string) => void

/** Dependencies of the end of sessions. */
export type SessionEndsOptions = {
  bus: MessageBus
  /** Takes people off the sockets and private streams of this instance. */
  endHere: EndSessions
  /** Takes away the passwords of a person's encoders. Never rejects. */
  withdrawOf(userId: number): Promise<void>
}

/** Ends sessions wherever people are connected by them: here at once, on the other instances by message. */
export function createSessionEnds({ bus, endHere, withdrawOf }: SessionEndsOptions): AuthEvents {
  const end = (ended: EndedSessions) =>
    endHere((session) => hasEnded(ended, session), ended.reason, ended.message)
  const endEverywhere = (ended: EndedSessions) => {
    end(ended)
    bus.send('sessions-ended', ended)
  }
  const endAllOf = async (userId: number, ended: Omit<EndedSessions, 'userId'>) => {
    endEverywhere({ userId, ...ended })
    await withdrawOf(userId)
  }
  bus.on('sessions-ended', end)
  return {
    onSessionEnded: (sessionId) => endEverywhere({ sessionId, reason: SIGNED_OUT }),
    onSessionsEnded: (userId, message) => endAllOf(userId, { reason: 'Session revoked', message }),
    onOtherSessionsEnded: (userId, keptId) => endAllOf(userId, { keptId, reason: 'Password changed' }),
    onPasswordReset: (userId) => endAllOf(userId, { reason: 'Password changed' }),
    onRoleChanged: (userId) => endAllOf(userId, { reason: 'Role changed' }),
  }
}
