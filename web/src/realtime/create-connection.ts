import { SESSION_COOKIE } from '@carillon/contract/auth/schemas'
import { readableCookie } from '../api/request.ts'
import { settings } from '../api/settings.ts'
import { Connection, type ConnectionOptions } from './connection.ts'
import { openSocket } from './sockets.ts'

/** The connection of this page, not open yet. */
export function createConnection(
  given: Pick<ConnectionOptions, 'view' | 'destinations' | 'onMessage' | 'onSubscribed'>,
): Connection {
  return new Connection({
    ...given,
    settings,
    openSocket,
    token: () => readableCookie(document.cookie, SESSION_COOKIE),
    random: Math.random,
    isOnline: () => navigator.onLine,
  })
}
