import { AppError } from '../../http/app-error.ts'
import type { Session } from '../../http/session.ts'
import type { Transport } from '../wire.ts'
import { XhrSession } from './xhr-session.ts'

/** Polling costs a request for each message: it is for the few whom a websocket does not reach. */
const MAX_XHR_SESSIONS = 4_000
const RETRY_WHEN_FULL_SECONDS = 10

/** The xhr sessions of this process, by the names that their clients chose. */
export class XhrSessions {
  readonly #transport: Transport
  readonly #sessions = new Map<string, XhrSession>()

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** The session of this name; null when there is none, or it is somebody else's. */
  find(name: string, asker: Session | null): XhrSession | null {
    const found = this.#sessions.get(name)
    return found && found.ownerId === (asker?.id ?? null) ? found : null
  }

  /** The session of this name, opened if need be. Throws NOT_FOUND for somebody else's, TOO_MANY_REQUESTS when full. */
  open(name: string, asker: Session | null): XhrSession {
    const found = this.find(name, asker)
    if (found) return found
    if (this.#sessions.has(name)) throw new AppError('NOT_FOUND')
    if (this.#sessions.size >= MAX_XHR_SESSIONS || !this.#transport.hasRoom())
      throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: RETRY_WHEN_FULL_SECONDS })
    const session = new XhrSession(asker?.id ?? null, this.#transport)
    session.inbox = this.#transport.open(session, asker)
    this.#sessions.set(name, session)
    return session
  }

  /** Forgets those that nobody has asked for. To be called about once a second. */
  check(nowMs: number): void {
    for (const [name, session] of this.#sessions) {
      if (!session.hasExpired(nowMs)) continue
      this.#sessions.delete(name)
      session.expire()
    }
  }
}
