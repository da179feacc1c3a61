import type { WriteAheadLog } from './write-ahead-log.ts'

/** A start after `kill -9` reads the log, and a dump carries it: two segments of an older database, and no more. */
export const MOST_LOG_BYTES = 32 * 1024 * 1024
const LOOK_AFTER_MS = 500

export type Checkpoints = {
  /** Notes that the database was used: its log may have grown. */
  onUse(): void
  /** Waits for the one that is being made. Idempotent. */
  close(): Promise<void>
}

/** Makes a checkpoint whenever the log has grown. One that fails is reported once, until one succeeds. */
export function createCheckpoints(log: WriteAheadLog, onError: (error: Error) => void): Checkpoints {
  let running: Promise<void> | null = null
  let isFailing = false
  let timer: NodeJS.Timeout | undefined
  const look = async () => {
    if ((await log.sizeBytes()) > MOST_LOG_BYTES) await log.checkpoint()
    isFailing = false
  }
  const onFailure = (error: Error) => {
    if (!isFailing) onError(error)
    isFailing = true
  }
  const start = () => {
    timer = undefined
    running ??= look()
      .catch(onFailure)
      .finally(() => {
        running = null
      })
  }
  let isClosed = false
  return {
    onUse() {
      if (!isClosed) timer ??= setTimeout(start, LOOK_AFTER_MS).unref()
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      await running
    },
  }
}
