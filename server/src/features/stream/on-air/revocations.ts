import type { Person } from '@carillon/contract/roles'
import { SOURCE_CLOSE } from '@carillon/contract/stream/schemas'
import type { Session } from '../../../http/session.ts'
import type { OnAirRegistry } from './on-air-registry.ts'

/** Longer than any handshake takes. */
const HANDSHAKE_LIMIT_MS = 60_000

type Revocation = { isMeant: (session: Session) => boolean; atMs: number }

/** A broadcast on air, or in test, and who was heard on it last. */
export type Abandoned = { broadcastId: number; person: Person }

export type RevocationsOptions = {
  /** Monotonic milliseconds. */
  now: () => number
  registry: Pick<OnAirRegistry, 'all'>
}

/** Sessions that have ended: what they had on the air ends with them, and what their handshakes would have opened. */
export class Revocations {
  readonly #options: RevocationsOptions
  #recent: Revocation[] = []

  constructor(options: RevocationsOptions) {
    this.#options = options
  }

  /**
   * Takes those off the air whose session, role or freedom ended: their sources and their private listening. Gives what
   * they were the last to be heard on, which goes on in silence.
   */
  revoke(isMeant: (session: Session) => boolean): Abandoned[] {
    const { now, registry } = this.#options
    const atMs = now()
    this.#recent = [
      ...this.#recent.filter((each) => atMs - each.atMs < HANDSHAKE_LIMIT_MS),
      { isMeant, atMs },
    ]
    for (const { sources, transmitter } of registry.all) {
      for (const source of sources)
        if (isMeant(source.session)) source.close(SOURCE_CLOSE.SESSION_REVOKED, 'Your session has ended')
      transmitter.fanOut.destroy(({ session }) => session !== null && isMeant(session))
    }
    return registry.all.flatMap(({ broadcastId, lastSession }) =>
      lastSession && isMeant(lastSession) ? [{ broadcastId, person: lastSession.person }] : [],
    )
  }

  /** Whether this session ended after `sinceMs`: while its handshake was under way. */
  hasEndedSince(sinceMs: number, session: Session): boolean {
    return this.#recent.some(({ isMeant, atMs }) => atMs >= sinceMs && isMeant(session))
  }
}
