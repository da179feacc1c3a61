import { SECOND_MS } from '@carillon/contract/durations'
import type { Audience } from '../listeners/audience.ts'
import { findStalled } from '../listeners/kernel-send-queue.ts'
import { LoopLateness } from '../listeners/loop-lateness.ts'
import { MAX_BEHIND_BYTES } from '../mount/page-buffer.ts'
import type { OnAirBroadcast } from '../on-air/on-air-broadcast.ts'
import type { OnAirRegistry } from '../on-air/on-air-registry.ts'
import type { Icecast } from '../outputs/icecast/icecast.ts'
import type { StreamContext } from '../ports.ts'
import type { StatusBroadcaster } from '../status/status-broadcaster.ts'
import { PeakListeners } from './peak-listeners.ts'
import { Samples } from './samples.ts'
import { SourceTimeout } from './source-timeout.ts'
import { SourceWatch } from './source-watch.ts'

const SAVE_EVERY_SECONDS = 5
const LOOK_FOR_STALLED_EVERY_SECONDS = 10
/** After a look that came later than this, a source that seems silent may have sent all the while. */
const STOOD_STILL_MS = 500

/** Broadcasts and services under supervision. */
export type Supervised = {
  registry: OnAirRegistry
  /** Audience of those who listen at Icecast; null where this instance leads nothing that sounds. */
  icecastAudience(): { readonly audience: Audience; readonly leads: boolean } | null
  icecast: Icecast | null
  broadcaster: StatusBroadcaster
}

/**
 * Looks after everything on air once a second: sources that are dead, listeners that do not read, and what the instance
 * that leads keeps of a live broadcast. Owns its timer; `close` ends it.
 */
export class Supervision {
  readonly #supervised: Supervised
  readonly #lateness: LoopLateness
  readonly #peakListeners: PeakListeners
  readonly #samples: Samples
  readonly #sourceWatch: SourceWatch
  readonly #sourceTimeout: SourceTimeout
  readonly #timer: NodeJS.Timeout
  #seconds = 0
  #isClosed = false

  constructor(context: StreamContext, supervised: Supervised) {
    const { now } = context
    this.#supervised = supervised
    this.#lateness = new LoopLateness(SECOND_MS, now())
    this.#peakListeners = new PeakListeners(context)
    this.#samples = new Samples(context)
    this.#sourceWatch = new SourceWatch(context)
    this.#sourceTimeout = new SourceTimeout(context)
    this.#timer = setInterval(() => {
      this.#lateness.tick(now())
      // As with pages: nobody is silent before what came while the loop was busy has been read.
      setImmediate(() => this.#everySecond())
    }, SECOND_MS)
  }

  /** Whether the event loop has no time for pages that go out one by one. */
  get isLoopLate(): boolean {
    return this.#lateness.isLate
  }

  /** Keeps the last of a live broadcast that ends here, or that another instance leads now. Resolves when its samples are. */
  async finish(onAir: OnAirBroadcast, { hasLed }: { hasLed: boolean }): Promise<void> {
    const isKept = onAir.kind === 'live' && hasLed
    if (isKept) this.#peakListeners.save(onAir)
    const sampled = isKept ? this.#samples.finish(onAir) : null
    this.#peakListeners.forget(onAir.broadcastId)
    this.#sourceTimeout.forget(onAir.broadcastId)
    this.#sourceWatch.forget(onAir.broadcastId)
    await sampled
  }

  /** Resolves when all that happened to sources until now is kept. */
  async sourcesSettled(): Promise<void> {
    await this.#sourceWatch.settled()
  }

  /** Looks no more; idempotent. */
  close(): void {
    this.#isClosed = true
    clearInterval(this.#timer)
  }

  /** Resolves when everything that was handed on has been kept, or could not be. */
  async settled(): Promise<void> {
    await Promise.all([this.#peakListeners.settled(), this.#samples.settled(), this.#sourceWatch.settled()])
  }

  #everySecond(): void {
    if (this.#isClosed) return
    this.#seconds++
    const { registry, icecast, icecastAudience, broadcaster } = this.#supervised
    for (const onAir of registry.all) this.#supervise(onAir)
    if (this.#seconds % LOOK_FOR_STALLED_EVERY_SECONDS === 0) void this.#dropStalled()
    icecast?.tick(icecastAudience())
    broadcaster.checkAlive()
    broadcaster.tick()
  }

  #supervise(onAir: OnAirBroadcast): void {
    onAir.checkSources({ hasStoodStill: this.#lateness.lateMs > STOOD_STILL_MS })
    onAir.reportReception({
      heardDelayMs: onAir.kind === 'live' ? this.#supervised.broadcaster.playerDelayMs : null,
      gaps: this.#sourceWatch.gapsOf(onAir.broadcastId),
    })
    if (onAir.kind !== 'live' || !onAir.leads) return
    if (this.#seconds % SAVE_EVERY_SECONDS === 0) this.#peakListeners.save(onAir)
    this.#samples.check(onAir)
    this.#sourceWatch.check(onAir)
    this.#sourceTimeout.check(onAir)
  }

  /** Nobody waits for it. */
  async #dropStalled(): Promise<void> {
    const { registry } = this.#supervised
    if (registry.connections === 0) return
    const stalled = await findStalled(MAX_BEHIND_BYTES)
    if (stalled.size > 0) for (const transmitter of registry.transmitters) transmitter.dropStalled(stalled)
  }
}
