import { join } from 'node:path'
import { COPY_BYTES_PER_SECOND } from '../../cluster/peer-file.ts'
import { createRerun } from '../../kernel/rerun.ts'
import { adoptFiles } from './adopt.ts'
import { createCopying } from './copies/create-copying.ts'
import { findHolders, isCurrent } from './copies/store.ts'
import { createPeerFetcher, peerFileRoutes } from './fetch-from-peer.ts'
import { ASIDE_PREFIX, createRecordingFiles } from './files.ts'
import { createKeeping } from './keep.ts'
import type { RecordingsContext } from './ports.ts'
import { expiryOf } from './retention.ts'
import { rawRecordingRoutes, recordingRoutes } from './routes.ts'
import { findRecording, isPublic } from './store.ts'
import { heldTakesRoute } from './takes/held-takes.ts'
import { takeRoutes } from './takes/routes.ts'
import { Uploading } from './takes/uploading.ts'
import { createTransfers, withdraw } from './transfers.ts'

/** Interval of the jobs on recordings: each is at most this much late. */
export const TICK_MS = 60_000

// Long: its parts, and members of a few lines.
/** Recordings of the station: made ready after each show, heard again, kept or deleted. */
export function createRecordings(context: RecordingsContext) {
  const files = createRecordingFiles(join(context.dataDir, 'recordings'))
  const { takes } = files
  const uploading = new Uploading(context.clock)
  const copying = createCopying({ ...context, files })
  const transfers = createTransfers(context.onWithdrawn)
  const keeping = createKeeping({
    ...context,
    ...{ files, takes, uploading, transfers },
    onChanged(id) {
      copying.onFilesChanged()
      context.onChanged(id)
    },
  })
  const bring = createPeerFetcher(
    {
      ...context,
      findHolders: (id) => findHolders(context.db, id, context.instances?.url() ?? null),
      isCurrent: (stored) => isCurrent(context.db, stored),
      onBrought: copying.onFilesChanged,
    },
    files,
  )
  context.bus.on('recording-withdrawn', ({ broadcastId, isDeleted }) => {
    if (isDeleted) withdraw(broadcastId, files, transfers).catch(context.onError)
    else transfers.cutPublic(broadcastId)
  })
  const keep = createRerun(keeping.work, context.onError)
  let ticker: NodeJS.Timeout | undefined

  /** Copies take their time, in which others are made ready. */
  const work = () => keep().then(() => void copying.work())

  return {
    routes: recordingRoutes(context, files, transfers),
    rawRoutes: [
      ...rawRecordingRoutes({ ...context, bring }, files, transfers),
      ...peerFileRoutes(context, files),
      heldTakesRoute(context, files),
      ...takeRoutes({ ...context, files, takes, uploading }, () => void work()),
    ],
    /** Makes ready what ended, and deletes what is old. Resolves when nothing of that is left to do. */
    work,
    /** Whether anybody may hear what is recorded of a show, also while it is on. */
    isPublic: (broadcastId: number) => isPublic(context.db, broadcastId),
    /** When the recording of a show is deleted; null where there is none, or it stays. */
    async expiryOf(broadcastId: number): Promise<Date | null> {
      const known = await findRecording(context.db, broadcastId)
      return !known || known.isKept ? null : expiryOf(known.recordedAt, context.recordingDays)
    },
    /** Whether the file of a recording is here. One that only another instance has is brought, for the next time. */
    async isHere(broadcastId: number): Promise<boolean> {
      if (!context.instances || (await files.sizeOf(broadcastId)) !== null) return true
      const known = await findRecording(context.db, broadcastId)
      if (known) bring(known, COPY_BYTES_PER_SECOND).catch(context.onError)
      return false
    },
    /**
     * Brings the files in line with the database, before anything is recorded. Says where those of shows are that it does not
     * know; null where there are none.
     */
    async adopt(): Promise<string | null> {
      const aside = join(context.dataDir, 'recordings', `${ASIDE_PREFIX}${context.clock.now()}`)
      return (await adoptFiles(context.db, files, aside)) > 0 ? aside : null
    },
    /** Makes ready what a crash left behind, and begins to do so by the clock. */
    start(): void {
      files.removeUnfinished().catch(context.onError)
      void work()
      ticker ??= setInterval(() => void work(), TICK_MS)
      ticker.unref()
    },
    /** Says which recordings are here, and copies what others have. To be called once other instances can reach this one. */
    share: copying.work,
    copies: copying.metrics,
    /** Ends the sending of files: anyone who hears one asks for the rest again. */
    cut: transfers.cut,
    /** Gives up what is being made ready or copied; the next start begins it again. Idempotent. */
    async close(): Promise<void> {
      clearInterval(ticker)
      keeping.abort()
      await keep.settled()
      await copying.close()
    },
  }
}
