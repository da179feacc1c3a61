import { join } from 'node:path'
import type { Config } from './config.ts'
import { mapDatabaseError } from './db/map-database-error.ts'
import { listenersUrlOf } from './features/stream/outputs/icecast/address.ts'
import { trustOf } from './http/client-address.ts'
import { CONNECTION_LIMITS, type ConnectionLimits, limitAddresses } from './http/connections.ts'
import { createEdge, type Edge } from './http/edge.ts'
import { KeptReplies } from './http/kept-replies.ts'
import type { Sockets } from './http/open-sockets.ts'
import { type ProtocolRoute, type ProtocolRouter, routeProtocols } from './http/protocol-router.ts'
import type { RawRoute, Route } from './http/route.ts'
import type { Authenticate } from './http/session.ts'
import { acceptUpgrades, type Upgrade } from './http/upgrade.ts'
import type { Infrastructure } from './infrastructure.ts'

const WEB_FOLDER = join(import.meta.dirname, '../../web/dist')

/** Servers on the one port, and the router that tells connections apart. */
export type Servers = { edge: Edge; sockets: Sockets; protocolRouter: ProtocolRouter }

/** Everything that can be called. */
type Served = {
  routes: readonly Route[]
  rawRoutes: readonly RawRoute[]
  upgrades: readonly Upgrade[]
  protocolRoutes: readonly ProtocolRoute[]
}

export type ServersOptions = {
  authenticate: Authenticate
  /** Told of each reply, for the metrics. */
  onReply: NonNullable<Parameters<typeof createEdge>[0]['onReply']>
  limits?: ConnectionLimits
}

/** Puts everything that can be called behind one port, on which nothing listens yet. */
export async function createServers(
  base: Infrastructure,
  calls: Served,
  { authenticate, onReply, limits = CONNECTION_LIMITS }: ServersOptions,
): Promise<Servers> {
  const { config, logger, isClosing, idempotency, paceWrite, writesAtOnce } = base
  const trust = trustOf(config.trustProxy)
  const shared = { authenticate, translate: mapDatabaseError, origins: config, trust, logger, isClosing }
  const edge = await createEdge({
    ...shared,
    routes: calls.routes,
    rawRoutes: calls.rawRoutes,
    webFolder: WEB_FOLDER,
    stationName: config.stationName,
    timeZone: config.timeZone,
    contact: { ...config.contact, mail: config.smtpUrl && config.publicUrl ? 'on' : null },
    soundOrigins: soundOriginsOf(config),
    idempotency,
    kept: new KeptReplies(base.changes, base.clock.now),
    paceWrite,
    writesAtOnce,
    limits,
    onReply,
    onUnshowable: (row) => base.damaged.report(row),
  })
  const sockets = acceptUpgrades(edge.server, { ...shared, upgrades: calls.upgrades })
  const protocolRouter = routeProtocols(edge.server, calls.protocolRoutes)
  limitAddresses(edge.server, limits, trust)
  return { edge, sockets, protocolRouter }
}

/** The page may have come from another of the station's addresses than the one its sound has. */
function soundOriginsOf({ publicUrl, icecast, hlsPublicUrl }: Config): string[] {
  const urls = [...(icecast ? [listenersUrlOf(icecast)] : []), ...(hlsPublicUrl ? [hlsPublicUrl] : [])]
  return [...(publicUrl ? [publicUrl] : []), ...urls.map((url) => new URL(url).origin)]
}
