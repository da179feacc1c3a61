const LOCK_NAME = 'carillon-on-air'

/** One tab of this browser at a time is on air; a tab that dies lets go by itself. Web Locks API. */
export class OnAirLock {
  #letGo: (() => void) | null = null

  /** Takes the place without waiting; false when another tab has it. */
  take(): Promise<boolean> {
    if (!navigator.locks) return Promise.resolve(true)
    if (this.#letGo) return Promise.resolve(true)
    return new Promise((resolve) => {
      void navigator.locks.request(LOCK_NAME, { ifAvailable: true }, (lock) => {
        resolve(lock !== null)
        return lock === null ? undefined : new Promise<void>((letGo) => (this.#letGo = letGo))
      })
    })
  }

  release(): void {
    this.#letGo?.()
    this.#letGo = null
  }
}
