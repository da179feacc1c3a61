import { MINUTE_MS } from '@carillon/contract/durations'
import { AppError } from '../../../kernel/app-error.ts'
import { createSemaphore } from '../../../kernel/semaphore.ts'
import type { Checked } from '../verify/file-fault.ts'
import { type ConvertJob, convertFile } from './convert-file.ts'

/** An hour of sound takes about half a minute of one core; a small computer may need eight times as long. */
export const CONVERT_LIMIT_MS = 10 * MINUTE_MS
/** At work, and in the line; all that may be uploading at once. */
export const CONVERT_SEMAPHORE = { maxAtWork: 1, maxWaiting: 7 }

/**
 * Converts a file. Rejects with NO_ROOM; with BUSY when it takes too long; with MEDIA_AWAY when ffmpeg fails; and with
 * the signal's reason. Nothing writes to the target then.
 */
export type Convert = (job: ConvertJob, signal: AbortSignal) => Promise<Checked<null>>

type Tools = {
  ffmpeg: string
  /** Throws NO_ROOM when a file of this many bytes has none. */
  requireRoom(bytes: number): Promise<void>
  /** Tells what is wrong with ffmpeg. */
  onError(error: unknown): void
}

/** Converts by ffmpeg, one file at a time: what is on air needs the other cores. */
export function createConvert({ onError, ...tools }: Tools): Convert {
  const semaphore = createSemaphore(CONVERT_SEMAPHORE)
  return (job, signal) =>
    semaphore.run(async () => {
      const limit = AbortSignal.timeout(CONVERT_LIMIT_MS)
      try {
        return await convertFile(job, { ...tools, signal: AbortSignal.any([signal, limit]) })
      } catch (error) {
        signal.throwIfAborted()
        if (limit.aborted) throw new AppError('BUSY')
        if (error instanceof AppError) throw error
        onError(error)
        throw new AppError('MEDIA_AWAY')
      }
    }, signal)
}
