/** Limits on pushes sent at once, and on those that wait. */
export type LaneLimits = {
  /** Of all together, and of each that takes turns. */
  atOnce: number
  each: number
  /** Pushes that wait at most; more are dropped. */
  waiting: number
  /** Longest wait; a push that has waited longer is dropped when its turn comes. */
  waitMs: number
}

/** Recipient of a push; `isProven`: this host has taken something for them at some time. */
export type Recipient = { host: string; personId: number; isProven: boolean }

/** One thing to send. Its `run` never rejects. */
export type Queued = Recipient & { run(): Promise<void> }

type LaneOptions = {
  now(): number
  onDropped(): void
  /** Key by which pushes take turns in this lane. */
  keyOf(queued: Queued): string
  /** Asked before something begins: whether it is to, here. */
  accepts(queued: Queued): boolean
}

/** Sends a bounded number of things at once. What has the same key stands in one line, and lines take turns. */
export class PushLane {
  readonly #limits: LaneLimits
  readonly #options: LaneOptions
  /** By key, in the order in which they are next. */
  readonly #lines = new Map<string, { queued: Queued; atMs: number }[]>()
  readonly #atWork = new Map<string, number>()
  readonly #watchers = new Set<() => void>()
  #busy = 0
  #waiting = 0

  constructor(limits: LaneLimits, options: LaneOptions) {
    this.#limits = limits
    this.#options = options
  }

  get waiting(): number {
    return this.#waiting
  }

  add(queued: Queued): void {
    if (this.#waiting >= this.#limits.waiting) {
      this.#options.onDropped()
      return
    }
    const key = this.#options.keyOf(queued)
    const line = this.#lines.get(key) ?? []
    line.push({ queued, atMs: this.#options.now() })
    this.#lines.set(key, line)
    this.#waiting++
    this.#pump()
  }

  /** Resolves when no more than `count` wait; none: and nothing is at work. */
  below(count: number): Promise<void> {
    const isSo = () => this.#waiting <= count && (count > 0 || this.#busy === 0)
    if (isSo()) return Promise.resolve()
    return new Promise((resolve) => {
      const look = () => {
        if (!isSo()) return
        this.#watchers.delete(look)
        resolve()
      }
      this.#watchers.add(look)
    })
  }

  /** Drops what waits. */
  clear(): void {
    this.#lines.clear()
    this.#waiting = 0
    this.#pump()
  }

  /** A line that is put back stands behind the others, and is come to again. */
  #pump(): void {
    for (const [key, line] of this.#lines) {
      if (this.#busy >= this.#limits.atOnce) break
      if ((this.#atWork.get(key) ?? 0) >= this.#limits.each) continue
      const next = line.shift()
      this.#lines.delete(key)
      if (line.length > 0) this.#lines.set(key, line)
      if (next) this.#begin(key, next.queued, next.atMs)
    }
    for (const look of this.#watchers) look()
  }

  #begin(key: string, queued: Queued, atMs: number): void {
    this.#waiting--
    if (this.#options.now() - atMs > this.#limits.waitMs) {
      this.#options.onDropped()
      return
    }
    if (!this.#options.accepts(queued)) return
    this.#busy++
    this.#atWork.set(key, (this.#atWork.get(key) ?? 0) + 1)
    void queued.run().finally(() => this.#end(key))
  }

  #end(key: string): void {
    this.#busy--
    const left = (this.#atWork.get(key) ?? 1) - 1
    if (left > 0) this.#atWork.set(key, left)
    else this.#atWork.delete(key)
    this.#pump()
  }
}
