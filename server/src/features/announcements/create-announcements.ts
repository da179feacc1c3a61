import { join } from 'node:path'
import { createImageStore } from './images/image-store.ts'
import { imageRoutes } from './images/routes.ts'
import type { AnnouncementsContext } from './ports.ts'
import { announcementRoutes } from './routes.ts'
import { createAnnouncementService } from './service.ts'
import { findShownImages } from './store.ts'

/** What is due is published, and what expired archived, at most this much late. */
const TICK_MS = 10_000
/** A day's uploads do not hurry. */
const TIDY_EVERY_MS = 60 * 60_000

/** The announcements of the station: their calls, their images and their clock. */
export function createAnnouncements(context: AnnouncementsContext) {
  const { db, clock, onError } = context
  const images = createImageStore(join(context.dataDir, 'uploads'), clock)
  const service = createAnnouncementService({ ...context, keepImage: images.keep })
  const removeUnused = () => images.removeUnused((urls) => findShownImages(db, urls))
  const tickers: NodeJS.Timeout[] = []
  /** What runs now: a slow database does not pile up ticks. */
  let work: Promise<void> | null = null

  function run(task: () => Promise<void>): void {
    work ??= task()
      .catch(onError)
      .finally(() => {
        work = null
      })
  }

  return {
    routes: announcementRoutes(context, service),
    rawRoutes: imageRoutes(images, context.now),
    /** Publishes and archives what fell due while the station was away, and begins to do so by the clock. */
    async start(): Promise<void> {
      if (tickers.length > 0) return
      run(service.keepTime)
      await work
      run(removeUnused)
      tickers.push(setInterval(() => run(service.keepTime), TICK_MS).unref())
      tickers.push(setInterval(() => run(removeUnused), TIDY_EVERY_MS).unref())
    },
    /** Publishes what is due and archives what expired. */
    keepTime: service.keepTime,
    /** Removes uploads that no announcement has shown for a day. */
    removeUnusedImages: removeUnused,
    /** Waits for what is being done. Idempotent. */
    async close(): Promise<void> {
      for (const ticker of tickers.splice(0)) clearInterval(ticker)
      await work
    },
  }
}
