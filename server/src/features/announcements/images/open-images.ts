import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { AppError } from '../../../kernel/app-error.ts'
import { unlessMissing } from '../../../kernel/unless-missing.ts'

/** Bytes that one reader holds. */
const READ_BYTES = 16 * 1024
/** Readers at most with a file of their own: each is a descriptor. */
export const MAX_OPEN_IMAGES = 500
const RETRY_AFTER_SECONDS = 5

/** Images that are read from their own open file, a bounded number of them. */
export class OpenImages {
  #count = 0

  /** Null when there is no such file. Throws TOO_MANY_REQUESTS when as many are open as may be. The caller destroys it. */
  async read(path: string): Promise<Readable | null> {
    if (this.#count >= MAX_OPEN_IMAGES)
      throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: RETRY_AFTER_SECONDS })
    this.#count++
    const file = await unlessMissing(open(path)).catch((error: unknown) => {
      this.#count--
      throw error
    })
    const body = file?.createReadStream({ highWaterMark: READ_BYTES }) ?? null
    if (!body) this.#count--
    body?.once('close', () => this.#count--)
    return body
  }
}
