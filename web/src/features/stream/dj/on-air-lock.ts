const LOCK_NAME = 'carillon-on-air'

/** Which tab of this browser is on air; a tab that dies lets go by itself. Web Locks API. */
export class OnAirLock {
  readonly #locks: LockManager | undefined
  #letGo: (() => void) | null = null

  constructor(locks: LockManager | undefined = navigator.locks) {
    this.#locks = locks
  }

  /** Whether no tab is on air, this one included. Where the browser cannot tell, it is taken to be so. */
  async isFree(): Promise<boolean> {
    const { held = [] } = (await this.#locks?.query()) ?? {}
    return held.every(({ name }) => name !== LOCK_NAME)
  }

  /** This tab is on air now: another one that was is superseded, so its place goes over. */
  take(): void {
    this.release()
    const over = new Promise<void>((resolve) => (this.#letGo = resolve))
    this.#locks
      ?.request(LOCK_NAME, { steal: true }, () => over)
      .catch(() => {
        // Another tab took the place: the station tells this one with 4002.
      })
  }

  /** Lets go, also of a place that is still being asked for. */
  release(): void {
    this.#letGo?.()
    this.#letGo = null
  }
}
