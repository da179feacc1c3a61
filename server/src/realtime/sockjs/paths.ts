import { REALTIME_PATH } from '@carillon/contract/destination'

/** SockJS 0.3.3, "Session URLs": server and session are not empty and have no dots. */
const SESSION = new RegExp(`^${REALTIME_PATH}/[^/.]{1,100}/([^/.]{1,100})/`)

/** The name of the session that a path belongs to; null when it is no address of a session. */
export function sessionNameOf(path: string): string | null {
  return SESSION.exec(path)?.[1] ?? null
}
