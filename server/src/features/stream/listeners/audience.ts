/** Changes of an audience since the last call. Seconds are of all listeners together. */
export type Listening = { listeners: number; peak: number; listeningSeconds: number; arrivals: number }

/** Players that are known again when they come back; what comes after this many counts as new each time. */
export const MAX_REMEMBERED = 65_536

// Members: every count is of the same players; apart they could disagree.
/**
 * Listeners of one mount: a player counts once however many connections it holds, by the id it names, or else each
 * connection by itself. Never by address: a campus sits behind one.
 */
export class Audience {
  readonly #now: () => number
  readonly #holdsOf = new Map<string, number>()
  /** Of the named players, how many streams each has here. */
  readonly #streamsOf = new Map<string, number>()
  #outside = 0
  readonly #remembered = new Set<string>()
  /** The same in order, by the names that instances send each other. */
  readonly #arrived: string[] = []
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
    return this.#holdsOf.size + this.#outside
  }

  /** Named players that say they listen and have no stream here: they hear another server. */
  get playersOnOtherMounts(): number {
    let players = 0
    for (const player of this.#holdsOf.keys()) if (isNamed(player) && !this.#streamsOf.has(player)) players++
    return players
  }

  /** Listeners at another server, who are counted by nobody else. */
  get outside(): number {
    return this.#outside
  }

  get peak(): number {
    return this.#peak
  }

  /** Counts a connection until the returned function is called; calling it again does nothing. */
  join(listenerId: string | null): () => void {
    return this.#hold(listenerId, false)
  }

  /** The same for one that carries the stream: its player hears us, and no other server. */
  joinStream(listenerId: string | null): () => void {
    return this.#hold(listenerId, true)
  }

  /** Sets the number of those who listen at another server and are counted by nobody else. */
  setOutside(listeners: number): void {
    this.#countTime()
    this.#arrivals += Math.max(0, listeners - this.#outside)
    this.#outside = listeners
    this.#countPeak()
  }

  /** Returns the changes since the last call. The rest of a second counts with the next ones. */
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

  /**
   * Listeners by names for `joinAs` on any instance: one without an id is named after `instance`, and one with a stream
   * here begins with a plus.
   */
  names(instance: string): string[] {
    return [...this.#holdsOf.keys()].map((player) => {
      const name = isNamed(player) ? player.slice(NAMED.length) : `${instance} ${player}`
      return isNamed(player) && !this.#streamsOf.has(player) ? name : `+${name}`
    })
  }

  /** Counts a player of another instance, by its name there, until the returned function is called. */
  joinAs(name: string): () => void {
    return name.startsWith('+') ? this.joinStream(name.slice(1)) : this.join(name)
  }

  /** The same of one whose arrival is counted already. */
  joinAgain(name: string): () => void {
    const arrivals = this.#arrivals
    const leave = this.joinAs(name)
    this.#arrivals = arrivals
    return leave
  }

  /** Knows these players from now on: another instance has counted their arrival. */
  recall(listenerIds: readonly string[]): void {
    for (const listenerId of listenerIds) this.#remember(NAMED + listenerId)
  }

  /** At most `count` players whose arrival was counted, after the first `from`. */
  arrivedSince(from: number, count: number): string[] {
    return this.#arrived.slice(from, from + count)
  }

  /**
   * Counts from now on for all instances; what was counted before, another has reported. `peak` is what it had reached, and
   * `outside` who listened at another server then.
   */
  resume(peak: number, outside: number): void {
    this.setOutside(outside)
    this.take()
    this.#listenedMs = 0
    this.#peak = Math.max(this.#peak, peak)
  }

  #hold(listenerId: string | null, isStream: boolean): () => void {
    const player = playerOf(listenerId, this.#unnamed++)
    this.#countTime()
    addTo(this.#holdsOf, player, 1)
    if (isStream) addTo(this.#streamsOf, player, 1)
    this.#countPeak()
    this.#countArrival(player)
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      this.#countTime()
      addTo(this.#holdsOf, player, -1)
      if (isStream) addTo(this.#streamsOf, player, -1)
    }
  }

  #countPeak(): void {
    this.#peak = Math.max(this.#peak, this.count)
    this.#peakLately = Math.max(this.#peakLately, this.count)
  }

  #countTime(): void {
    const nowMs = this.#now()
    this.#listenedMs += this.count * (nowMs - this.#countedAtMs)
    this.#countedAtMs = nowMs
  }

  #countArrival(player: string): void {
    if (this.#remembered.has(player) || this.#holdsOf.get(player) !== 1) return
    this.#arrivals++
    // A connection of another instance has a name with a space in it; that one says what was counted already.
    if (isNamed(player) && !player.includes(' ', NAMED.length)) this.#remember(player)
  }

  #remember(player: string): void {
    if (this.#remembered.has(player) || this.#remembered.size >= MAX_REMEMBERED) return
    this.#remembered.add(player)
    this.#arrived.push(player.slice(NAMED.length))
  }
}

const NAMED = 'player '

function playerOf(listenerId: string | null, number: number): string {
  return listenerId ? NAMED + listenerId : `connection ${number}`
}

function isNamed(player: string): boolean {
  return player.startsWith(NAMED)
}

function addTo(counts: Map<string, number>, player: string, change: 1 | -1): void {
  const count = (counts.get(player) ?? 0) + change
  if (count > 0) counts.set(player, count)
  else counts.delete(player)
}
