import { createStore, type Store } from '../../../lib/store.ts'

/** Keeps the screen awake while on air. `isMissing` is true while it is wanted and could not be had. */
export class WakeLock {
  readonly isMissing: Store<boolean> = createStore(false)
  #isRequested = false
  #isDismissed = false
  #sentinel: WakeLockSentinel | null = null

  constructor() {
    document.addEventListener('visibilitychange', () => void this.#request())
  }

  hold(): void {
    this.#isRequested = true
    void this.#request()
  }

  /** Says no more that the lock is missing, until it is released: each look at another tab asks for it anew. */
  dismiss(): void {
    this.#isDismissed = true
    this.isMissing.set(false)
  }

  release(): void {
    this.#isRequested = false
    this.#isDismissed = false
    this.isMissing.set(false)
    void this.#sentinel?.release()
    this.#sentinel = null
  }

  /** Browsers take the lock back when the page is hidden; it can only be asked for while visible. */
  async #request(): Promise<void> {
    if (!this.#isRequested || document.visibilityState !== 'visible') return
    if (this.#sentinel && !this.#sentinel.released) return
    try {
      this.#keep(await navigator.wakeLock.request('screen'))
    } catch (cause) {
      console.error('The screen cannot be kept awake', cause)
      this.isMissing.set(this.#isRequested && !this.#isDismissed)
    }
  }

  /** The show may have ended, or another request have been granted, while this one was under way. */
  #keep(sentinel: WakeLockSentinel): void {
    const isHeld = this.#sentinel !== null && !this.#sentinel.released
    if (!this.#isRequested || isHeld) return void sentinel.release()
    this.#sentinel = sentinel
    this.isMissing.set(false)
  }
}
