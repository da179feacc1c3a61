/** Runs one piece of work at a time, in the order in which they came. */
export type Turns = <T>(work: () => Promise<T>) => Promise<T>

/** A queue without a store: what waits is held by whoever awaits it. A failure is its caller's alone. */
export function createTurns(): Turns {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const mine = last.then(work)
    last = mine.then(
      () => undefined,
      () => undefined,
    )
    return mine
  }
}
