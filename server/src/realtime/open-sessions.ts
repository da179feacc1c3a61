import type { Session } from '../http/session.ts'
import type { SessionEnd, StompSession } from './stomp/session.ts'
import type { Form } from './wire.ts'

/** Longer than looking up a token takes. */
export const LOOK_UP_LIMIT_MS = 60_000
const SERVER_RESTARTING = 1012

type Ended = { isMeant: (session: Session) => boolean; atMs: number }

/** The STOMP connections that are open, and which sign-ins ended a moment ago. */
export class OpenSessions {
  readonly #open = new Set<StompSession>()
  /** One that was being looked up while it ended is not to be believed. */
  #ended: Ended[] = []

  get size(): number {
    return this.#open.size
  }

  /** The sign-in of each connection that has one, as it was then. */
  get signedIn(): Session[] {
    return [...this.#open].flatMap(({ session }) => session ?? [])
  }

  countByForm(): Record<Form, number> {
    const counts = { websocket: 0, sockJsWebsocket: 0, xhr: 0 }
    for (const { form } of this.#open) counts[form]++
    return counts
  }

  add(opened: StompSession): void {
    this.#open.add(opened)
  }

  delete(gone: StompSession): void {
    this.#open.delete(gone)
  }

  check(nowMs: number): void {
    for (const each of this.#open) each.check(nowMs)
  }

  /** Ends the connections of the sign-ins it is true for, after telling them why. */
  end(isMeant: (session: Session) => boolean, why: SessionEnd, nowMs: number): void {
    const isKept = ({ atMs }: Ended) => nowMs - atMs < LOOK_UP_LIMIT_MS
    this.#ended = [...this.#ended.filter(isKept), { isMeant, atMs: nowMs }]
    for (const each of this.#open) if (each.session && isMeant(each.session)) each.endSession(why)
  }

  /** Whether this sign-in ended after `sinceMs`. */
  hasEndedSince(sinceMs: number, session: Session): boolean {
    return this.#ended.some(({ isMeant, atMs }) => atMs >= sinceMs && isMeant(session))
  }

  /** Ends all connections with 1012. */
  close(): void {
    for (const each of this.#open) each.close(SERVER_RESTARTING, 'The station is restarting')
  }
}
