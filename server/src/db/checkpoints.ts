import type { WriteAheadLog } from './write-ahead-log.ts'

/** A start after `kill -9` reads the log, and a dump carries it: two segments of an older database, and no more. */
export const MOST_LOG_BYTES = 32 * 1024 * 1024
export const LOOK_EVERY_MS = 500

/** Makes a checkpoint whenever the log has grown. One that fails is reported once, until one succeeds. Gives what stops it. */
export function startCheckpoints(log: WriteAheadLog, onError: (error: Error) => void): () => Promise<void> {
  let running: Promise<void> | null = null
  let isFailing = false
  const look = async () => {
    if ((await log.sizeBytes()) > MOST_LOG_BYTES) await log.checkpoint()
    isFailing = false
  }
  const onFailure = (error: Error) => {
    if (!isFailing) onError(error)
    isFailing = true
  }
  const timer = setInterval(() => {
    running ??= look()
      .catch(onFailure)
      .finally(() => {
        running = null
      })
  }, LOOK_EVERY_MS)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}
