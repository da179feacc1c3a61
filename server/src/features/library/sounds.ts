import type { Readable } from 'node:stream'
import { AppError } from '../../kernel/app-error.ts'

/** Each holds a descriptor and what is read ahead of it. DJs and staff are few, and listen to one at a time. */
export const MAX_SOUNDS = 100
const RETRY_WHEN_FULL_SECONDS = 10

export type Sounds = ReturnType<typeof createSounds>

/** Previews that are being sent. */
export function createSounds() {
  const running = new Map<Readable, number>()
  return {
    /** Throws TOO_MANY_REQUESTS, and closes the file, when there is no room for one more. */
    add(file: Readable, itemId: number): void {
      if (running.size >= MAX_SOUNDS) {
        file.destroy()
        throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: RETRY_WHEN_FULL_SECONDS })
      }
      running.set(file, itemId)
      file.once('close', () => running.delete(file))
    },
    /** Ends those of one item, or all. */
    cut(itemId?: number): void {
      for (const [file, id] of running) if (itemId === undefined || id === itemId) file.destroy()
    },
  }
}
