import { activityRoutes } from './activity-routes.ts'
import { numbersRoutes } from './numbers-routes.ts'
import type { AnalyticsContext } from './ports.ts'
import { insertSample, recordSourceEvent, type Sample, type SourceEvent } from './sample-store.ts'
import { showRoutes } from './show-routes.ts'

/** Statistics of the station: read from stored rows only, of which it keeps those that nobody else does. */
export function createAnalytics(context: AnalyticsContext) {
  const { db, instance } = context
  return {
    routes: [...activityRoutes(context), ...numbersRoutes(context), ...showRoutes(context)],
    /** Keeps a minute of listening in one turn of this instance; the same one again changes nothing. */
    saveSample: (sample: Sample, turn: number): Promise<void> =>
      insertSample(db, `${instance} ${turn}`, sample),
    /** Notes that the sound of a show went away or came back, unless that is known. */
    recordSource: (event: SourceEvent): Promise<number> => recordSourceEvent(db, event),
  }
}
