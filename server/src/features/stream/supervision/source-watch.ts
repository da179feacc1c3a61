import type { OnAirBroadcast } from '../on-air/on-air-broadcast.ts'
import type { SourceEvent, StreamContext } from '../ports.ts'

/** Notes in a live show's timeline when its sound was lost and when it came back. */
export class SourceWatch {
  readonly #context: Pick<StreamContext, 'clock' | 'log' | 'recordSource'>
  readonly #lastTypeOf = new Map<number, SourceEvent['type']>()
  /** Number of times that the sound of each broadcast was lost, also before a restart. */
  readonly #gapsOf = new Map<number, number>()
  /** One at a time, so that they are kept in their order. */
  #recorded: Promise<unknown> = Promise.resolve()

  constructor(context: Pick<StreamContext, 'clock' | 'log' | 'recordSource'>) {
    this.#context = context
  }

  /**
   * To be called about once a second for each live broadcast. After a restart, or when this instance leads from now on, the
   * first call says how it is now; that it came back is reported only once something was received here.
   */
  check({ broadcastId, feed }: Pick<OnAirBroadcast, 'broadcastId' | 'feed'>): void {
    if (!feed.isRecovering && !feed.hasReceived) return
    const type = feed.isRecovering ? 'SOURCE_LOST' : 'SOURCE_RECOVERED'
    if (this.#lastTypeOf.get(broadcastId) === type) return
    this.#lastTypeOf.set(broadcastId, type)
    const sinceMs = feed.isRecovering ? feed.silentForMs : 0
    this.#record({ broadcastId, type, at: new Date(this.#context.clock.now() - sinceMs) })
  }

  forget(broadcastId: number): void {
    this.#lastTypeOf.delete(broadcastId)
    this.#gapsOf.delete(broadcastId)
  }

  /** Number of times that the sound of a broadcast was lost, as far as it is known here. */
  gapsOf(broadcastId: number): number {
    return this.#gapsOf.get(broadcastId) ?? 0
  }

  /** Resolves when everything that was reported has been kept. */
  settled(): Promise<unknown> {
    return this.#recorded
  }

  #record(event: SourceEvent): void {
    const { log, recordSource } = this.#context
    const warn = (err: unknown) => {
      this.#lastTypeOf.delete(event.broadcastId)
      log.warn({ err, ...event }, 'How the source stands was not noted; it is tried again')
    }
    const note = (gaps: number) => {
      // One that has ended meanwhile is not remembered.
      if (this.#lastTypeOf.has(event.broadcastId)) this.#gapsOf.set(event.broadcastId, gaps)
    }
    this.#recorded = this.#recorded.then(() => recordSource(event)).then(note, warn)
  }
}
