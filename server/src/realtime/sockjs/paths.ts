import { REALTIME_PATH } from '@carillon/contract/destination'

/** SockJS 0.3.3, "Session URLs": server and session are not empty and have no dots. */
const SESSION = new RegExp(`^${REALTIME_PATH}/[^/.]{1,100}/([^/.]{1,100})/`)

/** Whether this is an address of a SockJS session. */
export function isSessionPath(path: string): boolean {
  return SESSION.test(path)
}
