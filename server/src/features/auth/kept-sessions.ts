import type { Session } from '../../http/session.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { FoundSession } from './sessions.ts'
import { hashToken } from './token.ts'

/** People at work at once; who comes beyond pushes the oldest out, and is looked up as before. */
export const MAX_KEPT_SESSIONS = 2_000

/** Changes of the tables that sessions are read from. */
type Changes = {
  readonly count: number
  isUnchanged(tables: ReadonlySet<string>, count: number): boolean
  watchReads<T>(work: () => Promise<T>): Promise<{ value: T; tables: ReadonlySet<string> }>
}

export type KeptSessionsOptions = {
  changes: Changes
  clock: Clock
  /** Age that a kept session may have, in milliseconds: who else writes to the database is not seen before. 0 keeps none. */
  keptMs: number
  /** The session of each token, in order. */
  lookUpAll(tokens: readonly string[]): Promise<(FoundSession | null)[]>
}

type Entry = FoundSession & { tables: ReadonlySet<string>; count: number; atMs: number }

/**
 * Sessions as they were looked up, until anything that they were read from has changed: an account, or any session. Only
 * those are kept that count; by the hash of their token, as the database has it.
 */
export class KeptSessions {
  readonly #options: KeptSessionsOptions
  readonly #entries = new Map<string, Entry>()

  constructor(options: KeptSessionsOptions) {
    this.#options = options
  }

  /** The session of a token; undefined where it has to be looked up. */
  find(token: string): Session | undefined {
    const { changes, clock, keptMs } = this.#options
    if (keptMs === 0) return undefined
    const key = hashToken(token)
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    const { session, tables, count, atMs, endsMs } = entry
    const now = clock.now()
    const isGood = Math.abs(now - atMs) < keptMs && now < endsMs && changes.isUnchanged(tables, count)
    if (isGood) return session
    this.#entries.delete(key)
    return undefined
  }

  /** Looks the sessions of these tokens up, in order, and keeps them. */
  async lookUpAll(tokens: readonly string[]): Promise<(Session | null)[]> {
    const { changes, clock, keptMs, lookUpAll } = this.#options
    // Before the reading: what changes during it is a change after it.
    const { count } = changes
    const atMs = clock.now()
    const { value: found, tables } = await changes.watchReads(() => lookUpAll(tokens))
    if (keptMs > 0)
      for (const [place, token] of tokens.entries()) {
        const each = found[place]
        if (each) this.#keep(hashToken(token), { ...each, tables, count, atMs })
      }
    return found.map((each) => each?.session ?? null)
  }

  #keep(key: string, entry: Entry): void {
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    const [oldest] = this.#entries.keys()
    if (oldest !== undefined && this.#entries.size > MAX_KEPT_SESSIONS) this.#entries.delete(oldest)
  }
}
