import { CALL_NAMES } from './call-names.ts'
import { docsRoutes } from './http/docs/docs-routes.ts'
import type { ProtocolRoute } from './http/protocol-router.ts'
import type { RawRoute, Route } from './http/route.ts'
import type { Upgrade } from './http/upgrade.ts'
import type { Features } from './wiring.ts'

/** Everything that can be called. */
export type Calls = {
  routes: readonly Route[]
  rawRoutes: readonly RawRoute[]
  upgrades: readonly Upgrade[]
  protocolRoutes: readonly ProtocolRoute[]
}

/** Everything that the features answer, the probes of monitoring, and the pages that document all of it. */
export function collectCalls(features: Features, probes: readonly RawRoute[], stationName: string): Calls {
  const routes = routesOf(features)
  const answering = [...rawRoutesOf(features), ...probes]
  const endpoints = routes.map(({ endpoint }) => endpoint)
  const documented = { endpoints, rawRoutes: answering, names: CALL_NAMES }
  const { stream, polls, realtime, encoders } = features
  return {
    routes,
    rawRoutes: [...answering, ...docsRoutes(documented, stationName)],
    upgrades: [...stream.upgrades, ...polls.upgrades, ...realtime.upgrades],
    protocolRoutes: encoders.protocolRoutes,
  }
}

function routesOf(features: Features): Route[] {
  return [
    ...features.auth.routes,
    ...features.broadcasts.routes,
    ...features.chat.routes,
    ...features.songRequests.routes,
    ...features.polls.routes,
    ...features.staffLine.routes,
    ...features.plays.routes,
    ...features.library.routes,
    ...features.playout.routes,
    ...features.stream.routes,
    ...features.encoders.routes,
    ...features.recordings.routes,
    ...features.analytics.routes,
    ...features.notifications.routes,
    ...features.announcements.routes,
  ]
}

function rawRoutesOf(features: Features): RawRoute[] {
  return [
    ...features.stream.rawRoutes,
    ...features.encoders.rawRoutes,
    ...features.recordings.rawRoutes,
    ...features.broadcasts.rawRoutes,
    ...features.chat.rawRoutes,
    ...features.plays.rawRoutes,
    ...features.library.rawRoutes,
    ...features.announcements.rawRoutes,
    ...features.realtime.rawRoutes,
  ]
}
