import type { Log } from '../../../ports.ts'
import type { BucketFailure, FailureKind } from './bucket-failure.ts'

/** Acts whose failures are of different weight: without the first nobody is served, without the second the bucket fills. */
type Act = 'put' | 'delete'

const MESSAGES: Record<Act, { begins: string; ends: string }> = {
  put: {
    begins: 'The object store does not take HLS; it is tried again',
    ends: 'The object store takes HLS again',
  },
  delete: {
    begins: 'The object store does not delete old segments; they are left to its own rule',
    ends: 'The object store deletes old segments again',
  },
}

/** One alone is a connection that the store had closed: the next request has another. */
const LOGGED_FROM = 2

/** Counts failures of the object store since the process began, and logs when they begin and end: a line each. */
export class PushHealth {
  readonly failures: Record<FailureKind, number> = { 'no answer': 0, refused: 0, failed: 0 }
  readonly #log: Log
  readonly #inARow: Record<Act, number> = { put: 0, delete: 0 }

  constructor(log: Log) {
    this.#log = log
  }

  failed(act: Act, failure: BucketFailure): void {
    this.failures[failure.kind] += 1
    this.#inARow[act] += 1
    if (this.#inARow[act] === LOGGED_FROM) this.#log.warn({ ...failure }, MESSAGES[act].begins)
  }

  succeeded(act: Act): void {
    if (this.#inARow[act] >= LOGGED_FROM) this.#log.info({}, MESSAGES[act].ends)
    this.#inARow[act] = 0
  }
}
