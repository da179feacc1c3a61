import fs, { type FileHandle } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { setTimeout as delay } from 'node:timers/promises'
import { Pool } from 'pg'
import { vi } from 'vitest'

const DRIVEN = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'] as const
/** Rounds of the event loop in which nothing was at work: then nothing is under way any more. */
const QUIET_ROUNDS = 3
/** Rounds after which what is waited for takes longer, and is left the processor: some 20 ms. */
const MAX_BUSY_ROUNDS = 1_000
/** A process takes longer than these, and to look for one takes as long as a step. */
const STEPS_TO_A_LOOK = 16
/** A disk may be behind by so much of what the station writes. */
const MAX_UNWRITTEN_MS = 5_000
const CONNECTION_TABLES = '/proc/self/net/'

/**
 * Clocks and timers of this process, driven by a test as fast as the station does its work. Time passes in `runTo` alone,
 * and stands while the database, a file that is read or another process is waited for: whatever they take is no time of the
 * station. `stop` gives the real ones back.
 */
export class DrivenClock {
  readonly #pools = new Set<Pool>()
  readonly #files = { readFile: fs.readFile, open: fs.open }
  readonly #connect = Pool.prototype.connect
  #reads = 0
  #writtenMs = 0

  constructor(nowMs: number) {
    vi.useFakeTimers({ toFake: [...DRIVEN], now: nowMs })
    this.#watchPools()
    this.#watchFiles()
  }

  /** Lets time pass, timer by timer; what each of them begins goes on before the next. */
  async runTo(ms: number): Promise<void> {
    setTimeout(() => undefined, Math.max(0, ms - Date.now()))
    const timers = drivenTimers()
    for (let step = 0; Date.now() < ms; step++) {
      timers.next()
      await round()
      const isBehind = Date.now() - this.#writtenMs > MAX_UNWRITTEN_MS
      if (this.#isAsking || isBehind || (step % STEPS_TO_A_LOOK === 0 && isJoining())) await this.settle()
    }
  }

  /** Waits until nothing is at work, writing too. No time passes. */
  async settle(): Promise<void> {
    let quiet = 0
    for (let rounds = 0; quiet < QUIET_ROUNDS; rounds++) {
      await (rounds < MAX_BUSY_ROUNDS || quiet > 0 ? round() : rest())
      quiet = this.#isAsking || isJoining() || hasWork('FSReqPromise') ? 0 : quiet + 1
    }
    this.#writtenMs = Date.now()
  }

  stop(): void {
    vi.useRealTimers()
    Pool.prototype.connect = this.#connect
    Object.assign(fs, this.#files)
    syncBuiltinESMExports()
  }

  /** Whether the database or a file that is read is waited for. */
  get #isAsking(): boolean {
    for (const { totalCount, idleCount, waitingCount } of this.#pools)
      if (totalCount > idleCount || waitingCount > 0) return true
    return this.#reads > 0
  }

  /** Not a spy, which would keep each of a million calls. */
  #watchPools(): void {
    const pools = this.#pools
    const connect = this.#connect
    const watched = function (this: Pool, ...given: Parameters<typeof connect>) {
      pools.add(this)
      return connect.apply(this, given)
    }
    Pool.prototype.connect = watched as typeof connect
  }

  #watchFiles(): void {
    const { readFile, open } = this.#files
    // The kernel takes 10 ms for its tables, which the station reads every 10 s: as long as for all else that it does in them.
    const hidden = async (...given: Parameters<typeof readFile>) =>
      String(given[0]).startsWith(CONNECTION_TABLES) ? '' : readFile(...given)
    fs.readFile = hidden as typeof readFile
    fs.open = async (...given) => this.#watchReads(await this.#reading(open(...given)))
    syncBuiltinESMExports()
  }

  /** Waits for a file that is closed as for one that is read: what plays next begins then. */
  #watchReads(file: FileHandle): FileHandle {
    const read = file.read.bind(file) as (...given: unknown[]) => Promise<unknown>
    const close = file.close.bind(file)
    const watched = (...given: unknown[]) => this.#reading(read(...given))
    return Object.assign(file, { read: watched, close: () => this.#reading(close()) })
  }

  async #reading<T>(work: Promise<T>): Promise<T> {
    this.#reads++
    try {
      return await work
    } finally {
      this.#reads--
    }
  }
}

type Timers = {
  /** Moves the time to the next timer, and fires it. */
  next(): void
}

/** The clock behind the timers: `vi` looks through all of them three times for each. */
function drivenTimers(): Timers {
  const { clock } = setTimeout as unknown as { clock?: Timers }
  if (!clock) throw new Error('The timers are not driven')
  return clock
}

/** Whether a recording is made ready by another process; the one that measures sound holds up no process that would end. */
const isJoining = () => hasWork('ProcessWrap')

/** Whether work of this kind, by the names of Node, is under way. */
const hasWork = (kind: string) => process.getActiveResourcesInfo().includes(kind)

/** One round of the event loop: what has arrived is read, and what was put off is done. */
const round = () => new Promise<void>((resolve) => setImmediate(resolve))

/** A real millisecond. */
const rest = () => delay(1)
