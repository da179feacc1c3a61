import { AppError } from '../../../kernel/app-error.ts'
import type { Copier } from './copy-files.ts'
import { type DueCopy, isCurrent, markFailed } from './store.ts'

/** Copies that failed, counted since the start and logged: of those that have no room, one in each look. */
export class CopyFailures {
  readonly counts = { 'no room': 0, other: 0 }
  readonly #onError: (error: unknown) => void
  #isFull = false

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError
  }

  beginLook(): void {
    this.#isFull = false
  }

  /** Not for what became another version meanwhile: that is due by itself. */
  async note({ db, url, signal }: Copier, due: DueCopy, error: unknown): Promise<void> {
    if (signal.aborted || !(await isCurrent(db, due))) return
    const hasNoRoom = error instanceof AppError && error.code === 'NO_ROOM'
    this.counts[hasNoRoom ? 'no room' : 'other']++
    if (!hasNoRoom || !this.#isFull) this.#onError(error)
    this.#isFull ||= hasNoRoom
    await markFailed(db, url, due.broadcastId)
  }
}
