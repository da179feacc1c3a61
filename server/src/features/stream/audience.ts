/**
 * Who listens to one mount: a player counts once however many connections it holds, by the id it names, or else each
 * connection by itself. Never by address: a campus sits behind one.
 */
export class Audience {
  readonly #holdsOf = new Map<string, number>()
  #unnamed = 0
  #peak: number

  /** `peak` is what was reached before, for a broadcast that goes on after a restart. */
  constructor(peak = 0) {
    this.#peak = peak
  }

  get count(): number {
    return this.#holdsOf.size
  }

  get peak(): number {
    return this.#peak
  }

  /** Counts a connection until the returned function is called; calling it again does nothing. */
  join(listenerId: string | null): () => void {
    const player = listenerId ? `player ${listenerId}` : `connection ${this.#unnamed++}`
    this.#holdsOf.set(player, (this.#holdsOf.get(player) ?? 0) + 1)
    this.#peak = Math.max(this.#peak, this.#holdsOf.size)
    let isHeld = true
    return () => {
      if (isHeld) this.#release(player)
      isHeld = false
    }
  }

  #release(player: string): void {
    const holds = (this.#holdsOf.get(player) ?? 0) - 1
    if (holds > 0) this.#holdsOf.set(player, holds)
    else this.#holdsOf.delete(player)
  }
}
