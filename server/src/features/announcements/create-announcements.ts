import { join } from 'node:path'
import { HOUR_MS } from '@carillon/contract/durations'
import { createImageStore } from './images/image-store.ts'
import { imageRoutes } from './images/routes.ts'
import type { AnnouncementsContext } from './ports.ts'
import { announcementRoutes } from './routes.ts'
import { createAnnouncementService } from './service.ts'
import { findShownImages } from './store.ts'

/** Interval of the clock that publishes due announcements and archives expired ones. */
export const TICK_MS = 10_000
/** A day's uploads do not hurry. */
const TIDY_EVERY_MS = HOUR_MS

/** The announcements of the station: their calls, their images and their clock. */
export function createAnnouncements(context: AnnouncementsContext) {
  const { db, clock, onError } = context
  const images = createImageStore(join(context.dataDir, 'uploads'), clock)
  const service = createAnnouncementService({ ...context, keepImage: images.keep })
  const removeUnused = () => images.removeUnused((urls) => findShownImages(db, urls))
  const tickers: NodeJS.Timeout[] = []
  const keepTime = oneAtATime(service.keepTime, onError)
  const tidy = oneAtATime(removeUnused, onError)

  return {
    routes: announcementRoutes(context, service),
    rawRoutes: imageRoutes(images),
    /** Publishes and archives what fell due while the station was away, and begins to do so by the clock. */
    async start(): Promise<void> {
      if (tickers.length > 0) return
      tickers.push(setInterval(keepTime, TICK_MS).unref(), setInterval(tidy, TIDY_EVERY_MS).unref())
      await keepTime()
      void tidy()
    },
    /** Publishes what is due and archives what expired. */
    keepTime: service.keepTime,
    /** Removes uploads that no announcement has shown for a day. */
    removeUnusedImages: removeUnused,
    /** Waits for what is being done. Idempotent. */
    async close(): Promise<void> {
      for (const ticker of tickers.splice(0)) clearInterval(ticker)
      await Promise.all([keepTime.settled(), tidy.settled()])
    },
  }
}

/** Runs a task unless it runs already: a slow database does not pile up ticks. Never rejects. */
function oneAtATime(task: () => Promise<void>, onError: (error: unknown) => void) {
  let running: Promise<void> | null = null
  const run = (): Promise<void> => {
    running ??= task()
      .catch(onError)
      .finally(() => {
        running = null
      })
    return running
  }
  return Object.assign(run, { settled: async () => running })
}
