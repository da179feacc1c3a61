/** Counts of one moment: connections at Icecast, and players known here that listen elsewhere. */
export type Crowd = { listeners: number; playersOnOtherMounts: number }

/**
 * Time that a server's last count stands when it gives none: one late answer is no proof that nobody listens. As long
 * as a server that is silent keeps its connection.
 */
const STANDS_MS = 30_000

/**
 * Number of listeners at Icecast who are not counted here already. Both numbers move while they are taken, and a player
 * in between would be counted twice: more is believed when two counts in a row say so, less at once.
 */
export class OutsideListeners {
  #before = 0
  /** By server, the first one at 0: what it said last, and when in monotonic ms. */
  readonly #said = new Map<number, { listeners: number; atMs: number }>()

  /** Takes what the servers say now, null for one that does not. Gives the listeners of all; null when none has given a count lately. */
  count(answers: readonly (number | null)[], nowMs: number): number | null {
    for (const [server, listeners] of answers.entries())
      if (listeners !== null) this.#said.set(server, { listeners, atMs: nowMs })
    const counts = [...this.#said.values()].filter(({ atMs }) => nowMs - atMs < STANDS_MS)
    if (counts.length === 0) return null
    // A relay that has the mount is itself one of the first server's listeners.
    return counts.reduce((sum, { listeners }) => sum + listeners, 1 - counts.length)
  }

  observe({ listeners, playersOnOtherMounts }: Crowd): number {
    const outside = Math.max(0, listeners - playersOnOtherMounts)
    const believed = Math.min(outside, this.#before)
    this.#before = outside
    return believed
  }

  /** Nobody can be there. */
  forget(): void {
    this.#before = 0
    this.#said.clear()
  }
}
