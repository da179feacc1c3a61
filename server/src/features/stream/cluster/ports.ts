/** Who would lead a broadcast, or does: the highest term wins, and each change of who leads raises it. */
export type Bid = {
  instance: string
  /** Where the others reach it, without a slash at the end. */
  url: string
  term: number
  /** What the DJ is connected there with; null: they are not. */
  sourceKind: 'BROWSER' | 'ENCODER' | null
}

/** Who leads which broadcast, in one place for all instances. Both reject while that place is away. */
export type Leases = {
  /**
   * Asks for the lead, or to keep it: it is had for a few seconds. Gives who has it: this one where nobody had it or
   * with a lower term, else who does.
   */
  claim(broadcastId: number, bid: Bid): Promise<Bid>
  /** Gives it back, if it is this one's. */
  release(broadcastId: number, instance: string): Promise<unknown>
}

/** What an instance needs to know to be one of several. */
export type Instances = {
  /** This one, by a name of its own for each run. */
  id: string
  /** Where the others reach this one, without a slash at the end; null until it listens. */
  url(): string | null
  /** What only instances of this station know. */
  key: string
  leases: Leases
}
