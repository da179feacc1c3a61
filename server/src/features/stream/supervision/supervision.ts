import { LoopLateness } from '../listeners/loop-lateness.ts'
import { findUnread } from '../listeners/unread.ts'
import { MAX_BEHIND_BYTES } from '../mount/recent-pages.ts'
import type { OnAirBroadcast } from '../on-air/on-air-broadcast.ts'
import type { OnAirRegistry } from '../on-air/on-air-registry.ts'
import type { Icecast } from '../outlets/icecast/icecast.ts'
import type { StreamContext } from '../ports.ts'
import type { StatusBoard } from '../status/status-board.ts'
import { Grace } from './grace.ts'
import { Peaks } from './peaks.ts'
import { Samples } from './samples.ts'
import { SourceWatch } from './source-watch.ts'

export const SECOND_MS = 1_000
const REPORT_EVERY_SECONDS = 2
const SAVE_EVERY_SECONDS = 5
const LOOK_FOR_UNREAD_EVERY_SECONDS = 10

/** What is looked after. */
export type Supervised = {
  registry: OnAirRegistry
  icecast: Icecast | null
  board: StatusBoard
}

/**
 * Looks after everything on air once a second: sources that are dead, listeners that do not read, and what the instance
 * that leads keeps of a live broadcast. Owns its timer; `close` ends it.
 */
export class Supervision {
  readonly #supervised: Supervised
  readonly #lateness: LoopLateness
  readonly #peaks: Peaks
  readonly #samples: Samples
  readonly #sourceWatch: SourceWatch
  readonly #grace: Grace
  readonly #timer: NodeJS.Timeout
  #seconds = 0
  #isClosed = false

  constructor(context: StreamContext, supervised: Supervised) {
    const { now } = context
    this.#supervised = supervised
    this.#lateness = new LoopLateness(SECOND_MS, now())
    this.#peaks = new Peaks(context)
    this.#samples = new Samples(context)
    this.#sourceWatch = new SourceWatch(context)
    this.#grace = new Grace(context)
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

  /** Keeps the last of a live broadcast that ends here, or that another instance leads now. Resolves when it is kept. */
  async finish(onAir: OnAirBroadcast, { hasLed }: { hasLed: boolean }): Promise<void> {
    const isKept = onAir.kind === 'live' && hasLed
    if (isKept) this.#peaks.save(onAir)
    const sampled = isKept ? this.#samples.finish(onAir) : null
    this.#peaks.forget(onAir.broadcastId)
    this.#grace.forget(onAir.broadcastId)
    this.#sourceWatch.forget(onAir.broadcastId)
    await Promise.all([sampled, this.#sourceWatch.settled()])
  }

  /** Looks no more; idempotent. */
  close(): void {
    this.#isClosed = true
    clearInterval(this.#timer)
  }

  /** Resolves when everything that was handed on has been kept, or could not be. */
  async settled(): Promise<void> {
    await Promise.all([this.#peaks.settled(), this.#samples.settled(), this.#sourceWatch.settled()])
  }

  #everySecond(): void {
    if (this.#isClosed) return
    this.#seconds++
    const { registry, icecast, board } = this.#supervised
    for (const onAir of registry.all) this.#supervise(onAir)
    if (this.#seconds % LOOK_FOR_UNREAD_EVERY_SECONDS === 0) void this.#dropUnread()
    const { live } = registry
    icecast?.tick(live?.leads ? live : null)
    board.checkAlive()
    board.tick()
  }

  #supervise(onAir: OnAirBroadcast): void {
    onAir.source?.checkAlive()
    if (this.#seconds % REPORT_EVERY_SECONDS === 0) onAir.source?.report()
    if (onAir.kind !== 'live' || !onAir.leads) return
    if (this.#seconds % SAVE_EVERY_SECONDS === 0) this.#peaks.save(onAir)
    this.#samples.check(onAir)
    this.#sourceWatch.check(onAir)
    this.#grace.check(onAir)
  }

  /** Nobody waits for it. */
  async #dropUnread(): Promise<void> {
    const { registry } = this.#supervised
    if (registry.connections === 0) return
    const unread = await findUnread(MAX_BEHIND_BYTES)
    if (unread.size > 0) for (const onAir of registry.all) onAir.dropUnread(unread)
  }
}
