import { setTimeout as delay } from 'node:timers/promises'

/** The database is asked at most this often, however many passwords wait to be looked at. */
const PAUSE_MS = 100

/**
 * Which passwords there are, by their hashes, as the database had them lately. A wrong one costs the database nothing of
 * its own: all that wait are answered by one query. Guessing is no danger, the passwords have 75 random bits.
 */
export class KnownPasswords {
  readonly #list: () => Promise<readonly string[]>
  #hashes: ReadonlySet<string> = new Set()
  #next: Promise<void> | null = null
  #last: Promise<unknown> = Promise.resolve()

  constructor(list: () => Promise<readonly string[]>) {
    this.#list = list
  }

  /** Whether it was there when the database was asked last, or was added since. */
  hasNow(hash: string): boolean {
    return this.#hashes.has(hash)
  }

  /** Whether it is there, as the database says after this was called. Rejects as `list` does. */
  async has(hash: string): Promise<boolean> {
    await this.#read()
    return this.hasNow(hash)
  }

  /** Knows one that was made here. */
  add(hash: string): void {
    this.#hashes = new Set([...this.#hashes, hash])
  }

  /** Asks the database again, in a moment. Nobody waits for it; `has` rejects with what went wrong. */
  refresh(): void {
    this.#read().catch(() => undefined)
  }

  /** The next query, which has not begun: those that come together share it. */
  #read(): Promise<void> {
    this.#next ??= this.#last.then(async () => {
      this.#next = null
      const read = this.#list()
      // The pause after it belongs to the next one.
      this.#last = read.catch(() => undefined).then(() => delay(PAUSE_MS, undefined, { ref: false }))
      this.#hashes = new Set(await read)
    })
    return this.#next
  }
}
