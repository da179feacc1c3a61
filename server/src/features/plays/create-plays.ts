import type { PlaysContext } from './ports.ts'
import { playExportRoutes, playRoutes } from './routes.ts'

/** The sound log: what went out, for staff, for royalty reports, and for listeners who want the name of a song. */
export function createPlays(context: PlaysContext) {
  return { routes: playRoutes(context), rawRoutes: playExportRoutes(context) }
}
