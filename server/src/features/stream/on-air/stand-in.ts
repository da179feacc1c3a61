import { STAND_IN_MS } from '@carillon/contract/broadcasts/hand-over'
import { SOURCE_CLOSE } from '@carillon/contract/stream/schemas'
import type { Source } from '../sources/source.ts'
import { Feed } from './feed.ts'

const NOWHERE = { pushPackets: () => true, silence: () => undefined }

export type StandInOptions = {
  broadcastId: number
  /** Monotonic milliseconds. */
  now: () => number
  onGone: () => void
}

/**
 * The DJ who handed over, still connected for some seconds: nobody hears them, unless the sound of the show that follows is
 * lost.
 */
export class StandIn {
  readonly source: Source
  readonly #options: StandInOptions
  readonly #untilMs: number

  constructor(source: Source, options: StandInOptions) {
    this.source = source
    this.#options = options
    const { broadcastId, now, onGone } = options
    this.#untilMs = now() + STAND_IN_MS
    const feed = new Feed({ now, target: NOWHERE })
    source.moveTo({ broadcastId, feed, mount: { bufferedMs: 0 }, takes: null, onClose: onGone })
    source.reportStandIn(false)
  }

  /** Acknowledges what arrives, and lets go of a DJ who was not needed. To be called about once a second. */
  tick(): void {
    this.source.checkAlive()
    this.source.report({ heardDelayMs: null })
    if (this.#options.now() >= this.#untilMs) this.release()
  }

  release(): void {
    this.source.close(SOURCE_CLOSE.BROADCAST_ENDED, 'You have handed over')
    this.#options.onGone()
  }
}
