import { AppError } from '../../kernel/app-error.ts'
import { Places } from '../places.ts'
import type { Caller, Transport } from '../wire.ts'
import { XhrSession } from './xhr-session.ts'

/** Polling costs a request for each message: it is for the few whom a websocket does not reach. */
export const MAX_XHR_SESSIONS = 4_000
/** Programs name themselves in fewer characters, or the first of them do. */
const MAX_PROGRAM_LENGTH = 200

/** Caller for a session, and its program. */
export type XhrCaller = Caller & { program: string }

/** The xhr sessions of this process, by the names that their clients chose. */
export class XhrSessions {
  readonly #transport: Transport
  readonly #places = new Places({ places: MAX_XHR_SESSIONS, heldBytes: 0 })
  readonly #sessions = new Map<string, { xhrSession: XhrSession; leave: () => void }>()

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** The session of this name; null when there is none, or it is somebody else's. */
  find(name: string, caller: XhrCaller): XhrSession | null {
    const found = this.#sessions.get(name)?.xhrSession
    return found && found.owner === this.#ownerOf(caller) ? found : null
  }

  /** The session of this name, opened if need be. Throws NOT_FOUND for somebody else's, TOO_MANY_REQUESTS when full. */
  open(name: string, caller: XhrCaller): XhrSession {
    const found = this.find(name, caller)
    if (found) return found
    if (this.#sessions.has(name)) throw new AppError('NOT_FOUND')
    this.#transport.requireRoom(caller)
    const network = this.#transport.networkOf(caller.address)
    const place = this.#places.take({ network, userId: caller.session?.person.id ?? null })
    const xhrSession = new XhrSession(this.#ownerOf(caller), this.#transport)
    xhrSession.inbox = this.#transport.open(xhrSession, caller)
    this.#sessions.set(name, { xhrSession, leave: () => place.leave() })
    return xhrSession
  }

  /** Forgets those that nobody has asked for. To be called about once a second. */
  check(nowMs: number): void {
    for (const [name, { xhrSession, leave }] of this.#sessions) {
      if (!xhrSession.hasExpired(nowMs)) continue
      this.#sessions.delete(name)
      leave()
      xhrSession.expire()
    }
  }

  /**
   * Mark that the requests of one client have in common, and those of somebody who has read its name in a log do not:
   * the session of their cookie or bearer header, else the network and the program that they come from.
   */
  #ownerOf({ session, address, program }: XhrCaller): string {
    if (session) return `session ${session.id}`
    return `visitor ${this.#transport.networkOf(address)} ${program.slice(0, MAX_PROGRAM_LENGTH)}`
  }
}
