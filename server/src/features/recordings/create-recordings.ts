import { join } from 'node:path'
import { peerFileRoutes } from './fetch-from-peer.ts'
import { createRecordingFiles } from './files.ts'
import { createKeeping } from './keep.ts'
import type { RecordingsContext } from './ports.ts'
import { rawRecordingRoutes, recordingRoutes } from './routes.ts'
import { findRecordedShow } from './store.ts'
import { createTransfers, withdraw } from './transfers.ts'

/** Interval of the jobs on recordings: each is at most this much late. */
export const TICK_MS = 60_000

/** Recordings of the station: made ready after each show, heard again, kept or deleted. */
export function createRecordings(context: RecordingsContext) {
  const files = createRecordingFiles(join(context.dataDir, 'recordings'))
  const keeping = createKeeping({ ...context, files })
  const transfers = createTransfers(context.onWithdrawn)
  context.bus.on('recording-withdrawn', ({ broadcastId, isDeleted }) => {
    if (isDeleted) withdraw(broadcastId, files, transfers).catch(context.onError)
    else transfers.cutPublic(broadcastId)
  })
  let ticker: NodeJS.Timeout | undefined
  let working: Promise<void> | null = null
  let isAskedAgain = false

  /** One thing at a time, and once more when something came meanwhile. */
  async function workOff(): Promise<void> {
    do {
      isAskedAgain = false
      await keeping.work()
    } while (isAskedAgain)
  }

  function work(): Promise<void> {
    isAskedAgain = true
    working ??= workOff()
      .catch(context.onError)
      .finally(() => {
        working = null
      })
    return working
  }

  return {
    routes: recordingRoutes(context, files, transfers),
    rawRoutes: [...rawRecordingRoutes(context, files, transfers), ...peerFileRoutes(context, files)],
    /** Makes ready what ended, and deletes what is old. Resolves when nothing is left to do. */
    work,
    /** Whether anybody may hear what is recorded of a show, also while it is on. */
    isPublic: async (broadcastId: number) =>
      (await findRecordedShow(context.db, broadcastId))?.isPublic ?? false,
    /** Makes ready what a crash left behind, and begins to do so by the clock. */
    start(): void {
      files.removeUnfinished().catch(context.onError)
      void work()
      ticker ??= setInterval(() => void work(), TICK_MS)
      ticker.unref()
    },
    /** Ends the sending of files: anyone who hears one asks for the rest again. */
    cut: transfers.cut,
    /** Gives up what is being made ready; the next start begins it again. Idempotent. */
    async close(): Promise<void> {
      clearInterval(ticker)
      keeping.abort()
      await working
    },
  }
}
