import type { OnAirBroadcast } from '../on-air/on-air-broadcast.ts'
import type { StreamContext } from '../ports.ts'

/** Interval of tries to end a broadcast when the database was away. */
const RETRY_MS = 10_000
/** Time to come back for who left the page, as with a reload; the warning said that leaving ends the broadcast. */
export const LEFT_GRACE_MS = 60_000

/** Ends LIVE broadcasts whose source stayed away too long. Asks; the broadcast's end then closes the mount. */
export class SourceTimeout {
  readonly #context: Pick<StreamContext, 'settings' | 'now' | 'log' | 'endBroadcast'>
  readonly #triedMs = new Map<number, number>()

  constructor(context: Pick<StreamContext, 'settings' | 'now' | 'log' | 'endBroadcast'>) {
    this.#context = context
  }

  /** To be called about once a second for each live broadcast. */
  check({ broadcastId, feed }: Pick<OnAirBroadcast, 'broadcastId' | 'feed'>): void {
    const graceMs = this.#context.settings.sourceGraceSeconds * 1_000
    if (feed.silentForMs <= (feed.isLeft ? Math.min(LEFT_GRACE_MS, graceMs) : graceMs)) return
    const nowMs = this.#context.now()
    if (nowMs - (this.#triedMs.get(broadcastId) ?? Number.NEGATIVE_INFINITY) < RETRY_MS) return
    this.#triedMs.set(broadcastId, nowMs)
    this.#end(broadcastId)
  }

  forget(broadcastId: number): void {
    this.#triedMs.delete(broadcastId)
  }

  #end(broadcastId: number): void {
    const { log, endBroadcast } = this.#context
    log.warn({ broadcastId }, 'The DJ did not come back: ending the broadcast')
    endBroadcast(broadcastId, 'SOURCE_LOST').catch((err: unknown) =>
      log.error({ err, broadcastId }, 'The broadcast could not be ended; it is tried again'),
    )
  }
}
