import { MINUTE_MS } from '@carillon/contract/durations'
import type { Clock } from '../../../kernel/clock.ts'

/** A page that has still something says so again within this time. */
const PATIENCE_MS = MINUTE_MS
/** The oldest are forgotten when there are more. */
export const MAX_UPLOADING = 100

/** Shows whose DJ's page has still something for their recording. */
export class Uploading {
  readonly #clock: Clock
  readonly #atMs = new Map<number, number>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  note(broadcastId: number, hasMore: boolean): void {
    this.#atMs.delete(broadcastId)
    if (hasMore) this.#atMs.set(broadcastId, this.#clock.now())
    const [oldest] = this.#atMs.keys()
    if (this.#atMs.size > MAX_UPLOADING && oldest !== undefined) this.#atMs.delete(oldest)
  }

  isGoingOn(broadcastId: number): boolean {
    const sinceMs = this.#clock.now() - (this.#atMs.get(broadcastId) ?? Number.NEGATIVE_INFINITY)
    return sinceMs >= 0 && sinceMs < PATIENCE_MS
  }
}
