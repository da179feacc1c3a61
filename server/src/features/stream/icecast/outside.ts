/** What was counted at one moment: connections at Icecast, and players known here that listen elsewhere. */
export type Crowd = { listeners: number; playersElsewhere: number }

/**
 * How many listen at Icecast and are not counted here already. Both numbers move while they are taken, and a player in
 * between would be counted twice: more is believed when two counts in a row say so, less at once.
 */
export class OutsideListeners {
  #before = 0

  observe({ listeners, playersElsewhere }: Crowd): number {
    const outside = Math.max(0, listeners - playersElsewhere)
    const believed = Math.min(outside, this.#before)
    this.#before = outside
    return believed
  }

  /** Nobody can be there. */
  forget(): void {
    this.#before = 0
  }
}
