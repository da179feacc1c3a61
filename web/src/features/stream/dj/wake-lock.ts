import { createStore, type Store } from '../../../lib/store.ts'

/** Keeps the screen awake while on air. `isMissing` is true while it is wanted and could not be had. */
export class WakeLock {
  readonly isMissing: Store<boolean> = createStore(false)
  #isWanted = false
  #sentinel: WakeLockSentinel | null = null

  constructor() {
    document.addEventListener('visibilitychange', () => void this.#request())
  }

  hold(): void {
    this.#isWanted = true
    void this.#request()
  }

  release(): void {
    this.#isWanted = false
    this.isMissing.set(false)
    void this.#sentinel?.release()
    this.#sentinel = null
  }

  /** Browsers take the lock back when the page is hidden; it can only be asked for while visible. */
  async #request(): Promise<void> {
    if (!this.#isWanted || document.visibilityState !== 'visible') return
    if (this.#sentinel && !this.#sentinel.released) return
    try {
      this.#sentinel = await navigator.wakeLock.request('screen')
      this.isMissing.set(false)
    } catch (cause) {
      console.error('The screen cannot be kept awake', cause)
      this.isMissing.set(this.#isWanted)
    }
  }
}
