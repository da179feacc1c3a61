/** What became of an audience since it was asked last. Seconds are of all listeners together. */
export type Listening = { listeners: number; peak: number; listeningSeconds: number; arrivals: number }

/** Players that are known again when they come back; what comes after so many counts as new each time. */
const MAX_REMEMBERED = 65_536

/**
 * Who listens to one mount: a player counts once however many connections it holds, by the id it names, or else each
 * connection by itself. Never by address: a campus sits behind one.
 */
export class Audience {
  readonly #now: () => number
  readonly #holdsOf = new Map<string, number>()
  readonly #remembered = new Set<string>()
  #unnamed = 0
  #peak: number
  #peakLately = 0
  #arrivals = 0
  #listenedMs = 0
  #countedAtMs: number

  /** `peak` is what was reached before, for a broadcast that goes on after a restart. `now` is monotonic, in ms. */
  constructor({ now, peak = 0 }: { now: () => number; peak?: number }) {
    this.#now = now
    this.#peak = peak
    this.#countedAtMs = now()
  }

  get count(): number {
    return this.#holdsOf.size
  }

  get peak(): number {
    return this.#peak
  }

  /** Counts a connection until the returned function is called; calling it again does nothing. */
  join(listenerId: string | null): () => void {
    this.#countTime()
    const player = listenerId ? `player ${listenerId}` : `connection ${this.#unnamed++}`
    this.#holdsOf.set(player, (this.#holdsOf.get(player) ?? 0) + 1)
    this.#peak = Math.max(this.#peak, this.count)
    this.#peakLately = Math.max(this.#peakLately, this.count)
    this.#countArrival(player, listenerId !== null)
    let isHeld = true
    return () => {
      if (isHeld) this.#release(player)
      isHeld = false
    }
  }

  /** What became of it since the last call. What is left of a second is counted with the next ones. */
  take(): Listening {
    this.#countTime()
    const listeningSeconds = Math.floor(this.#listenedMs / 1_000)
    const taken = {
      listeners: this.count,
      peak: this.#peakLately,
      listeningSeconds,
      arrivals: this.#arrivals,
    }
    this.#listenedMs -= listeningSeconds * 1_000
    this.#peakLately = this.count
    this.#arrivals = 0
    return taken
  }

  /** Counts from now on for all instances; what was counted before, another has told. `peak` is what it had reached. */
  resume(peak: number): void {
    this.take()
    this.#listenedMs = 0
    this.#peak = Math.max(this.#peak, peak)
  }

  #release(player: string): void {
    this.#countTime()
    const holds = (this.#holdsOf.get(player) ?? 0) - 1
    if (holds > 0) this.#holdsOf.set(player, holds)
    else this.#holdsOf.delete(player)
  }

  #countTime(): void {
    const nowMs = this.#now()
    this.#listenedMs += this.count * (nowMs - this.#countedAtMs)
    this.#countedAtMs = nowMs
  }

  #countArrival(player: string, isNamed: boolean): void {
    if (this.#remembered.has(player) || this.#holdsOf.get(player) !== 1) return
    this.#arrivals++
    if (isNamed && this.#remembered.size < MAX_REMEMBERED) this.#remembered.add(player)
  }
}
