import type { ServerResponse } from 'node:http'
import { withCancellation } from '../../db/with-cancellation.ts'
import { rangeOf } from './periods.ts'
import type { AnalyticsContext, Asked } from './ports.ts'
import type { Db } from './table.ts'

/** Shared steps of the calls that read numbers: the time, a cancellable read, the start of a range. */
export function asking({ db, canCancel, clock, timeZone }: AnalyticsContext) {
  const now = () => new Date(clock.now())
  return {
    now,
    /** Reads the database for as long as who asks is there: pages leave, and their questions with them. */
    ask: <Result>({ reply }: Pick<Asked, 'reply'>, read: (db: Db) => Promise<Result>): Promise<Result> =>
      withCancellation(db, { signal: leaving(reply.raw), canCancel }, read),
    /** When the first of this many days began, today among them; null: all there ever were. */
    sinceOf: ({ days }: { days?: number | undefined }): Date | null =>
      days === undefined ? null : rangeOf(days, now(), timeZone).since,
  }
}

/** Aborted when the connection ends before its reply was sent. */
function leaving(response: ServerResponse): AbortSignal {
  const controller = new AbortController()
  if (response.destroyed) controller.abort()
  response.once('close', () => {
    if (!response.writableFinished) controller.abort()
  })
  return controller.signal
}
