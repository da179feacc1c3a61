import type { SongRequestsContext } from './ports.ts'
import { songRequestRoutes } from './routes.ts'
import { createSongRequestService } from './service.ts'

/** The song requests of the station's shows. */
export function createSongRequests(context: SongRequestsContext) {
  return { routes: songRequestRoutes(context.db, createSongRequestService(context)) }
}
