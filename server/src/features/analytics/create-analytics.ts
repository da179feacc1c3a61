import { type AnalyticsContext, analyticsRoutes } from './routes.ts'

/** What the station knows about itself: read from stored facts only. */
export function createAnalytics(context: AnalyticsContext) {
  return { routes: analyticsRoutes(context) }
}
